package desk

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/control"
	"shopclerk/agent/insight"
	"shopclerk/catalog"
	"shopclerk/catalog/caption"
	"shopclerk/search"
	"shopclerk/views"
	"shopclerk/views/chart"
	view "shopclerk/views/desk"
)

// How much of an aspect's lists its page shows.
const (
	mostWares     = 40
	mostWareBars  = 12
	mostTexts     = 40
	mostSpellings = 6
)

// aspect is the page of the questions about one aspect of one category, or of the
// whole shop where no category is chosen.
func (d *Desk) aspect(r *Request) (*Page, error) {
	w := r.Words
	topic := insight.Topic{Category: r.Category, Aspect: r.PathValue("aspect")}
	supply, err := d.supply(r.Context(), topic)
	if err != nil {
		return nil, err
	}
	facts := d.Insight.Facts(insight.Period(r.Period))
	now, before := insight.About(facts, topic), insight.About(d.Insight.Facts(insight.Period(r.Period.Before())), topic)
	name := d.aspectName(topic)
	if name == topic.Aspect && supply == nil && now.Shown == 0 {
		return nil, fmt.Errorf("%w: the aspect %q", ErrNotFound, topic.Aspect)
	}
	place := w.T("desk.talks.whole-shop")
	if topic.Category != "" {
		place = agent.CategoryName(topic.Category)
	}
	p := &Page{
		Title: w.T("desk.aspect.title", "Aspect", name, "Category", place), Lead: w.T("desk.aspect.lead"), ByPeriod: true, ByCategory: true,
	}
	if now.Shown == 0 {
		p.Report.Sections = []view.Section{{ID: "none", Empty: view.Empty{
			Title: w.T("desk.aspect.none"), Text: w.T("desk.aspect.none-text"),
			Link: views.Link{Text: w.T("desk.asked.title"), URL: r.To(questionsSection.path())},
		}}}
		return p, nil
	}
	p.Report.Tiles = aspectTiles(r, &now, &before)
	responses := responseTable(r, &now)
	options := optionTable(r, topic, insight.Options(facts, topic))
	market := insight.Compare(facts, topic, supply)
	wares, unmet, texts := wareTable(r, topic, supply, market.Wares), unmetTable(r, topic, market.Unmet), textTable(r, topic, &market)
	shares, means := aspectShares(r, &now, &before), aspectMeans(r, &now, &before)
	p.Tables = []*Table{options, responses, wares, unmet, texts, shares, means}
	add := func(s view.Section) { p.Report.Sections = append(p.Report.Sections, s) }
	add(view.Section{ID: "links", More: view.LinksView([]view.Described{{
		Link: views.Link{Text: w.T("desk.aspect.conversations"), URL: r.talksAbout(topic)},
		Text: w.T("desk.aspect.conversations-text"),
	}, {
		Link: views.Link{Text: w.T("desk.aspect.left"), URL: r.talksAbout(topic, fieldMishap, string(leftThere))},
		Text: w.T("desk.aspect.left-text", "Left", Spell(Share, known(now.Left), w), "Usual", Spell(Decimal, known(now.Leaving), w)),
	}, d.settingLink(r, control.KindWording, topic), d.settingLink(r, control.KindPlace, topic), d.settingLink(r, control.KindMerge, topic)})})
	add(view.Section{ID: "per-option", Title: w.T("desk.aspect.options"), Text: w.T("desk.aspect.options-text"), Tables: []view.Table{options.View(r)}})
	add(view.Section{ID: "effect", Title: w.T("desk.asked.effects"), Text: w.T("desk.asked.effects-text"), Figures: []view.Figure{{
		ID: "effects", Title: w.T("desk.aspect.coec"), Counts: responses.Counts, Charts: []chart.Chart{responseChart(r, &now)}, Table: responses.View(r),
	}}})
	if supply == nil {
		add(view.Section{ID: "market", Title: w.T("desk.aspect.market"), Empty: view.Empty{Title: w.T("desk.aspect.no-supply"), Text: w.T("desk.aspect.no-supply-text")}})
	} else {
		add(view.Section{ID: "market", Title: w.T("desk.aspect.market"), Text: w.T("desk.aspect.market-text"), Figures: []view.Figure{{
			ID: "ware-shares", Title: w.T("desk.aspect.wares"), Counts: wares.Counts, Charts: []chart.Chart{wareChart(r, supply, market.Wares)}, Table: wares.View(r),
		}}})
		if len(market.Unmet) > 0 {
			add(view.Section{ID: "unmet", Title: w.T("desk.aspect.unmet"), Tables: []view.Table{unmet.View(r)}})
		}
	}
	add(view.Section{ID: "texts", Title: w.T("desk.aspect.texts"), Text: w.T("desk.aspect.texts-text"), Tables: []view.Table{texts.View(r)}})
	add(view.Section{ID: "all-numbers", Title: w.T("desk.overview.numbers"), Text: w.T("desk.overview.numbers-text"), Tables: []view.Table{shares.View(r), means.View(r)}})
	return p, nil
}

// settingLink leads to a control of a topic.
func (d *Desk) settingLink(r *Request, k control.Kind, t insight.Topic) view.Described {
	return view.Described{
		Link: views.Link{Text: kindName(r.Words, k), URL: settingAddress(control.Slot{Kind: k, Category: t.Category, Aspect: t.Aspect})},
		Text: kindLead(r.Words, k),
	}
}

// supply is what the catalogue has of an aspect in a category, nil where it has no
// such aspect there or no category is chosen.
func (d *Desk) supply(ctx context.Context, topic insight.Topic) (*search.Facet, error) {
	if topic.Category == "" {
		return nil, nil
	}
	shelf, err := d.Clerk.Engine.Shelf(ctx, topic.Category)
	if err != nil {
		return nil, fmt.Errorf("counting what %s has: %w", topic.Category, err)
	}
	facets := search.Facets(shelf, &search.Ranking{Aside: make([]bool, shelf.Rows())}, []string{topic.Aspect})
	if len(facets) == 0 {
		return nil, nil
	}
	return &facets[0], nil
}

// ofShown is the share of the questions shown that some of them are.
func ofShown(some int, q *insight.Question) insight.Estimate { return insight.Share(some, q.Shown) }

func aspectTiles(r *Request, now, before *insight.Question) []view.Tile {
	w := r.Words
	tile := func(label, counts string, kind Kind, now, before insight.Estimate) view.Tile {
		return r.Tile(label, counts, kind, known(now), known(before))
	}
	median := func(q *insight.Question) float64 {
		if q.Took.N == 0 {
			return math.NaN()
		}
		return q.Took.Median
	}
	out := []view.Tile{
		r.Tile(w.T("desk.asked.shown"), w.T("desk.overview.shown-counts"), Count, float64(now.Shown), float64(before.Shown)),
		tile(w.T("desk.asked.answered"), w.T("desk.asked.answered-share"), Share, now.AnsweredShare, before.AnsweredShare),
		tile(w.T("desk.asked.skipped"), w.T("desk.asked.skipped-share"), Share, now.SkippedShare, before.SkippedShare),
		tile(w.T("desk.asked.none"), w.T("desk.aspect.none-share"), Share, ofShown(now.NoPreference, now), ofShown(before.NoPreference, before)),
		tile(w.T("desk.asked.otherwise"), w.T("desk.aspect.otherwise-share"), Share, ofShown(now.Otherwise, now), ofShown(before.Otherwise, before)),
		tile(w.T("desk.asked.predicted"), w.T("desk.asked.predicted-counts"), Decimal, now.Predicted, before.Predicted),
		tile(w.T("desk.asked.realised"), w.T("desk.asked.realised-counts"), Decimal, now.Realised, before.Realised),
		r.Tile(w.T("desk.asked.median"), w.T("desk.asked.took-counts"), Seconds, median(now), median(before)),
	}
	wording, place := settingOf(control.KindWording)(now), settingOf(control.KindPlace)(now)
	for i, to := range []string{
		r.talksAbout(now.Topic), wording, r.talksAbout(now.Topic, fieldMishap, string(skippedSome)), place, wording, place, place, wording,
	} {
		out[i].URL = to
	}
	return out
}

// aspectShares is what became of the questions, with intervals.
func aspectShares(r *Request, now, before *insight.Question) *Table {
	w := r.Words
	t := against(r, "shares", w.T("desk.overview.shares"), w.T("desk.overview.shares-counts"), Share, Points, w.T("desk.overview.difference-counts"))
	add := estimates(t)
	add(w.T("desk.asked.answered"), w.T("desk.asked.answered-share"), now.AnsweredShare, before.AnsweredShare)
	add(w.T("desk.asked.skipped"), w.T("desk.asked.skipped-share"), now.SkippedShare, before.SkippedShare)
	add(w.T("desk.asked.none"), w.T("desk.aspect.none-share"), ofShown(now.NoPreference, now), ofShown(before.NoPreference, before))
	add(w.T("desk.asked.otherwise"), w.T("desk.aspect.otherwise-share"), ofShown(now.Otherwise, now), ofShown(before.Otherwise, before))
	return t
}

// aspectMeans is what the answers told, with intervals.
func aspectMeans(r *Request, now, before *insight.Question) *Table {
	w := r.Words
	t := against(r, "means", w.T("desk.asked.gains"), w.T("desk.asked.gains-counts"), Decimal, Difference, w.T("desk.overview.difference-counts"))
	add := estimates(t)
	add(w.T("desk.asked.predicted"), w.T("desk.asked.predicted-counts"), now.Predicted, before.Predicted)
	add(w.T("desk.asked.realised"), w.T("desk.asked.realised-counts"), now.Realised, before.Realised)
	add(w.T("desk.asked.surplus"), w.T("desk.asked.surplus-counts"), now.Surplus, before.Surplus)
	return t
}

// responses are the four lists of an effect, with their names.
func responses(r *Request, q *insight.Question) (names []string, all []insight.Response) {
	w := r.Words
	return []string{
			w.T("desk.aspect.opened-answered"), w.T("desk.aspect.opened-skipped"), w.T("desk.aspect.basket-answered"), w.T("desk.aspect.basket-skipped"),
		}, []insight.Response{
			q.Opening.Answered, q.Opening.Skipped, q.Buying.Answered, q.Buying.Skipped,
		}
}

// responseChart draws clicks over expected clicks.
func responseChart(r *Request, q *insight.Question) chart.Bars {
	names, all := responses(r, q)
	s := chart.Series{Name: r.Words.T("desk.aspect.coec")}
	for _, x := range all {
		s.Points = append(s.Points, point(0, x.COEC))
	}
	return r.Compared(r.Words.T("desk.aspect.coec"), r.Words.T("desk.aspect.coec"), Decimal, names, s)
}

// responseTable is the numbers of responseChart.
func responseTable(r *Request, q *insight.Question) *Table {
	w := r.Words
	t := &Table{ID: "responses", Caption: w.T("desk.aspect.coec"), Counts: w.T("desk.aspect.coec-counts"), Columns: []Column{
		{Key: "after", Label: w.T("desk.aspect.after")},
		{Key: "lists", Label: w.T("desk.aspect.lists"), Kind: Count, Help: w.T("desk.aspect.lists-counts")},
		{Key: "acts", Label: w.T("desk.aspect.acts"), Kind: Count, Help: w.T("desk.aspect.acts-counts")},
		{Key: "expected", Label: w.T("desk.aspect.expected"), Kind: Decimal, Help: w.T("desk.aspect.expected-counts")},
		{Key: "coec", Label: w.T("desk.aspect.coec"), Kind: Decimal},
		{Key: "ratio", Label: w.T("desk.aspect.ratio"), Kind: Decimal, Help: w.T("desk.asked.ratio-counts")},
	}}
	names, all := responses(r, q)
	ratios := []Cell{estimated(q.Opening.Ratio), Unknown(), estimated(q.Buying.Ratio), Unknown()}
	for i, x := range all {
		t.Rows = append(t.Rows, []Cell{Name(names[i]), Value(float64(x.Lists)), Value(x.Acts), Value(x.Expected), estimated(x.COEC), ratios[i]})
	}
	return t
}

// wareName names a value, or a range of numbers.
func wareName(r *Request, supply *search.Facet, ware *insight.Ware) string {
	if ware.Range == nil {
		return ware.Label
	}
	a := &supply.Column.Aspect
	if ware.Range.High == nil {
		return r.Words.T("amount.and-more", "Low", caption.Amount(r.Words, a, *ware.Range.Low))
	}
	return caption.Span(r.Words, a, *ware.Range.Low, *ware.Range.High)
}

// wareChart draws demand beside supply: of values the ones that are wanted or stocked
// most, of numbers all ranges in their order.
func wareChart(r *Request, supply *search.Facet, wares []insight.Ware) chart.Bars {
	w := r.Words
	if supply.Column.Aspect.Kind != catalog.Numeric {
		wares = slices.Clone(wares)
		slices.SortStableFunc(wares, func(a, b insight.Ware) int {
			return cmp.Compare(max(b.Supply, b.Demand.Value), max(a.Supply, a.Demand.Value))
		})
		wares = wares[:min(len(wares), mostWareBars)]
	}
	demand, stock := chart.Series{Name: w.T("desk.aspect.demand")}, chart.Series{Name: w.T("desk.aspect.supply")}
	var names []string
	for i := range wares {
		names = append(names, wareName(r, supply, &wares[i]))
		demand.Points = append(demand.Points, point(0, wares[i].Demand))
		stock.Points = append(stock.Points, chart.Point{Y: wares[i].Supply})
	}
	return r.Compared(w.T("desk.aspect.wares"), w.T("desk.aspect.of-all"), Share, names, demand, stock)
}

// wareTable is the numbers of wareChart, and what they amount to. What is wanted leads to the
// conversations that ticked it, what is taken to the control of the options, supply to what
// products lack, and a balance to the rule that moves such products.
func wareTable(r *Request, topic insight.Topic, supply *search.Facet, wares []insight.Ware) *Table {
	type c = column[insight.Ware]
	behind := func(x *insight.Ware) string {
		return r.talksAbout(topic, fieldTicked, x.Label) // of a range, those asked about the aspect
	}
	options := control.Slot{Kind: control.KindMerge, Category: topic.Category, Aspect: topic.Aspect}
	if supply != nil && supply.Column.Aspect.Kind == catalog.Numeric {
		options.Kind = control.KindPlace // ranges have no values to merge
	}
	change := func(*insight.Ware) string { return settingAddress(options) }
	ready := func(*insight.Ware) string { return r.To(readinessSection.path(), fieldCategory, topic.Category) }
	rule := func(x *insight.Ware) Cell {
		cell, place := Name(balance(r, x.Balance)), control.Early
		if x.Balance == insight.Even || x.Label == "" {
			return cell
		}
		if x.Balance == insight.Idle {
			place = control.Late
		}
		return cell.To(filled(&control.Setting{Kind: control.KindRule, Category: topic.Category, Aspect: topic.Aspect, Name: x.Label, Place: place}))
	}
	return declared(r, "wares", "desk.aspect.wares", "desk.aspect.wares-counts", "desk.aspect.no-supply", wares,
		c{"value", "desk.aspect.value", Text, "", func(x *insight.Ware) Cell { return Name(wareName(r, supply, x)) }},
		c{"wanted", "desk.aspect.demand", Share, "desk.aspect.demand-counts", linked(guessed(func(x *insight.Ware) insight.Estimate { return x.Demand }), behind)},
		c{"supply", "desk.aspect.supply", Share, "desk.aspect.supply-counts", linked(func(x *insight.Ware) Cell { return Value(x.Supply) }, ready)},
		c{"products", "desk.aspect.products", Count, "desk.aspect.products-counts", linked(counted(func(x *insight.Ware) int { return x.Products }), ready)},
		c{"offered", "desk.aspect.offered", Count, "desk.aspect.offered-counts", linked(counted(func(x *insight.Ware) int { return x.Offered }), func(*insight.Ware) string { return r.talksAbout(topic) })},
		c{"taken", "desk.aspect.taken", Share, "desk.aspect.taken-counts", linked(guessed(func(x *insight.Ware) insight.Estimate { return x.Taken }), change)},
		c{"balance", "desk.aspect.balance", Text, "desk.aspect.balance-counts", rule},
	).by("-wanted").head(r, mostWares)
}

// balance names a balance; the even one needs no word.
func balance(r *Request, b insight.Balance) string {
	switch b {
	case insight.Scarce:
		return r.Words.T("desk.aspect.scarce")
	case insight.Idle:
		return r.Words.T("desk.aspect.idle")
	}
	return ""
}

// unmetTable lists the options that were ticked and that no product meets.
func unmetTable(r *Request, topic insight.Topic, unmet []insight.Unmet) *Table {
	return declared(r, "gone", "desk.aspect.unmet", "desk.aspect.unmet-counts", "", unmet,
		column[insight.Unmet]{"option", "desk.aspect.option", Text, "", func(u *insight.Unmet) Cell { return Name(u.Label) }},
		column[insight.Unmet]{"ticks", "desk.asked.ticked", Count, "desk.aspect.ticks-counts", linked(counted(func(u *insight.Unmet) int { return u.Ticks }), func(u *insight.Unmet) string {
			return r.talksAbout(topic, fieldTicked, u.Label)
		})},
	)
}

// textTable lists what was typed as something else.
func textTable(r *Request, topic insight.Topic, m *insight.Market) *Table {
	type c = column[insight.Wanted]
	t := declared(r, "typed", "desk.aspect.texts", "desk.aspect.texts-counts", "desk.aspect.texts-none", m.Texts,
		c{"text", "desk.aspect.text", Text, "", func(x *insight.Wanted) Cell { return Name(x.Text()) }},
		c{"times", "desk.aspect.times", Count, "desk.aspect.times-counts", linked(counted(func(x *insight.Wanted) int { return x.Count }), func(x *insight.Wanted) string {
			return r.talksAbout(topic, fieldSaid, x.Text())
		})},
		c{"products", "desk.aspect.products", Count, "desk.aspect.text-products", func(x *insight.Wanted) Cell {
			return orUnknown(float64(x.Products), x.Products >= 0 && topic.Category != "").To(
				filled(&control.Setting{Kind: control.KindSynonym, Category: topic.Category, Aspect: topic.Aspect, Values: []string{strings.ToLower(x.Text())}}))
		}},
		c{"balance", "desk.aspect.balance", Text, "desk.aspect.text-balance", func(x *insight.Wanted) Cell {
			if topic.Category == "" || !x.Scarce() {
				return Name("")
			}
			return Name(balance(r, insight.Scarce))
		}},
		c{"spellings", "desk.aspect.spellings", Text, "", func(x *insight.Wanted) Cell { return Name(spellings(r, &x.Cluster)) }},
		c{"conversations", "desk.aspect.conversations", Count, "desk.aspect.typed-in", func(x *insight.Wanted) Cell {
			return Value(float64(len(x.Conversations))).To(r.To(talksPath, fieldAsked, topic.Aspect, fieldSaid, x.Text()))
		}},
	).head(r, mostTexts)
	if m.Unreadable > 0 {
		t.Note = strings.TrimSpace(t.Note + " " + r.Words.N("desk.aspect.unreadable", m.Unreadable))
	}
	return t
}
