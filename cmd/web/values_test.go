package main

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/views"
)

// What a question can be answered with besides its options is listed without scripts,
// is found by how it begins, and answers that question and no other.
func TestValues(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("backpack")
	address := func(question int, typed string) string {
		return views.ValuesURL(strings.TrimPrefix(p.at.Path, "/c/"), 1, question) + "&" + views.FieldTyped + "=" + url.QueryEscape(typed)
	}
	at := slices.IndexFunc([]int{0, 1, 2}, func(i int) bool { return len(v.get(address(i, "")).texts(".values button[value]")) > 1 })
	if at < 0 {
		t.Fatal("no question has values besides its options")
	}
	page := v.get(address(at, ""))
	list := page.texts(".values button[value]")
	if page.status != 200 || !slices.IsSortedFunc(list, func(a, b string) int { return strings.Compare(catalog.FoldCase(a), catalog.FoldCase(b)) }) {
		t.Errorf("status %d, %q", page.status, list)
	}
	found := v.get(address(at, strings.ToUpper(list[1][:3]))).texts(".values button[value]")
	if len(found) == 0 || len(found) == len(list) || !slices.Contains(found, list[1]) {
		t.Errorf("of %q, %q begins with %q", list, found, list[1][:3])
	}
	if none := v.get(address(at, "qqq")); none.status != 200 || len(none.texts(".values button[value]")) > 0 {
		t.Errorf("status %d, %q begin with qqq", none.status, none.texts(".values button[value]"))
	}
	answered := v.submit(page, ".values form[method=post]", url.Values{views.QuestionName(at) + views.OtherText: {list[1]}})
	if chips := strings.Join(answered.texts(".chip-text"), "; "); !strings.Contains(chips, list[1]) {
		t.Errorf("answered with %q, the chips are %s", list[1], chips)
	}
	for _, wrong := range []string{"?v=1&question=99", "?v=1&question=-1", "?v=x&question=0", "?v=1"} {
		if got := v.get(p.at.Path + "/values" + wrong); got.status != 400 {
			t.Errorf("%s: status %d", wrong, got.status)
		}
	}
}
