package feed

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"shopclerk/data"
)

// The tests here change what must not matter, and compare the roles.

// changed is a synthetic feed with other columns, or other names for them; back gives the
// names that they had.
func (s *synthetic) changed(columns []column) *synthetic {
	c := *s
	c.columns = columns
	return &c
}

// compare infers the roles of a changed feed and of the feed as it was.
func compare(t *testing.T, s, c *synthetic, back map[string]string, roles []string) {
	t.Helper()
	if s.was == nil {
		was, _ := infer(t, "feed.csv", s.table(1))
		s.was = filled(&was)
	}
	is, inf := infer(t, "feed.csv", c.table(1))
	want, got := s.was, filled(&is)
	for _, role := range roles {
		var names []string
		for name := range strings.SplitSeq(got[role], "+") {
			if was, ok := back[name]; ok {
				name = was
			}
			names = append(names, name)
		}
		equal := map[string]string{"text_reviews_count": "ratings_count", "Item Number": "Uniq Id"} // the first of the two is taken
		if name := strings.Join(names, "+"); name != want[role] && equal[name] != want[role] {
			t.Errorf("%s is %q, and was %q", role, name, want[role])
		}
	}
	if t.Failed() {
		t.Log(strings.Join(inf.Lines(), "\n"))
	}
}

var allRoles = []string{"id", "title", "description", "category", "brand", "price", "image", "link", "rating", "ratings", "stock"}

// Where the columns stand does not matter.
func TestShuffledColumns(t *testing.T) {
	for i := range synthetics {
		s := &synthetics[i]
		for seed := range uint64(2) {
			t.Run(fmt.Sprintf("%s %d", s.name, seed), func(t *testing.T) {
				columns := slices.Clone(s.columns)
				rng := rand.New(rand.NewPCG(seed, 7))
				rng.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
				for i := range columns { // a nameless column is named by its place
					if columns[i].name == "" {
						columns[i].name = "Unnamed: 0"
					}
				}
				compare(t, s, s.changed(columns), map[string]string{"Unnamed: 0": "column_1"}, allRoles)
			})
		}
	}
}

// Row numbers, codes that rename another column, and dates of scraping take no role.
func TestAddedColumns(t *testing.T) {
	for i := range synthetics {
		s := &synthetics[i]
		t.Run(s.name, func(t *testing.T) {
			added := []column{
				{"Unnamed: 0", sprint("%d", func(w *world) any { return w.row - 1 })},
				{"kind_code", func(w *world) string { return code("added", w.kind, 310) }},
				{"scraped", constant("2024-02-03 10:11:12")},
				{"extra", constant("x")},
			}
			c := s.changed(append(added, s.columns...))
			for i := range c.columns {
				if c.columns[i].name == "" {
					c.columns[i].name = "Unnamed: 1"
				}
			}
			compare(t, s, c, map[string]string{"Unnamed: 1": "column_1"}, allRoles)
			m, _ := infer(t, "feed.csv", c.table(1))
			for _, name := range []string{"Unnamed: 0", "kind_code", "scraped"} {
				if !slices.Contains(m.Attributes.Exclude, name) {
					t.Errorf("%s is an attribute", name)
				}
			}
		})
	}
}

// Names in another language do not matter.
func TestTranslatedNames(t *testing.T) {
	var table struct {
		Concepts map[string]map[string][]string `json:"concepts"`
	}
	if err := json.Unmarshal(data.FieldNames, &table); err != nil {
		t.Fatal(err)
	}
	concept := map[string]string{"ratings": "reviews"}
	for i := range synthetics {
		s := &synthetics[i]
		all := []string{"de", "fr", "es", "it", "pt", "nl", "fi", "sv", "pl", "tr", "ja", "zh"}
		for j := range 4 { // each language for some feeds
			language := all[(4*i+j)%len(all)]
			t.Run(s.name+" "+language, func(t *testing.T) {
				names, back := map[string]string{}, map[string]string{}
				for _, role := range slices.Sorted(maps.Keys(s.want)) {
					about := concept[role]
					if about == "" {
						about = role
					}
					words := table.Concepts[about][language]
					field := s.want[role]
					readAs := readName(field)
					if words == nil || strings.Contains(field, "+") || readAs.of(roleNamed(role).Concepts...) < 0.7 || role == "stock" && readAs.of("outofstock") > 0 || strings.Contains(field, "Cents") {
						continue
					}
					name := strings.TrimPrefix(words[0], "=")
					names[field], back[name] = name, field
				}
				columns := slices.Clone(s.columns)
				for i := range columns {
					if name := names[columns[i].name]; name != "" {
						columns[i].name = name
					}
				}
				compare(t, s, s.changed(columns), back, allRoles)
			})
		}
	}
}

// Where no name says anything, what values show is found all the same, and nothing takes
// a role that another has.
func TestSilentNames(t *testing.T) {
	byValue := []string{"title", "image", "link"}
	for i := range synthetics {
		s := &synthetics[i]
		if strings.Contains(s.want["title"], "+") {
			continue // what to join is told by names alone
		}
		t.Run(s.name, func(t *testing.T) {
			columns := slices.Clone(s.columns)
			back := map[string]string{}
			for i := range columns {
				name := fmt.Sprintf("%cq%cz", 'b'+i%20, 'x')
				back[name] = columns[i].name
				columns[i].name = name
			}
			c := s.changed(columns)
			compare(t, s, c, back, byValue)
			m, _ := infer(t, "feed.csv", c.table(1))
			owners := map[string]string{}
			for role, field := range s.want {
				owners[field] = role
			}
			for role, field := range filled(&m) {
				if owner := owners[back[field]]; owner != "" && owner != role && !(owner == "description" && role == "title") {
					t.Errorf("%s, which is the %s, is read as the %s", back[field], owner, role)
				}
			}
		})
	}
}

// The table of names has the concepts that the program speaks of, and no others.
func TestConceptsOfTheTable(t *testing.T) {
	var table struct {
		Concepts map[string]map[string][]string `json:"concepts"`
	}
	if err := json.Unmarshal(data.FieldNames, &table); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"aspect": true, "kind": true, "quantity": true, "model": true, "year": true, "title": true, "description": true, "brand": true, "category": true, "tags": true}
	for c := range vocabularyOnce().unasked {
		known[c] = true
	}
	for c := range table.Concepts {
		if !known[c] {
			t.Errorf("%q is in the table, and nothing reads it", c)
		}
		delete(known, c)
	}
	delete(known, "code")    // of two words: an id of something else
	delete(known, "address") // likewise
	for c := range known {
		t.Errorf("%q is read, and the table has no names for it", c)
	}
}
