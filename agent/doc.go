// Package agent is the clerk. [Agent.Reply] takes one message, or one click, through six
// steps.
//
//  1. Read. A message that is an id, a title or a model number is looked up and not read
//     (floor.go). The message's own words decide its language, which is also the language of the
//     reply. Tasks are read first, where the input has a [Counter] (see below).
//     [nlu.Reader] divides the rest into parts, each with an intent and the spans that matter,
//     linked to the catalogue. A part becomes changes of the need, a question to answer, or
//     both: message.go dispatches, question.go reads questions about products, named.go
//     which products are meant, several.go messages that want several kinds, measure.go orders of
//     the list and wishes held against what is shown, revise.go takes back and replaces. A question changes no need.
//     Questions about the shop are answered from the shop's own facts ([merchant.Info]);
//     a thing that no category, value or title names is reported as not sold. Words that are
//     linked to nothing only rank; where reading finds nothing, all words are searched for. Ticked options
//     become changes in [dialog.Conversation.Answers]. A configured language model ([Model])
//     proposes changes for words that the reader could not link (model.go).
//  2. Fold. The changes join the conversation, and [search.Fold] computes the need from all
//     of them. A conversation is its list of changes, so undo, removable chips and replay
//     need no code of their own. A revised answer ([Agent.Reopen],
//     [dialog.Conversation.Revise]) drops the one it replaces.
//  3. Count. [search.Engine.Scope] gathers the candidates: the columns of a category, or the
//     products of the whole shop that words and attributes find.
//  4. Rank. [clarify.Evidence] weighs every candidate by the answers, and [search.Engine.Rank]
//     adds retrieval, applies limits, separates full from near matches and lists the best. A category
//     that words named and that does not fill the page is followed by what they find beyond it. A
//     score is a log-weight, so the ranking's scores are the belief. Products like a given one
//     gain by what they share with it ([search.Engine.Likeness]). Questions about products
//     are answered from the list (package reply), or with what the catalogue does not say.
//  5. Ask. The [clarify.Policy] chooses the questions whose answers are expected to sharpen
//     the belief most, or none: of more than a page of products, when all that was said was
//     understood and questions are wanted (not after [search.Hush]). Where the kind is unknown it
//     alone is asked. What was said, skipped or excluded is neither asked nor offered. What a thing
//     has to fit comes first; what few products tell, few shoppers can answer (by the [Statistics])
//     or only engineers compare comes late, and how a thing looks last. ask.go decides that,
//     pose.go words the questions by package reply.
//  6. Record. The exchange, with its intents, its questions exactly as shown, their predicted
//     gain and the path that ran, is appended to the conversation (record.go).
//     The caller journals it.
//
// # Tasks
//
// A message can also ask for an action: "cancel the lamp and show me a warmer one". Where the
// input has a [Counter], its parts are divided into the answer to an open question about a
// task, instructions ([nlu.Task], task.go), and the rest, which alone goes on to step 1
// (errand_hear.go; errand_answer.go reads yes and no). After step 4 tasks proceed (errand_act.go):
// package tools decides to ask, to confirm, to execute or to decline, and a submission is
// executed once however often it is sent. While a task waits for an answer, step 5 rests. An
// exchange records its tasks ([dialog.Errand]); undoing the exchange does not undo them.
//
// # Invariants
//
// A message never loses the target: answers weigh and do not cut. Only limits and the category
// filter, and each is a chip that can be removed.
//
// A query outside a conversation is always a need, and takes steps 1 to 4 only:
// [Agent.Search].
//
// A turn sees one version of the settings ([Agent.Apply]): stop words, redirects, synonyms, names and facts in step 1,
// ranking and values of one name in step 4, wording, order and groups of questions in step 5; the exchange
// records the version.
package agent
