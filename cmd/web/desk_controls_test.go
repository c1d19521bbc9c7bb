package main

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

const (
	formSetting = "form.setting-form"
	formUndoes  = "#deeds form" // the latest deed's
)

// backpacks is the path of the demonstration shop's backpacks.
func backpacks(t *testing.T) string {
	t.Helper()
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.shop.Catalogue.Categories() {
		if strings.HasSuffix(c.Path, "Backpacks") {
			return c.Path
		}
	}
	t.Fatal("no backpacks")
	return ""
}

// merchandiser logs somebody in beside the shopper.
func merchandiser(shopper *visitor) *visitor {
	shopper.t.Helper()
	desk := stranger(shopper)
	desk.logIn()
	return desk
}

// settle fills in the form of a setting and sends it.
func (v *visitor) settle(kind string, fields url.Values) *sheet {
	v.t.Helper()
	form := v.get("/desk/controls/" + kind + "?" + url.Values{"category": fields["category"]}.Encode())
	if form.status != http.StatusOK || form.Find(formSetting).Length() != 1 {
		v.t.Fatalf("the form of %s answers %d", kind, form.status)
	}
	return v.submit(form, formSetting, fields)
}

// inForce fails unless the setting is in force.
func inForce(t *testing.T, p *sheet) {
	t.Helper()
	if p.status != http.StatusOK || p.at.Path != "/desk/controls" || !slices.Contains(p.texts(".note"), "It is in force.") {
		t.Fatalf("the form led to %s with status %d and says %q", p.at, p.status, p.texts(".note, .problem"))
	}
}

func TestControlsOfQuestions(t *testing.T) {
	shopper := deskDoors(t)
	desk, category := merchandiser(shopper), backpacks(t)
	inForce(t, desk.settle("place", url.Values{"category": {category}, "aspect": {"material"}, "place": {"first"}}))
	inForce(t, desk.settle("wording", url.Values{"category": {category}, "aspect": {"material"}, "text": {"Of what stuff?"}, "help": {"Canvas is <b>heavy</b>."}}))
	p := shopper.begin("backpack")
	question := p.Find("fieldset.question").First()
	if got := strings.TrimSpace(question.Find("legend").Text()); got != "Of what stuff?" {
		t.Fatalf("the first question is %q", got)
	}
	help := question.Find("#" + question.AttrOr("aria-describedby", "none"))
	if help.Text() != "Canvas is <b>heavy</b>." || help.Find("b").Length() > 0 {
		t.Errorf("the help under it is %q", help.Text())
	}
	controls := desk.get("/desk/controls?category=" + url.QueryEscape(category))
	if rows := controls.Find("#settings tbody tr"); rows.Length() != 2 || !strings.Contains(rows.Text(), "“Of what stuff?” with help: Canvas is <b>heavy</b>.") {
		t.Errorf("in force are %q", rows.Text())
	}
	if first := controls.Find("#deeds tbody tr").First().Text(); !strings.Contains(first, "Wording of a question: Material (Backpacks)") || !strings.Contains(first, "nothing") {
		t.Errorf("the latest deed reads %q", first)
	}

	undone := desk.submit(controls, formUndoes, nil)
	if got := undone.texts(".note"); !slices.Contains(got, "It is undone.") {
		t.Fatalf("undoing says %q", got)
	}
	if got := shopper.begin("backpack").texts(".question legend")[0]; got == "Of what stuff?" || !strings.Contains(got, "material") {
		t.Errorf("with the wording undone the first question is %q", got)
	}
	if got := shopper.get(p.at.String()[len(shopper.base):]).texts(".question legend")[0]; got != "Of what stuff?" {
		t.Errorf("the question that was put reads %q now", got)
	}
	again := desk.submit(undone, formUndoes, nil) // the undoing is undone
	if got := shopper.begin("backpack").texts(".question legend")[0]; got != "Of what stuff?" {
		t.Errorf("with the wording back the first question is %q", got)
	}
	if n := again.Find("#deeds tbody tr").Length(); n != 4 {
		t.Errorf("%d deeds", n)
	}

	inForce(t, desk.settle("place", url.Values{"category": {category}, "aspect": {"material"}, "place": {"never"}}))
	for _, q := range shopper.begin("backpack").texts(".question legend") {
		if q == "Of what stuff?" {
			t.Error("what is never to be asked is asked")
		}
	}
	inForce(t, desk.settle("place", url.Values{"category": {category}, "aspect": {"material"}, "clear": {"1"}}))
}

func TestControlsRefuseAndKeepWhatWasTyped(t *testing.T) {
	shopper := deskDoors(t)
	desk, category := merchandiser(shopper), backpacks(t)
	for _, tc := range []struct {
		kind    string
		fields  url.Values
		at      string // the field that tells the problem
		problem string
	}{
		{"merge", url.Values{"aspect": {"colour"}, "name": {"Warm"}, "values": {"rust\ntan\nmauve-ish"}}, "values", "mauve-ish"},
		{"merge", url.Values{"aspect": {""}, "name": {"Warm"}, "values": {"rust"}}, "aspect", "missing"},
		{"wording", url.Values{"aspect": {"material"}, "text": {strings.Repeat("long ", 40)}}, "text", "120"},
		{"product", url.Values{"name": {"no such thing"}, "place": {"first"}}, "name", "no such thing"},
		{"product", url.Values{"name": {"x"}, "place": {"never"}, "last": {"tomorrow"}}, "name", "x"},
		{"experiment", url.Values{"name": {"spring"}, "arm1-name": {"a"}, "arm1-share": {"60"}, "arm1-policy": {"joint"}, "arm2-name": {"b"}, "arm2-share": {"50"}, "arm2-policy": {"sage"}}, "arm1-name", "110"},
		{"experiment", url.Values{"name": {"spring"}, "arm1-name": {"a"}, "arm1-share": {"100"}, "arm1-policy": {"joint"}, "arm1-settings": {"luck = 7"}}, "arm1-name", "luck"},
	} {
		t.Run(tc.kind+" "+tc.problem, func(t *testing.T) {
			if tc.kind != "experiment" {
				tc.fields.Set("category", category)
			}
			p := desk.settle(tc.kind, tc.fields)
			if p.at.Path != "/desk/controls/"+tc.kind || p.status != http.StatusOK {
				t.Fatalf("it led to %s with status %d", p.at, p.status)
			}
			field := p.Find("#" + tc.at)
			if told := p.Find("#" + tc.at + "-problem").Text(); !strings.Contains(told, tc.problem) || field.AttrOr("aria-invalid", "") != "true" ||
				!strings.Contains(field.AttrOr("aria-describedby", ""), tc.at+"-problem") {
				t.Errorf("the field tells %q", told)
			}
			p.Find(formSetting + " input, " + formSetting + " textarea, " + formSetting + " select").Each(func(_ int, f *goquery.Selection) {
				name := f.AttrOr("name", "")
				got := f.AttrOr("value", "")
				switch goquery.NodeName(f) {
				case "textarea":
					got = f.Text()
				case "select":
					got = f.Find("[selected]").AttrOr("value", "")
				}
				if _, unchecked := f.Attr("checked"); f.AttrOr("type", "") == "radio" && !unchecked {
					return
				}
				if want := strings.TrimSpace(tc.fields.Get(name)); want != "" && strings.TrimSpace(got) != want && f.AttrOr("type", "") != "date" {
					t.Errorf("%s was %q and is %q", name, want, got)
				}
			})
		})
	}
	if n := desk.get("/desk/controls").Find("#deeds tr").Length(); n > 0 {
		t.Errorf("%d deeds", n)
	}
	for path, status := range map[string]int{"/desk/controls/later": http.StatusNotFound, "/desk/controls?older=x": http.StatusBadRequest, "/desk/controls/wording?category=Nowhere": http.StatusNotFound} {
		if p := desk.get(path); p.status != status {
			t.Errorf("%s: status %d", path, p.status)
		}
	}
	if p := desk.post("/desk/controls/undo", url.Values{"entry": {"7"}}); p.status != http.StatusOK || p.Find(".problem").Length() != 1 {
		t.Errorf("undoing what was never done: status %d", p.status)
	}
	if p := desk.post("/desk/controls/undo", url.Values{"entry": {"seven"}}); p.status != http.StatusBadRequest {
		t.Errorf("undoing no entry: status %d", p.status)
	}
}

func TestControlsOfProducts(t *testing.T) {
	shopper := deskDoors(t)
	desk, category := merchandiser(shopper), backpacks(t)
	first := shopper.begin("backpack")
	if first.Find(".pinned").Length() > 0 {
		t.Fatal("something is pinned already")
	}
	cards := first.Find(".card")
	link := cards.First().Find("h4 a").AttrOr("href", "")
	gone, last := cards.First().Find("input[name=p]").AttrOr("value", ""), cards.Last().Find("input[name=p]").AttrOr("value", "")
	lastTitle := first.titles()[len(first.titles())-1]
	inForce(t, desk.settle("product", url.Values{"category": {category}, "name": {last}, "place": {"first"}}))
	inForce(t, desk.settle("product", url.Values{"category": {category}, "name": {gone}, "place": {"never"}, "first": {"2020-01-01"}}))
	p := shopper.begin("backpack")
	if p.titles()[0] != lastTitle || p.Find(".card").First().Find(".pinned").Length() != 1 || p.Find(".pinned").Length() != 1 {
		t.Errorf("the list begins with %q; %d are pinned", p.titles()[0], p.Find(".pinned").Length())
	}
	if slices.Contains(p.titles(), first.titles()[0]) {
		t.Error("the hidden product is listed")
	}
	if page := shopper.get(link); page.status != http.StatusNotFound {
		t.Errorf("its page answers %d", page.status)
	}
	if put := shopper.post("/basket", url.Values{"product": {gone}, "quantity": {"1"}}); put.status != http.StatusNotFound {
		t.Errorf("putting it into the basket answers %d", put.status)
	}
	if compared := shopper.get("/compare?p=" + gone + "&p=" + last); strings.Contains(compared.Text(), first.titles()[0]) {
		t.Error("it is compared")
	}
	suggested := "products: " + first.titles()[0]
	if list, _ := shopper.suggestions(first.titles()[0]); slices.Contains(list, suggested) {
		t.Error("it is suggested")
	}
	controls := desk.get("/desk/controls")
	desk.submit(controls, formUndoes, nil)
	if list, _ := shopper.suggestions(first.titles()[0]); !slices.Contains(list, suggested) {
		t.Errorf("shown again, the suggestions are %q", list)
	}
	if page := shopper.get(link); page.status != http.StatusOK {
		t.Errorf("shown again, its page answers %d", page.status)
	}
}

// What stands above a list, what is asked first, and what the start page says and shows are
// set at the desk, and read by those they are for.
func TestControlsOfPages(t *testing.T) {
	shopper := deskDoors(t)
	desk, category := merchandiser(shopper), backpacks(t)
	inForce(t, desk.settle("banner", url.Values{"category": {category}, "text": {"Free straps <b>this week</b>."}, "last": {"2999-12-31"}}))
	inForce(t, desk.settle("pack", url.Values{"category": {category}, "asked1": {"material"}, "asked2": {"colour"}}))
	p := shopper.begin("backpack")
	if got := p.texts(".banner"); !slices.Equal(got, []string{"Free straps <b>this week</b>."}) {
		t.Errorf("above the list stands %q", got)
	}
	if got := p.texts(".question legend"); len(got) < 2 || !strings.Contains(got[0], "material") || !strings.Contains(got[1], "colour") {
		t.Errorf("%q is asked", got)
	}
	if got := shopper.begin("headphones").texts(".banner"); len(got) > 0 {
		t.Errorf("above another list stands %q", got)
	}
	inForce(t, desk.settle("banner", url.Values{"category": {category}, "text": {"It is over."}, "last": {"2020-12-31"}}))
	if got := shopper.begin("backpack").texts(".banner"); len(got) > 0 {
		t.Errorf("after its last day stands %q", got)
	}

	inForce(t, desk.settle("welcome", url.Values{"name": {"en"}, "text": {"Pack well."}}))
	if got := shopper.get("/").texts("h1"); !slices.Equal(got, []string{"Pack well."}) {
		t.Errorf("the start page is headed %q", got)
	}
	last := p.Find(".card").Last().Find("input[name=p]").AttrOr("value", "")
	inForce(t, desk.settle("face", url.Values{"category": {category}, "text": {last}}))
	controls := desk.get("/desk/controls").Find("#settings tbody").Text()
	for _, want := range []string{"Pack well.", last, "“It is over.” until 2020-12-31", "Material · Colour"} {
		if !strings.Contains(controls, want) {
			t.Errorf("in force are %q, without %q", controls, want)
		}
	}
}

func TestControlsOfValues(t *testing.T) {
	shopper := deskDoors(t)
	desk, category := merchandiser(shopper), backpacks(t)
	before := shopper.begin("backpack")
	counts := before.ticks("colour")
	values := commonest(counts)[:2]
	inForce(t, desk.settle("merge", url.Values{"category": {category}, "aspect": {"colour"}, "name": {"Both of them"}, "values": {strings.Join(values, "\r\n")}}))
	inForce(t, desk.settle("synonym", url.Values{"category": {category}, "aspect": {"colour"}, "name": {"Both of them"}, "values": {"twofold"}}))
	p := shopper.begin("backpack")
	merged := p.ticks("colour")
	if merged["Both of them"] < max(counts[values[0]], counts[values[1]]) || merged[values[0]]+merged[values[1]] > 0 {
		t.Fatalf("the facet offers %v", merged)
	}
	ticked := p.rail()
	ticked.Add("colour", "Both of them")
	filtered := shopper.post(p.Find(formFacet).AttrOr("action", ""), ticked)
	if got := filtered.full(); got != merged["Both of them"] {
		t.Errorf("%d products, the box said %d", got, merged["Both of them"])
	}
	if chips := filtered.chips(); !slices.Contains(chips, "Colour: Both of them") {
		t.Errorf("chips %q", chips)
	}
	said := shopper.begin("twofold backpack")
	if got := said.full(); got != merged["Both of them"] || !slices.Contains(said.chips(), "Colour: Both of them") {
		t.Errorf("said so, %d products, chips %q", got, said.chips())
	}
	if form := desk.get("/desk/controls/merge?" + url.Values{"category": {category}, "aspect": {"colour"}, "name": {"Both of them"}}.Encode()); form.Find("textarea").Text() != strings.Join(values, "\n") {
		t.Errorf("its form holds %q", form.Find("textarea").Text())
	}
}

// A readiness page proposes a merge by an address.
func TestControlsFilledInByAnAddress(t *testing.T) {
	desk, category := merchandiser(deskDoors(t)), backpacks(t)
	p := desk.get("/desk/controls/merge?" + url.Values{"category": {category}, "aspect": {"colour"}, "name": {"Tan"}, "value": {"tan", "rust"}}.Encode())
	if got := p.Find("textarea").Text(); got != "tan\nrust" || p.Find("#name").AttrOr("value", "") != "Tan" || p.Find("#aspect [selected]").AttrOr("value", "") != "colour" {
		t.Errorf("the form holds %q", got)
	}
	if p.Find(".problem").Length() > 0 {
		t.Error("it complains before it was sent")
	}
	if p.Find(".values li").Length() == 0 {
		t.Error("it does not tell the aspect's values")
	}
	preview := desk.get("/desk/controls/wording?" + url.Values{"category": {category}, "aspect": {"material"}, "text": {"Of what?"}}.Encode())
	if got := preview.Find(".preview-text").Text(); got != "Of what?" || preview.Find(".preview-question li").Length() == 0 || !strings.Contains(preview.Find(".preview .hint").Text(), "Which material?") {
		t.Errorf("the preview reads %q", preview.Find(".preview").Text())
	}
}
