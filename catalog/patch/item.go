package patch

import "maps"

// Item is what patches say of one product, or of one of its variants: the zero value
// says nothing.
type Item struct {
	Deleted  int64            // version of the latest tombstone; 0: none
	Fields   map[string]Field // by name
	Variants map[string]*Item // of a product, by id
}

// Field is a field's value, as of a version.
type Field struct {
	Version int64
	Value   any // string, int, float64, catalog.Price, catalog.Raw or []catalog.Option
}

// Take lets a patch say what it says, and tells whether it said anything new.
func (i *Item) Take(p *Patch) (news bool) {
	switch {
	case p.Version <= i.Deleted:
		return false
	case p.Variant != "":
		v := i.Variants[p.Variant]
		if v == nil {
			v = &Item{}
		}
		own := *p
		own.Variant = ""
		if news = v.Take(&own); news {
			i.keep(p.Variant, v)
		}
		return news
	case p.Delete:
		i.forget(p.Version)
		i.Deleted = p.Version
		return true
	}
	for name, v := range p.fields() {
		news = i.say(name, Field{p.Version, v}) || news
	}
	return news
}

// say gives a field a value, unless it has one of as high a version.
func (i *Item) say(name string, f Field) (news bool) {
	if old, ok := i.Fields[name]; ok && old.Version >= f.Version || f.Version <= i.Deleted {
		return false
	}
	if i.Fields == nil {
		i.Fields = map[string]Field{}
	}
	i.Fields[name] = f
	return true
}

// forget takes away what was said by a version and those before it.
func (i *Item) forget(version int64) {
	maps.DeleteFunc(i.Fields, func(_ string, f Field) bool { return f.Version <= version })
	for id, v := range i.Variants {
		if v.forget(version); v.Deleted <= version {
			v.Deleted = 0 // it goes with its product
		}
		if v.Deleted == 0 && len(v.Fields) == 0 {
			delete(i.Variants, id)
		}
	}
}

func (i *Item) keep(id string, v *Item) {
	if i.Variants == nil {
		i.Variants = map[string]*Item{}
	}
	i.Variants[id] = v
}

// Adopt lets an item be that of a variant: of one about which patches came by its own id,
// before any said whose it is.
func (i *Item) Adopt(id string, of *Item) {
	v := i.Variants[id]
	if v == nil {
		v = &Item{}
	}
	if of.Deleted > max(i.Deleted, v.Deleted) {
		v.forget(of.Deleted)
		v.Deleted = of.Deleted
	}
	for name, f := range of.Fields {
		if ofVariant[name] && f.Version > i.Deleted {
			v.say(name, f)
		}
	}
	if v.Deleted > 0 || len(v.Fields) > 0 {
		i.keep(id, v)
	}
}
