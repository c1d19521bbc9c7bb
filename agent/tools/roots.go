package tools

import "strings"

// irregular are forms of verbs that no ending tells.
var irregular = func() map[string]string {
	m := map[string]string{}
	for _, line := range strings.Split(`buy bought|bring brought|catch caught|choose chose chosen|come came|do did done|draw drew drawn|drive drove driven
find found|get got gotten|give gave given|go went gone|hold held|keep kept|know knew known|leave left|lose lost|make made|pay paid
rid ridden|say said|see saw seen|sell sold|send sent|show shown|speak spoke spoken|spend spent|take took taken|tell told|think thought
throw threw thrown|withdraw withdrew withdrawn|write wrote written`, "|") {
		for _, part := range strings.Split(line, "\n") {
			words := strings.Fields(part)
			for _, w := range words {
				m[w] = words[0]
			}
		}
	}
	return m
}()

// endings are what words for one thing differ in, longest first: "retrieve" and
// "retrieval", "estimate" and "estimation". What is put in their place is what the
// plain verb ends in once its own ending is gone. least is how many letters stay.
var endings = []struct {
	ending, instead string
	least           int
}{
	{"ification", "if", 3}, {"ization", "iz", 3}, {"ersion", "ert", 3}, {"ation", "", 5}, {"ement", "", 4}, {"ness", "", 4}, {"ment", "", 3}, {"ence", "", 5}, {"ance", "", 5},
	{"ing", "", 3}, {"ied", "i", 2}, {"ifi", "if", 3}, {"ion", "", 5}, {"ify", "if", 3}, {"ent", "", 5}, {"est", "", 4}, {"ate", "", 5},
	{"ed", "", 3}, {"al", "", 5}, {"at", "", 5}, {"ly", "", 4}, {"e", "", 3}, {"y", "i", 3},
}

// root takes the endings from a stem by which a verb's forms and its nouns differ, so
// that "retweeting" is a word for what retweet does. It is for telling tools apart,
// where a wrong likeness costs little, and not for values. Words that are no English
// lose the same letters wherever they stand.
func root(stem string) string {
	if plain, ok := irregular[stem]; ok {
		stem = plain
	}
	for range 2 { // "estimating" has two
		stem = shorten(stem)
	}
	if n := len(stem); n > 2 && stem[n-1] == stem[n-2] { // "planned", "cancelled", and "fill" with them
		stem = stem[:n-1]
	}
	return stem
}

func shorten(w string) string {
	for _, e := range endings {
		left, ok := strings.CutSuffix(w, e.ending)
		if !ok || len(left) < e.least || !strings.ContainsAny(left, "aeiouy") || e.ending == "ed" && strings.HasSuffix(left, "e") {
			continue
		}
		return left + e.instead
	}
	return w
}
