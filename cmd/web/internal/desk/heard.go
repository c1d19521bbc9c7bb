package desk

import (
	"slices"
	"strings"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/insight"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop/merchant"
	"shopclerk/catalog"
)

// mostHeard is how many rows each table of words shows; further ones are in the file.
const mostHeard = 15

// hearing is what was said in the period and the category chosen.
func (d *Desk) hearing(r *Request) insight.Hearing {
	return memoize(d, "hearing", r.Period, r.Category, func() insight.Hearing { return insight.Hear(d.factsOf(r, r.Period)) })
}

// heard is the page of what people ask for, and what of it the shop does not have.
func (d *Desk) heard(r *Request) (*Page, error) {
	w := r.Words
	p := &Page{Title: w.T("desk.heard.title"), Lead: w.T("desk.heard.lead"), ByPeriod: true, Alone: true, ByCategory: true}
	h := d.hearing(r)
	searched := memoize(d, "searched", r.Period, r.Category, func() insight.Searched { return insight.Searches(d.factsOf(r, r.Period)) })
	nothing := memoize(d, "fruitless", r.Period, r.Category, func() []insight.Fruitless { return insight.Nothing(d.factsOf(r, r.Period)) })
	p.add(r, "unsold", "desk.heard.unsold", "desk.heard.unsold-text", d.unsoldTable(r, h.Unsold))
	p.add(r, "unplaced", "desk.heard.unplaced", "desk.heard.unplaced-text", d.unplacedTable(r, h.Unplaced))
	p.add(r, "nothing", "desk.overview.nothing", "desk.overview.nothing-text", d.fruitlessTable(r, nothing))
	p.add(r, "about-shop", "desk.heard.shop", "desk.heard.shop-text", shopTable(r, h.Shop))
	p.add(r, "about-products", "desk.heard.products", "desk.heard.products-text", d.productsTable(r, h.Products))
	searches := searchTable(r, searched.List)
	if searched.Unreadable > 0 {
		searches.noted(w.N("desk.aspect.unreadable", searched.Unreadable))
	}
	p.add(r, "searched", "desk.heard.searches", "desk.heard.searches-text", searches)
	return p, nil
}

type wordColumn = columnSpec[insight.Word]

// wordTimes is how often it was said.
func wordTimes(r *Request) wordColumn {
	return wordColumn{"times", "desk.heard.times", Count, "desk.heard.times-counts", linkedCell(countCell(func(x *insight.Word) int { return x.Count }), wordTalks(r))}
}

// wordTalks leads to the conversations that said a word; of a question to the latest one.
func wordTalks(r *Request) func(*insight.Word) string {
	return func(x *insight.Word) string {
		if len(x.Spellings) == 0 {
			return r.To(talksPath + "/" + x.Conversations[len(x.Conversations)-1])
		}
		return r.To(talksPath, fieldSaid, x.Text())
	}
}

// wordColumns are a word, how often it was said, with an example, and what can be done.
func wordColumns(r *Request, more ...wordColumn) []wordColumn {
	return slices.Concat([]wordColumn{
		{"word", "desk.heard.word", Text, "", textCell(func(x *insight.Word) string { return x.Text() })},
		wordTimes(r),
	}, conversationColumns(r), more)
}

// conversationColumns lead to the conversations of a word.
func conversationColumns(r *Request) []wordColumn {
	return []wordColumn{
		{"conversations", "desk.overview.conversations", Count, "desk.overview.nothing-conversations", linkedCell(countCell(func(x *insight.Word) int { return len(x.Conversations) }), wordTalks(r))},
		{"example", "desk.overview.example", Text, "", func(x *insight.Word) Cell {
			example := x.Example
			if example == "" || example == journal.Redacted {
				example = r.Words.T("desk.overview.replay")
			}
			return Name(example).To(r.To(talksPath + "/" + x.Conversations[len(x.Conversations)-1]))
		}},
	}
}

// readAs is the form that has words read as others, filled in.
func readAs(words, as string) string {
	return filledForm(&control.Setting{Kind: control.KindReading, Name: strings.ToLower(words), Text: as})
}

// filledForm is the form of a setting that is not in force yet, filled in with it.
func filledForm(s *control.Setting) string {
	q := settingFields(s)
	if len(s.Values) == 0 && s.Place == "" && s.Text == "" {
		q.Set(fieldText, "") // so that the form shows what is typed, and not what is set
	}
	return settingPath(s.Kind) + "?" + q.Encode()
}

func (d *Desk) unplacedTable(r *Request, list []insight.Word) *Table {
	w := r.Words
	return newTable(r, "words", "desk.heard.unplaced", "desk.heard.unplaced-counts", "desk.heard.unplaced-none", list, wordColumns(r,
		wordColumn{"meant", "desk.heard.meant", Text, "desk.heard.meant-counts", func(x *insight.Word) Cell {
			if x.Meant == nil {
				return Name("")
			}
			return Name(d.meantText(r, x.Meant)).With(w.N("desk.heard.agreed", x.Agreed, "All", x.Visited))
		}},
		wordColumn{"synonym", "desk.heard.synonym", Text, "", func(x *insight.Word) Cell {
			return Name(w.T("desk.heard.make-synonym")).To(filledForm(d.synonymOf(r.Category, x)))
		}},
		wordColumn{"redirect", "desk.heard.redirect", Text, "", func(x *insight.Word) Cell {
			return Name(w.T("desk.heard.make-redirect")).To(readAs(x.Text(), ""))
		}},
		wordColumn{"hide", "desk.heard.hide", Text, "", func(x *insight.Word) Cell {
			return Name(w.T("desk.heard.make-hidden")).To(filledForm(&control.Setting{Kind: control.KindReading, Name: strings.ToLower(x.Text()), Place: control.Never}))
		}},
	)...).long("example").head(r, mostHeard)
}

// synonymOf is the setting that has a word mean what its shoppers demanded in its place,
// beside the words that mean it already; with no aspect where that is not known.
func (d *Desk) synonymOf(category string, x *insight.Word) *control.Setting {
	s := &control.Setting{Kind: control.KindSynonym, Category: category}
	if x.Meant != nil {
		s.Aspect, s.Name = x.Meant.Key, x.Meant.Label
		if now := d.Board.Log().Controls().At(s.Slot()); now != nil {
			s.Values = slices.Clone(now.Values)
		}
	}
	if word := strings.ToLower(x.Text()); !slices.Contains(s.Values, word) {
		s.Values = append(s.Values, word)
	}
	return s
}

// meantText names a value with its aspect.
func (d *Desk) meantText(r *Request, o *insight.Offer) string {
	return r.Words.T("desk.controls.named", "Aspect", d.aspectName(insight.Topic{Category: r.Category, Aspect: o.Key}), "Name", o.Label)
}

func (d *Desk) unsoldTable(r *Request, list []insight.Word) *Table {
	return newTable(r, "wants", "desk.heard.unsold", "desk.heard.unsold-counts", "desk.heard.unsold-none", list, wordColumns(r,
		wordColumn{"nearest", "desk.heard.nearest", Text, "desk.heard.nearest-counts", func(x *insight.Word) Cell { return Name(catalog.LastLevel(x.About)) }},
		wordColumn{"redirect", "desk.heard.redirect", Text, "", func(x *insight.Word) Cell {
			return Name(r.Words.T("desk.heard.make-redirect")).To(readAs(x.Text(), catalog.LastLevel(x.About)))
		}},
	)...).long("example").head(r, mostHeard)
}

// productsTable lists what was asked about products that they do not tell.
func (d *Desk) productsTable(r *Request, list []insight.Word) *Table {
	return newTable(r, "product-questions", "desk.heard.products", "desk.heard.products-counts", "desk.heard.answered-all", list, append([]wordColumn{
		{"aspect", "desk.asked.aspect", Text, "", func(x *insight.Word) Cell {
			if x.About == "" {
				return Name(r.Words.T("desk.heard.no-aspect"))
			}
			return Name(d.aspectName(insight.Topic{Category: r.Category, Aspect: x.About})).To(r.To(readinessSection.path()))
		}},
		wordTimes(r),
	}, conversationColumns(r)...)...).long("example").head(r, mostHeard)
}

// shopTable lists what was asked about the shop that it has not told.
func shopTable(r *Request, list []insight.Word) *Table {
	return newTable(r, "shop-questions", "desk.heard.shop", "desk.heard.shop-counts", "desk.heard.answered-all", list, slices.Concat([]wordColumn{
		{"topic", "desk.shop.topic", Text, "", func(x *insight.Word) Cell { return Name(topicLabel(r, x.About)) }},
		wordTimes(r),
	}, conversationColumns(r), []wordColumn{
		{"tell", "desk.heard.tell", Text, "", func(x *insight.Word) Cell { return Name(r.Words.T("desk.heard.tell-it")).To(partPath(x.About)) }},
	})...).long("example").head(r, mostHeard)
}

// topicLabel names a topic about the shop.
func topicLabel(r *Request, id string) string {
	if topic, ok := merchant.Lookup(id); ok {
		return topic.Label(r.Words)
	}
	return id
}

func searchTable(r *Request, list []insight.Search) *Table {
	type c = columnSpec[insight.Search]
	return newTable(r, "searches", "desk.heard.searches", "desk.heard.searches-counts", "desk.aspect.texts-none", list,
		c{"text", "desk.heard.search", Text, "", textCell(func(s *insight.Search) string { return s.Text() })},
		c{"times", "desk.heard.times", Count, "desk.heard.times-counts", func(s *insight.Search) Cell {
			return Value(float64(s.Count)).To(r.To(talksPath, fieldSaid, s.Text()))
		}},
		c{"without_match", "desk.heard.unmatched", Share, "desk.heard.unmatched-counts", func(s *insight.Search) Cell {
			return cellOf(s.Unmatched).To(readAs(s.Text(), ""))
		}},
		c{"good", "desk.heard.good", Share, "desk.heard.good-counts", linkedCell(estimateCell(func(s *insight.Search) insight.Estimate { return s.Good }), func(s *insight.Search) string {
			return r.To(talksPath, fieldSaid, s.Text())
		})},
		c{"spellings", "desk.aspect.spellings", Text, "", textCell(func(s *insight.Search) string { return otherSpellings(r, &s.Cluster) })},
	).long("spellings").head(r, mostHeard)
}

// otherSpellings lists how else a text was spelled.
func otherSpellings(r *Request, c *insight.Cluster) string {
	var out []string
	for _, s := range c.Spellings[1:min(len(c.Spellings), mostSpellings+1)] {
		out = append(out, s.Text)
	}
	return strings.Join(out, r.Words.T("language.comma"))
}
