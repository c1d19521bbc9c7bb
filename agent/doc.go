// Package agent is the clerk. [Agent.Reply] is the life of a message:
//
//  1. Read: the message's language is told by its own words (package language), which is
//     also the language of the reply. Errands are heard first, where there is a counter
//     (below). [understand.Vocabulary] takes the rest apart into clauses, each with what
//     it does: by a model learned from examples, one of the acts of package memory. Of
//     each clause become changes of the need, an answer, or both (heard.go; heard_ask.go
//     reads questions about products, comparisons and orders of the list, heard_measure.go
//     what is held against what is shown, heard_revise.go what takes the place of something
//     said before). A need is read in the catalogue's
//     own words; what kind of product it is about is weighed, also by where its words lead in
//     the whole shop ([search.Engine.Leads]). What can not be what it was taken for, such
//     as a question about products where none are shown, is read as a need. A question changes no need; the shop's own
//     words answer questions about the shop ([merchant.Info]); a thing that no category,
//     value or title names is said to be not sold. Ticks become changes in
//     [memory.Conversation.Answers]. A configured language model ([Model]) is asked
//     about words that nothing was made of, and proposes changes (model.go).
//  2. Remember: the changes join the conversation, and [search.Fold] makes the
//     need of all of them. A conversation is its list of changes, so that undo,
//     removable chips and replay need no code of their own. An answer given anew
//     ([Agent.Reopen], [memory.Conversation.Revise]) takes the one before back and
//     stands in its place.
//  3. Count: [search.Engine.Scope] gathers the candidates: a category's shelf of
//     dictionary-encoded columns, or what words and attributes find in the whole shop.
//  4. Search: [clarify.Evidence] weighs every candidate by the answers, and
//     [search.Engine.Rank] adds what the words say, applies limits, tells full
//     from near matches and lists the best. A score is a log-weight, so the
//     ranking's scores are the belief. A product that was pointed at ("like that one,
//     but in blue") adds what each has in common with it: [search.Engine.Likeness].
//     Now that there is a list, questions about products are answered from what the
//     catalogue says of them (package reply), or with that it does not say.
//  5. Ask: the [clarify.Policy] chooses the questions whose answers are expected
//     to sharpen that belief most, or none. What kind of product is wanted is asked before
//     all else where none is known: by its act, where what was told speaks for some
//     (heard_doubt.go), or by an early question. What the shopper has said is not
//     asked, and what was skipped rests a turn; an aspect that shoppers of the
//     category leave unanswered, by the [Tally], is asked about later. A shopper who
//     wants none ([search.Hush]) is asked nothing, and a question that never came into
//     view was not skipped. pose.go puts them, and package reply words them, says
//     what values are called, and tells of the list: how many products have all that
//     was asked for, what they lack, what was looked for as words alone.
//  6. Record: the exchange, with its acts, the questions exactly as shown, what came
//     about how and how much the answers told, is appended to the conversation (record.go);
//     the caller journals it, and then tallies it.
//
// A message can also want something done: "cancel the lamp and show me a warmer one".
// Where the input has a [Counter], [Agent.Reply] has it heard before Read: its clauses
// are told apart, into the answer to what the clerk asked about an errand, into
// instructions, and into the rest, which alone goes on to Read (errand_hear.go;
// errand_answer.go says what yes and no are, errand_tell.go what an instruction is by its
// words and errand_learned.go by the model of acts; the words are package language's). After Search the errands are pursued
// (errand_act.go): package tools decides to ask, to have it confirmed, to do it or to
// decline, and what is done is done once however often it is submitted. While an
// errand waits, Ask rests. A turn's errands are in its exchange ([memory.Errand]), and
// change nothing about the need; to undo the exchange does not undo the deed.
//
// A message never loses the target: answers weigh and do not cut. Only limits and
// the category do, and each of them is a chip that can be taken away.
//
// A query that is no part of a conversation is a need, whatever it says, and goes the
// same way from Read to Search, and no further: [Agent.Search].
//
// Settings hold at every step, in one version from a turn's beginning to its end:
// [Agent.Apply] puts [settings.Settings] in force. Redirects and synonyms are read (1), hidden
// products are in no list and no count and pinned ones first among full matches (4), questions
// are worded, asked first or left out (5), and the exchange tells the version (6).
package agent
