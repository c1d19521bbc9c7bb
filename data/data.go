// Package data holds tables and files that are not code, embedded. Whoever reads a folder
// documents its format, or the README.md beside the files does.
package data

import (
	"embed"
	"io/fs"
)

// The folders. They are functions so that a program holds only what it reads.
var (
	//go:embed bench/*.json bench/domains/*.json*
	bench embed.FS
	//go:embed demo/*.json
	demo embed.FS
	//go:embed feeds/*.json
	feeds embed.FS
	//go:embed lexicon/*.tsv lexicon/*.txt
	lexicon embed.FS
)

func folder(files embed.FS, name string) fs.FS {
	sub, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the name is one of ours
	}
	return sub
}

// Bench returns the conditions of the evaluation, with the scores they are held to.
func Bench() fs.FS { return folder(bench, "bench") }

// Demo returns the schemas of the demonstration shop, a file a category.
func Demo() fs.FS { return folder(demo, "demo") }

// Mappings returns the mapping of feed NAME as NAME.json.
func Mappings() fs.FS { return folder(feeds, "feeds") }

// Lexicon returns what shops' words are: en.tsv, de.tsv and, for every language that lists are
// kept of, CODE.txt.
func Lexicon() fs.FS { return folder(lexicon, "lexicon") }

// Tables in JSON.
var (
	// FeedColumns tells of the formats whose fields have several spellings how each is also
	// spelled: format → the format's own name → others. "#" stands for a number.
	//go:embed feeds/columns/columns.json
	FeedColumns []byte
	// FeedFormats lists the formats that shops export, the particular before the general:
	// package catalog/feed documents the keys with its type preset.
	//go:embed feeds/columns/formats.json
	FeedFormats []byte
	// ForeignFiles are kinds of file that hold no feed, by how "files" begin and by how
	// "members" of a zip are called, with what they are and what to do: package catalog/feed
	// documents the keys with its type foreignKind.
	//go:embed feeds/columns/foreign.json
	ForeignFiles []byte
	// FieldNames has "entity", words that only say "product"; "concepts", what a field can
	// mean → words for it by language, without case, accents or separators ("=word": only as
	// the whole name); "filler" and "telling", words that say nothing of a field, and words
	// that tell a language; "meanings", what whole texts stand for: yes, no, no stock, no
	// price, nothing, or something that only a shop's system knows; "unasked", why no shopper
	// is asked about which concepts; and words that package catalog/feed documents with its
	// type vocabulary.
	//go:embed fields/names.json
	FieldNames []byte
	// Currencies has, by ISO 4217 code, the "marks" that stand beside amounts, the top-level
	// "domains" of countries that pay in it, the "languages" whose shops mostly do, and
	// whether its prices are "whole" numbers.
	//go:embed fields/currencies.json
	Currencies []byte
	// FieldRoles are what a field can be, with what its name and its values must show:
	// package catalog/feed documents the keys with its type chosenRole.
	//go:embed fields/roles.json
	FieldRoles []byte
	// FieldWeights are, by role, the weight of each feature, as fitted by the test
	// TestFitWeights of catalog/feed.
	//go:embed fields/weights.json
	FieldWeights []byte
	// Concepts are what words mean whatever a shop sells, compiled from data/lexicon, data/synonyms,
	// data/reading and the tables of agent/language: package agent/nlu documents the lines.
	//go:embed nlu/concepts.tsv.gz
	Concepts []byte
	// Tagger is what finds intents and spans in messages: `bench learn reader` writes it, and package
	// agent/nlu documents it.
	//go:embed nlu/tagger.gz
	Tagger []byte
	// LinkWeights are, by feature, what tells what the words of a message mean in a catalogue, as `bench learn links`
	// learns them.
	//go:embed nlu/links.tsv
	LinkWeights string
	// AimWeights are, by feature, what tells which kind of product a clause is about, as `bench learn kinds`
	// learns them.
	//go:embed nlu/kinds.tsv
	AimWeights string
	// Messages are what people type in the demonstration shop, in the form of data/messages.
	//go:embed messages/demo.jsonl
	Messages []byte
	// CallWeights are, by feature, what tells whether the argument of a call was stated, and whether words instruct
	// a tool, as `bench learn calls` fits them.
	//go:embed calls/weights.tsv
	CallWeights string
	// CallLists are phrases and patterns that package agent/tools tells answers and made-up values by.
	//go:embed calls/lists.txt
	CallLists string
	// CallSpoken are what people say in place of numbers: kind, value, phrases divided by "|".
	//go:embed calls/spoken.tsv
	CallSpoken string
	// CallValues are what people say when they mean a usual value of an enumeration: the value, phrases divided by "|".
	//go:embed calls/values.tsv
	CallValues string
	// CallCues are, by cue, weights of what tells whether words want a tool called; `bench learn calls` writes them.
	//go:embed calls/cues.tsv
	CallCues string
	// CallInstructions are sentences that do (1) or do not (0) instruct a tool, a line each: label, tool, words.
	//go:embed calls/instructions.tsv
	CallInstructions string
	// Emoji are English words for what is drawn, a line each.
	//go:embed nlu/emoji.tsv
	Emoji string
)
