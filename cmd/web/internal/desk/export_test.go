package desk

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	view "shopclerk/views/desk"
)

// The documented line has every field that a line can have, and none else.
func TestExampleOfJSONLines(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/desk.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(text), "\n```json\n")
	example, _, _ = strings.Cut(example, "\n```\n")
	var turn view.Turn
	in := json.NewDecoder(strings.NewReader(example))
	in.DisallowUnknownFields()
	if err := in.Decode(&turn); err != nil {
		t.Fatal(err)
	}
	set := map[string]bool{}
	note(set, reflect.ValueOf(turn))
	for field, ok := range set {
		if !ok {
			t.Errorf("the example has no %s", field)
		}
	}
	if len(set) < 30 {
		t.Errorf("only %d fields were looked at", len(set))
	}
}

// note notes which fields of our types have a value, in any element.
func note(set map[string]bool, v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			note(set, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && field.Tag.Get("json") != "-" {
				name := v.Type().Name() + "." + field.Name
				set[name] = set[name] || !v.Field(i).IsZero()
				note(set, v.Field(i))
			}
		}
	}
}
