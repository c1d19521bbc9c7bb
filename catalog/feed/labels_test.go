package feed

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"shopclerk/catalog/discover"

	"github.com/google/go-cmp/cmp"
)

// labelledFeeds is the folder of real feeds with hand-written labels, beside the
// repository. None of it is in the repository.
const labelledFeeds = "../../../shared/feeds"

// labelledRoles are the names that labels give our roles.
var labelledRoles = map[string]string{
	"id": "id", "title": "title", "description": "description", "brand": "brand", "category": "category", "price": "price", "currency": "currency",
	"image": "image", "link": "link", "rating": "rating", "ratings": "reviews", "stock": "availability",
}

// labels are what a person found out about a feed.
type labels struct {
	Roles        map[string]any   `json:"roles"`
	Alternatives map[string][]any `json:"alternatives"`
	Unit         string           `json:"price_unit"`

	name, path string
	fields     []string // that the file has
}

// readLabels returns the labelled feeds, and skips the test where they are not there.
func readLabels(t *testing.T) []labels {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(labelledFeeds, "*", "labels.json"))
	if err != nil || files == nil {
		t.Skip("THE LABELLED FEEDS ARE NOT THERE (" + labelledFeeds + "): what is inferred from real feeds is not tested")
	}
	var list []labels
	for _, file := range files {
		l := labels{name: filepath.Base(filepath.Dir(file))}
		readJSON(t, file, &l)
		input, err := os.ReadFile(filepath.Join(filepath.Dir(file), "input.txt"))
		if err != nil {
			t.Fatal(err)
		}
		l.path = filepath.Join(labelledFeeds, strings.TrimSpace(string(input)))
		var filled map[string]float64
		readJSON(t, filepath.Join(filepath.Dir(file), "fields.json"), &filled)
		for name := range filled {
			l.fields = append(l.fields, plainName(name))
		}
		list = append(list, l)
	}
	return list
}

func readJSON(t *testing.T, file string, v any) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// plainName folds a field's name as score.py does.
func plainName(s string) string {
	s = strings.ToLower(strings.Join(strings.FieldsFunc(s, unicode.IsSpace), " "))
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimPrefix(s, "g:"))
}

// accepted returns the readings of a role that a person accepts, each a list of fields,
// folded; the empty list stands for no field.
func (l *labels) accepted(role string) [][]string {
	var list [][]string
	for _, a := range append([]any{l.Roles[labelledRoles[role]]}, l.Alternatives[labelledRoles[role]]...) {
		switch a := a.(type) {
		case nil:
			list = append(list, nil)
		case string:
			list = append(list, []string{plainName(a)})
		case []any:
			var names []string
			for _, n := range a {
				names = append(names, plainName(n.(string)))
			}
			list = append(list, names)
		}
	}
	return list
}

// read returns the fields that a mapping gives a role, folded.
func (l *labels) read(m *Mapping, role string) []string {
	var list Fields
	if fields := m.fields()[role]; fields != nil {
		list = *fields
	}
	if role == "currency" && list == nil && m.Price != nil && m.Price.Currency != "" {
		list = Fields{m.Price.Currency}
	}
	var out []string
	for _, name := range list {
		if parseJoin(name).fields != nil {
			for _, part := range parseJoin(name).fields {
				out = append(out, plainName(part))
			}
			continue
		}
		if f := plainName(name); role == "title" || role == "category" || role == "currency" || len(list) == 1 || slices.Contains(l.fields, f) {
			out = append(out, f)
		}
	}
	return out
}

// right reports whether a role is read as a person accepts it.
func (l *labels) right(m *Mapping, role string) bool {
	got := l.read(m, role)
	for _, want := range l.accepted(role) {
		if len(want) == 1 && len(got) > 0 && got[0] == want[0] || len(want) != 1 && slices.Equal(got, want) {
			return true
		}
	}
	return false
}

// unitRight reports whether the unit of the price is right; ok is false where there is no
// price.
func (l *labels) unitRight(m *Mapping) (right, ok bool) {
	if l.Roles["price"] == nil {
		return true, false
	}
	want := l.Unit
	if want == "" {
		want = "major"
	}
	return m.Price != nil && m.Price.Unit == want, true
}

// judged counts the right roles of a mapping and tells whether id, title, category and
// price with its unit are right together.
func (l *labels) judged(m *Mapping) (right, of int, core bool, wrong []string) {
	core = true
	for _, r := range chosenRoles {
		role := r.Name
		of++
		if l.right(m, role) {
			right++
			continue
		}
		wrong = append(wrong, role+": "+strings.Join(l.read(m, role), "+"))
		if role == "id" || role == "title" || role == "category" || role == "price" {
			core = false
		}
	}
	if ok, has := l.unitRight(m); has {
		of++
		right += discover.Indicator(ok)
		core = core && ok
		if !ok {
			wrong = append(wrong, "unit")
		}
	}
	return right, of, core, wrong
}

// sampled reads a feed's sample.
func sampled(t *testing.T, path string) *gathered {
	t.Helper()
	streams, err := sampleStreams(context.Background(), []string{path}, SampleSize, sampleReach)
	if err != nil {
		t.Fatal(err)
	}
	return gather(streams)
}

// inferredOnce keeps what was inferred from the labelled feeds, which two tests look at.
var inferredOnce = map[string]inferred{}

type inferred struct {
	m   Mapping
	inf Inference
}

// infer maps the feed as an import does: by its format where that is known.
func (l *labels) infer(t *testing.T) (Mapping, Inference) {
	t.Helper()
	if _, done := inferredOnce[l.name]; !done {
		m, inf, known, err := Recognise(context.Background(), []string{l.path})
		if err == nil && !known {
			m, inf, err = Infer(context.Background(), []string{l.path})
		}
		if err != nil {
			t.Errorf("%s: %v", l.name, err)
		}
		inferredOnce[l.name] = inferred{m, inf}
	}
	return inferredOnce[l.name].m, inferredOnce[l.name].inf
}

// Of the roles of the labelled feeds 97 in 100 are right, and in nine of ten feeds what a
// shop needs most.
func TestLabelledFeeds(t *testing.T) {
	right, of, cores := 0, 0, 0
	list := readLabels(t)
	for i := range list {
		l := &list[i]
		m, _ := l.infer(t)
		r, n, core, wrong := l.judged(&m)
		right, of, cores = right+r, of+n, cores+discover.Indicator(core)
		if wrong != nil {
			t.Logf("%s: %s", l.name, strings.Join(wrong, "; "))
		}
	}
	t.Logf("%d of %d roles, %d of %d feeds", right, of, cores, len(list))
	if right*100 < of*97 || cores*10 < len(list)*9 {
		t.Errorf("%d of %d roles are right, and %d of %d feeds; want 97 and 90 in 100", right, of, cores, len(list))
	}
}

var update = flag.Bool("update", false, "write testdata/labelled.json anew")

// The mappings of the labelled feeds are as they were when somebody last looked at them. A
// feed whose fields are named by its products is left out: the file holds no data.
func TestLabelledGoldens(t *testing.T) {
	const file = "testdata/labelled.json"
	got := map[string]Mapping{}
	list := readLabels(t)
	for i := range list {
		m, inf := list[i].infer(t)
		if !slices.ContainsFunc(inf.Samples, func(s Sample) bool {
			return slices.ContainsFunc(s.Notes, func(n string) bool { return strings.Contains(n, "no header") })
		}) {
			m.Attributes.Fields = nil // labels of hundreds of attributes
			got[list[i].name] = m
		}
	}
	text, err := json.MarshalIndent(got, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(text), "\n")); diff != "" {
		t.Errorf("mappings differ; -update writes them anew:\n%s", diff)
	}
}
