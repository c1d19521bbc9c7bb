package main

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	view "shopclerk/views/desk"
)

// settingForm is the form of an entry.
const settingForm = "form.set-form"

// save sends the form of a setting, as it is for an address, with some fields.
func (v *visitor) save(address string, fields url.Values) *sheet {
	v.t.Helper()
	return v.submit(v.get(address), settingForm, fields)
}

// Each kind of setting changes what shoppers see from the next turn on, the preview shows it before,
// and undo takes it back.
func TestSettingsHold(t *testing.T) {
	key, known := newKey(t, "till")
	_, doors := openServed(t, config{Name: "Shopclerk", DeskPasswordHash: deskHash, APIKeys: []string{known.String()}, APIRate: 1e6}, staffDemo(t), filepath.Join(t.TempDir(), "store.db"))
	shopper := visit(t, doors)
	v := stranger(shopper)
	v.signIn()
	list := shopper.begin("backpack").ids()
	shopper.begin("frumious backpack")
	shopper.begin("kindly show me a backpack")
	shopper.begin("can I send it back?")
	shopper.begin("carryall")
	questions := func(message string) string { return strings.Join(shopper.begin(message).texts(formAnswer), " ") }
	texts := func(address, selector string) string { return strings.Join(shopper.get(address).texts(selector), " ") }
	program := func(address string) string {
		r := shopper.request(http.MethodGet, address, nil)
		r.Header.Set("Authorization", "Bearer "+key)
		return string(shopper.do(r).body)
	}
	first := func(n int) func() string {
		return func() string { return strings.Join(shopper.begin("backpack").ids()[:n], " ") }
	}
	product, category := "/p/"+list[0], url.QueryEscape(backpacks)
	for _, tc := range []struct {
		name     string
		address  string // of the form
		fields   url.Values
		see      func() string // what shoppers see
		has, not string        // of what they see then; not: what they see otherwise
		preview  string        // that the preview has
	}{
		{"synonym", "synonym?words=frumious&category=" + category + "&aspect=colour", url.Values{"means": {"olive"}, "words": {"frumious"}, "category": {backpacks}, "aspect": {"colour"}},
			func() string { return strings.Join(shopper.begin("frumious backpack").chips(), " ") }, "olive", "", "Colour: olive"},
		{"redirect to a category", "redirect?query=carryall", url.Values{"query": {"Carryall"}, "category": {backpacks}},
			func() string { return strings.Join(shopper.begin("carryall").chips(), " ") }, "Backpacks", "", "Backpacks"},
		{"redirect to a page", "redirect", url.Values{"query": {"carryall"}, "url": {"/mine"}},
			func() string { return shopper.say(shopper.get("/"), "Carryall").at.Path[:3] }, "/mi", "/c/", "/mine"},
		{"stop word", "stop", url.Values{"words": {"show me\nkindly"}},
			func() string { return strings.Join(shopper.begin("kindly backpack").texts(".reply, .said-not"), " ") }, "", "kindly", ""},
		{"pin by query", "rank", url.Values{"act": {"pin"}, "query": {"backpack"}, "products": {list[4], list[3]}}, first(2), list[4] + " " + list[3], list[0], "100 products"},
		{"pin by category", "rank", url.Values{"act": {"pin"}, "category": {backpacks}, "products": {list[4]}}, first(1), list[4], list[0], ""},
		{"boost", "rank", url.Values{"act": {"boost"}, "query": {"backpack"}, "products": {list[5]}}, func() string {
			return first(1)() + strings.Join(shopper.begin("backpack").texts(".reasons li"), " ")
		}, "Recommended by the shop", "nothing", ""},
		{"bury", "rank", url.Values{"act": {"bury"}, "query": {"backpack"}, "products": {list[0]}}, first(1), list[1], list[0], ""},
		{"hide in a list", "rank", url.Values{"act": {"hide"}, "query": {"backpack"}, "products": {list[0]}}, first(1), list[1], list[0], ""},
		{"hide", "rank", url.Values{"act": {"hide"}, "products": {list[0]}}, func() string { return strconv.Itoa(shopper.get(product).status) }, "404", "200", ""},
		{"a pin that is over", "rank", url.Values{"act": {"pin"}, "query": {"backpack"}, "products": {list[4]}, "to": {"2020-01-31"}}, first(1), list[0], list[4], ""},
		{"name on a product page", "name?aspect=applicable_scenario", url.Values{"aspect": {"applicable_scenario"}, "name": {"Made for"}},
			func() string { return texts(product, "main th") }, "Made for", "Good for", "Made for"},
		{"name in a comparison", "name", url.Values{"category": {backpacks}, "aspect": {"applicable_scenario"}, "name": {"Made for"}},
			func() string { return texts("/compare?p="+list[0]+"&p="+list[1], "th") }, "Made for", "Good for", ""},
		{"name in the rail", "name", url.Values{"aspect": {"applicable_scenario"}, "name": {"Made for"}},
			func() string { return strings.Join(shopper.begin("backpack").texts(".facet summary"), " ") }, "Made for", "Good for", ""},
		{"name of a chip", "name", url.Values{"aspect": {"colour"}, "name": {"Shade"}},
			func() string { return strings.Join(shopper.begin("olive backpack").chips(), " ") }, "Shade: olive", "Colour", ""},
		{"name for programs", "name", url.Values{"aspect": {"colour"}, "name": {"Shade"}},
			func() string { return program("/api/v1/products/" + list[0]) }, `"label":"Shade"`, `"label":"Colour"`, ""},
		{"name of a value", "name?category=" + category + "&aspect=colour&values=olive", url.Values{"category": {backpacks}, "aspect": {"colour"}, "values": {"olive"}, "name": {"Army"}},
			func() string { return strings.Join(shopper.begin("olive backpack").chips(), " ") }, "Army", "olive", ""},
		{"name of a value as typed", "name", url.Values{"aspect": {"colour"}, "values": {"olive"}, "name": {"Frumious"}},
			func() string { return strings.Join(shopper.begin("frumious backpack").chips(), " ") }, "Colour: Frumious", "", ""},
		{"name of a value as completed", "name", url.Values{"category": {backpacks}, "aspect": {"colour"}, "values": {"olive"}, "name": {"Frumious olive"}},
			func() string {
				found, _ := shopper.suggestions("frumi")
				old, _ := shopper.suggestions("olive back")
				return strings.Join(append(found, old...), ", ")
			}, "values: Frumious olive, values: Frumious olive", "values: olive", ""},
		{"values of one name", "name", url.Values{"aspect": {"colour"}, "values": {"olive", "moss green"}, "name": {"Army"}},
			func() string { return program("/api/v1/search?limit=1&filter=colour:Army&category=" + category) }, `"values":["Army"]`, `"status":422`, ""},
		{"name as typed", "name", url.Values{"aspect": {"specification"}, "name": {"Frumiosity"}},
			func() string {
				return strings.Join(shopper.say(shopper.begin("backpack"), "what frumiosity does the first one have?").texts("main"), " ")
			}, ": frumiosity ", "Frumiosity: ", "Frumiosity"},
		{"wording", "question", url.Values{"category": {backpacks}, "aspect": {"colour"}, "text": {"Which shade will it be?"}}, func() string { return questions("backpack") }, "", "?!", "Which shade will it be?"},
		{"first", "ask", url.Values{"aspect": {"decorative_attribute"}, "ask": {"first"}}, func() string { return questions("backpack") }, "design", "", "design"},
		{"never", "ask", url.Values{"category": {backpacks}, "aspect": {"price"}, "ask": {"never"}}, func() string { return questions("backpack") }, "", "spend", ""},
		{"start page", "start", url.Values{"categories": {backpacks}, "sentences": {"a backpack for hikers\na tent"}},
			func() string { return texts("/", ".tile-name, .sentences") }, "a tent", "Suitcases", ""},
		{"fact", "fact?topic=returns&language=en", url.Values{"topic": {"returns"}, "language": {"en"}, "text": {"Post it to Mill Lane."}},
			func() string { return strings.Join(shopper.begin("can I send it back?").texts("main"), " ") }, "Post it to Mill Lane.", "", "Post it to Mill Lane."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			address := "/desk/settings/" + tc.address
			before := tc.see()
			tc.fields[view.FieldPreview] = []string{"1"}
			if p := v.save(address, tc.fields); p.status != http.StatusOK || !strings.Contains(strings.Join(p.texts(".set-preview"), " "), tc.preview) {
				t.Errorf("the preview is answered %d %q", p.status, p.texts(".set-preview, [role=alert]"))
			}
			if got := tc.see(); got != before {
				t.Errorf("the preview changed %q to %q", before, got)
			}
			delete(tc.fields, view.FieldPreview)
			p := v.save(address, tc.fields)
			if p.status != http.StatusOK || len(p.texts("[role=status]")) != 1 {
				t.Fatalf("saving is answered %d %q", p.status, p.texts("[role=alert]"))
			}
			if got := tc.see(); !strings.Contains(got, tc.has) || tc.not != "" && strings.Contains(got, tc.not) {
				t.Errorf("shoppers see %q, want %q, not %q", got, tc.has, tc.not)
			}
			if p = v.submit(p, "[role=status] form", nil); p.status != http.StatusOK {
				t.Fatalf("undo is answered %d", p.status)
			}
			if got := tc.see(); got != before {
				t.Errorf("after undo shoppers see %q, before it %q", got, before)
			}
		})
	}
}

// A question offers one answer for several values, and what is ticked means them all.
func TestSettingsGroup(t *testing.T) {
	_, doors := deskDoors(t)
	shopper := visit(t, doors)
	v := stranger(shopper)
	v.signIn()
	v.save("/desk/settings/ask", url.Values{"aspect": {"colour"}, "ask": {"first"}})
	v.save("/desk/settings/name", url.Values{"aspect": {"colour"}, "values": {"olive", "moss green"}, "name": {"Army"}})
	p := v.save("/desk/settings/group", url.Values{"aspect": {"colour"}, "values": {"navy", "cream", "black"}, "name": {"Seaside"}})
	if p.status != http.StatusOK || len(p.texts(".set-kinds li")) != 3 {
		t.Fatalf("set is %q", p.texts(".set-kinds li, [role=alert]"))
	}
	p = shopper.begin("backpack")
	labels, field := p.texts(formAnswer+" label"), p.Find(formAnswer+" input[type=checkbox]").First()
	if !strings.HasPrefix(labels[0], "Seaside") || slices.ContainsFunc(labels, func(l string) bool { return strings.HasPrefix(l, "black") }) {
		t.Fatalf("offered %q", labels)
	}
	p = shopper.submit(p, formAnswer, url.Values{field.AttrOr("name", ""): {field.AttrOr("value", "")}})
	if chips := p.chips(); !slices.Contains(chips, "Seaside") {
		t.Errorf("ticked %q", chips)
	}
	for _, id := range p.ids()[:3] {
		if facts := strings.Join(shopper.get("/p/"+id).texts("main"), " "); !strings.Contains(facts, "navy") && !strings.Contains(facts, "cream") && !strings.Contains(facts, "black") {
			t.Errorf("%s is none of the group: %q", id, facts)
		}
	}
	rail := shopper.begin("moss green backpack").rail()
	if got := rail["colour"]; !slices.Contains(got, "moss green") || slices.Contains(got, "olive") {
		t.Errorf("of two values with one name these are ticked: %q", got) // one tick stands for both
	}
	const several = "applicable_scenario" // of which a product has several
	before := shopper.begin("backpack").ticks(several)
	two := commonest(before)[:2]
	v.save("/desk/settings/name", url.Values{"aspect": {several}, "values": two, "name": {"Anything"}})
	p = shopper.begin("backpack")
	form, counts := p.rail(), p.ticks(several)
	form[several] = slices.DeleteFunc(slices.Clone(two), func(value string) bool { return counts[value] == 0 })
	if got := shopper.post(p.at.Path+"/facet", form).full(); len(form[several]) != 1 || got != counts[form.Get(several)] || got >= before[two[0]]+before[two[1]] {
		t.Errorf("of %v one name promises %v, a tick of %q finds %d", before, counts, form[several], got)
	}
}

// The form of an answer has what the shop says now: its file's text, else the entry in its place.
func TestSettingsFact(t *testing.T) {
	v := visit(t, selling(t, "[topic.returns]\nen = \"Within 30 days.\"\n[topic.payment]\nen = \"By invoice.\""))
	v.signIn()
	const form = "/desk/settings/fact"
	p := v.get(form + "?topic=returns&language=en")
	said := func() string { return p.Find("#set-text").Text() }
	if said() != "Within 30 days." {
		t.Errorf("the shop's file is not quoted: %q", said())
	}
	v.save(form, url.Values{"topic": {"contact"}, "language": {"en"}, "text": {"Ring us."}})
	p = v.get(form + "?topic=returns&language=en")
	for _, tc := range [][3]string{{"payment", said(), "By invoice."}, {"contact", said(), "Ring us."}, {"hours", "Mine.", "Mine."}} { // topic, what stands there, what then does
		look := v.submit(p, settingForm, url.Values{"topic": tc[:1], "text": tc[1:2], "language": {"en"}, view.FieldLook: {"1"}})
		if got := look.Find("#set-text").Text(); got != tc[2] {
			t.Errorf("with %q chosen %q becomes %q, want %q", tc[0], tc[1], got, tc[2])
		}
	}
}

// A form that cannot be saved says which field and what to do, and keeps what was typed; the second
// of two editors is told, and saves in a second try.
func TestSettingsRefused(t *testing.T) {
	_, doors := deskDoors(t)
	v := visit(t, doors)
	v.signIn()
	for _, tc := range []struct {
		address string
		fields  url.Values
		want    string
	}{
		{"rank", url.Values{"act": {"pin"}, "products": {"bp-000001"}}, "needs a query or a category"},
		{"rank", url.Values{"act": {"pin"}, "query": {"backpack"}}, "Products: is empty: name at least one"},
		{"rank", url.Values{"act": {"hide"}, "products": {"gone"}}, `there is no product "gone": choose another`},
		{"rank", url.Values{"act": {"hide"}, "products": {"bp-000001"}, "from": {"2026-02-01"}, "to": {"2026-01-01"}}, "To: is before from: exchange the two"},
		{"synonym", url.Values{"words": {"frumious"}, "aspect": {"colour"}, "means": {"octarine"}}, `there is no value "octarine": choose another`},
		{"synonym", url.Values{"words": {"frumious"}, "aspect": {"spin"}, "means": {"up"}}, `there is no attribute "spin": choose another`},
		{"redirect", url.Values{"query": {"returns"}, "url": {"javascript:alert(1)"}}, "Page: is no address"},
		{"name", url.Values{"aspect": {"colour"}, "name": {strings.Repeat("x", 121)}}, "Name: is longer than 120 characters: shorten it"},
		{"fact", url.Values{"topic": {"returns"}, "language": {"en"}}, "Answer: is missing: fill it in"},
		{"start", url.Values{}, "offers nothing: name a category or a sentence"},
	} {
		p := v.save("/desk/settings/"+tc.address, tc.fields)
		if said := strings.Join(p.texts("[role=alert]"), " "); p.status != http.StatusUnprocessableEntity || !strings.Contains(said, tc.want) {
			t.Errorf("%s %v is answered %d %q, want %q", tc.address, tc.fields, p.status, said, tc.want)
		}
		kept := p.fields(p.Find(settingForm))
		p.Find(settingForm + " option[selected]").Each(func(_ int, s *goquery.Selection) {
			kept.Add(s.Parent().AttrOr("name", ""), s.AttrOr("value", ""))
		})
		for name, values := range tc.fields {
			if name != "aspect" && !slices.Contains(kept[name], values[0]) {
				t.Errorf("%s: %s is kept as %q, want %q", tc.address, name, kept[name], values)
			}
		}
	}
	first, second := v.get("/desk/settings/stop"), v.get("/desk/settings/stop")
	if p := v.submit(first, settingForm, url.Values{"words": {"kindly"}, view.FieldBy: {"Ann"}}); p.status != http.StatusOK {
		t.Fatalf("the first is answered %d", p.status)
	}
	told := v.submit(second, settingForm, url.Values{"words": {"please"}})
	if said := strings.Join(told.texts("[role=alert]"), " "); told.status != http.StatusConflict || !strings.Contains(said, "Ann saved meanwhile") {
		t.Fatalf("the second is answered %d %q", told.status, said)
	}
	p := v.submit(told, settingForm, url.Values{"words": {told.Find("textarea[name=words]").Text()}})
	if p.status != http.StatusOK || !strings.Contains(strings.Join(p.texts(".set-kinds"), " "), "please, kindly") {
		t.Errorf("the second try is answered %d, and set is %q", p.status, p.texts(".set-kinds li"))
	}
	if p := v.submit(p, ".set-kinds + h2 + .versions form", nil); !strings.Contains(strings.Join(p.texts(".versions li"), " "), "Ann") || strings.Contains(strings.Join(p.texts(".set-kinds li"), " "), "please") {
		t.Errorf("back at version 1: %q", p.texts(".set-kinds li, .versions li"))
	}
	if p := v.get("/desk/settings/none"); p.status != http.StatusNotFound {
		t.Errorf("no kind answers %d", p.status)
	}
}

// The settings go out as one file and come in again; a file with an error changes nothing, and what
// refers to nothing says so.
func TestSettingsFile(t *testing.T) {
	_, doors := deskDoors(t)
	v := visit(t, doors)
	v.signIn()
	take := func(text string) *sheet {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		base := v.get("/desk/settings").Find("form[enctype] input[name=base]").AttrOr("value", "")
		if err := form.WriteField(view.FieldBase, base); err != nil {
			t.Fatal(err)
		}
		file, err := form.CreateFormFile(view.FieldFile, "settings.json")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(file, text); err != nil {
			t.Fatal(err)
		}
		if err := form.Close(); err != nil {
			t.Fatal(err)
		}
		r := v.request(http.MethodPost, "/desk/settings", url.Values{})
		r.Body, r.ContentLength = io.NopCloser(&body), int64(body.Len())
		r.Header.Set("Content-Type", form.FormDataContentType())
		return v.do(r)
	}
	if p := take(`{"stops": [{"words": []}]}`); p.status != http.StatusUnprocessableEntity || !strings.Contains(strings.Join(p.texts("[role=alert]"), ""), "stops[0].words: is empty") {
		t.Errorf("a file with an error is answered %d %q", p.status, p.texts("[role=alert]"))
	}
	example, err := os.ReadFile("../../agent/settings/testdata/example.json")
	if err != nil {
		t.Fatal(err)
	}
	p := take(string(example))
	if idle := p.texts(".set-kinds .problem"); p.status != http.StatusOK || len(idle) < 8 || !strings.Contains(idle[0], `there is no category "Lamps"`) {
		t.Errorf("the example is answered %d, and refers to nothing: %q", p.status, idle)
	}
	exported := string(v.get("/desk/settings.json").body)
	if p := take(exported); p.status != http.StatusOK || exported != string(example) {
		t.Errorf("what was exported is answered %d: %s", p.status, exported)
	}
	if p := stranger(v).begin("backpack"); len(p.ids()) == 0 {
		t.Error("settings that refer to nothing empty the list")
	}
}

// On a phone and without scripts a merchandiser who comes to a closed desk makes a synonym, a pin by
// query and a renamed attribute in fewer than ten clicks each.
func TestSettingsOnPhone(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		steps []string // "click SELECTOR", "type SELECTOR TEXT"
		see   func(v *visitor) []string
		want  string
	}{
		{"synonym", []string{"click a[href^='/desk/settings/synonym']", "type #set-words frumious", "choose #set-aspect Colour", "type #set-means olive", "click .set-send .primary"},
			func(v *visitor) []string { return v.begin("frumious backpack").chips() }, "Colour: olive"},
		{"pin", []string{"click a[href^='/desk/settings/rank']", "type #set-query tent", "click #set-products .button", "tick #set-products li:nth-child(3) input", "show .set-send [name=preview]", "click .set-send .primary"},
			func(v *visitor) []string { return v.begin("tent").texts(".card .badge, .card .pinned, .card h4") }, ""},
		{"name", []string{"click a[href^='/desk/settings/name']", "choose #set-aspect Colour", "type #set-name Shade", "click .set-send .primary"},
			func(v *visitor) []string { return v.begin("olive backpack").chips() }, "Shade: olive"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, doors := deskDoors(t)
			v := visit(t, doors)
			before := tc.see(v)
			b := openTab(t, doors, phone, false)
			b.open("/desk")
			b.write("#password", deskPassword)
			clicks := 2
			b.turn(func() { b.click("main button") })
			b.turn(func() { b.click("nav a[href='/desk/settings']") })
			for _, step := range tc.steps {
				verb, rest, _ := strings.Cut(step, " ")
				selector, text, _ := strings.Cut(rest, " ")
				switch verb {
				case "click":
					b.turn(func() { b.click(rest) })
					clicks++
				case "show": // on the page of the same address
					b.click(rest)
					b.until("the preview", `!!document.querySelector("#preview")`)
					clicks++
				case "tick":
					b.click(rest)
					clicks++
				case "choose":
					b.write(selector, text)
					clicks++
				case "type":
					b.write(selector, text)
				}
			}
			b.fits()
			if clicks >= 10 {
				t.Errorf("%d clicks", clicks)
			}
			if after := tc.see(v); slices.Equal(after, before) || tc.want != "" && !slices.Contains(after, tc.want) {
				t.Errorf("shoppers see %q, before it %q, want %q", after, before, tc.want)
			}
		})
	}
}
