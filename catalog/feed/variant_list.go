package feed

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/catalog"
	"shopclerk/data/feeds"
)

// nesting is data/feeds/columns/nested.json.
var nesting = embeddedTable[struct {
	Lists []string            // the fields under which nested products hold their variants
	Roles map[string][]string // the names of what has a role; an object's parts are joined by a dot
	Noise []string            // the last words of names that say nothing about the product; what else has no role is an attribute
}](feeds.Nested)

// withVariants reads a product that holds a list of its variants, whoever's format it is.
func (t *translation) withVariants(at Place, n node) error {
	var variants []node
	for _, key := range nesting.Lists {
		if variants = n.list(key); len(variants) > 0 {
			delete(n, key)
			break
		}
	}
	if len(variants) == 0 {
		t.begin(at, membership{})
		t.nested(n, nil)
		return t.emit(t.out)
	}
	names := optionNames(n)
	flat, _ := n.flat()
	id := flat.text(nesting.Roles["id"]...)
	group := cmp.Or(id, at.String())
	t.begin(at, membership{part: parent, group: group, id: id})
	t.nested(n, names)
	title := t.out.text("title")
	if err := t.emit(t.out); err != nil {
		return err
	}
	for _, v := range variants {
		t.begin(at, membership{part: variant, group: group})
		t.out.member.options = t.nestedOptions(v, names)
		t.nested(v, names)
		if _, ok := t.out.index["title"]; !ok {
			t.put("title", title)
		}
		if err := t.emit(t.out); err != nil {
			return err
		}
	}
	return nil
}

// optionNames returns the names of the product's options, as in
// {"options": [{"name": "Size", "values": […]}]} and {"options": ["Size"]}.
func optionNames(n node) []string {
	names := n.texts("options")
	for _, o := range n.list("options") {
		names = append(names, o.text("name", "title"))
	}
	return names
}

// nestedOptions writes a variant's options: "option1" by the product's names, an
// object of names and values, or a list of such.
func (t *translation) nestedOptions(v node, names []string) (keys []string) {
	put := func(name string, value catalog.Raw) {
		if key := t.add(name, value); key != "" {
			keys = append(keys, key)
		}
	}
	for i, name := range names {
		if s := v.text(numberedColumn("option#", i+1)); s != "" && s != onlyForm {
			put(name, catalog.Text(s))
		}
		delete(v, numberedColumn("option#", i+1))
	}
	for _, key := range []string{"options", "option_values", "selectedOptions", "selected_options", "attributes", "variant_options"} {
		for _, o := range v.list(key) {
			if name := o.text("name", "option", "option_display_name", "key"); name != "" && o.text("value", "label") != "" {
				put(name, catalog.Text(o.text("value", "label")))
				continue
			}
			for _, k := range o.keys() {
				put(sentence(k), rawOf(o[k]))
			}
		}
		if len(v.list(key)) > 0 {
			delete(v, key)
		}
	}
	return keys
}

// nested writes the roles of an object, and the rest as attributes.
func (t *translation) nested(n node, options []string) {
	flat, order := n.flat()
	used := map[string]bool{}
	for _, role := range madeFields {
		for _, name := range nesting.Roles[role] {
			v, ok := flat[name]
			if !ok || textOf(v) == "" {
				continue
			}
			used[name] = true
			if _, filled := t.out.index[role]; filled {
				continue
			}
			if role == "category" {
				t.out.add(role, rawOf(v))
				continue
			}
			t.put(role, textOf(v))
		}
	}
	for _, key := range order {
		last := nameWords(key)
		if used[key] || len(last) == 0 || slices.Contains(nesting.Noise, last[len(last)-1]) || slices.Contains(nesting.Noise, last[0]) {
			continue
		}
		if v := rawOf(flat[key]); v.Kind != 0 && !slices.Contains(options, key) {
			t.add(strings.TrimPrefix(strings.TrimPrefix(key, "attributes."), "specifications."), v)
		}
	}
}

// flat is the object without objects in it, and the order of its fields: see flatten.
func (n node) flat() (flat node, order []string) {
	flat = node{}
	n.flatten("", 0, func(key string, v any) {
		flat[key] = v
		order = append(order, key)
	})
	return flat, order
}

// flatten gives the fields that are no objects, those within joined by dots; of a list
// of objects that are names and values, each name; of another, a list by field.
func (n node) flatten(prefix string, depth int, add func(string, any)) {
	for _, k := range n.keys() {
		switch v := n[k].(type) {
		case map[string]any:
			if depth < maxDepth {
				node(v).flatten(prefix+k+".", depth+1, add)
			}
		case []any:
			objects := n.list(k)
			if len(objects) == 0 {
				add(prefix+k, v)
				continue
			}
			lists := map[string][]any{}
			var order []string
			for _, o := range objects {
				if name := o.text("name", "key", "label"); name != "" && o["value"] != nil {
					add(prefix+k+"."+name, o["value"])
					continue
				}
				for _, f := range o.keys() {
					if lists[f] == nil {
						order = append(order, f)
					}
					lists[f] = append(lists[f], o[f])
				}
			}
			for _, f := range order {
				add(prefix+k+"."+f, lists[f])
			}
		default:
			add(prefix+k, v)
		}
	}
}
