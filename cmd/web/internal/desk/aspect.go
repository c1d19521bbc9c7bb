package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/insight"
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
	p := &Page{
		Title: w.T("desk.aspect.title", "Aspect", name, "Category", placeOfTalk(w, topic.Category)), Lead: w.T("desk.aspect.lead"), ByPeriod: true, ByCategory: true,
	}
	if now.Shown == 0 {
		return p.without(view.Empty{
			Title: w.T("desk.aspect.none"), Text: w.T("desk.aspect.none-text"),
			Link: views.Link{Text: w.T("desk.asked.title"), URL: r.To(questionsSection.path())},
		}), nil
	}
	shown, shares, means, median := aspectFigures(r, topic)
	p.Report.Tiles = tiles(r, &now, &before, slices.Concat([]questionFigure{shown}, shares, means[:2], []questionFigure{median})...)
	market := insight.Compare(facts, topic, supply)
	p.Report.Sections = []view.Section{{ID: "links", More: view.LinksView([]view.Described{{
		Link: views.Link{Text: w.T("desk.aspect.conversations"), URL: r.talksAbout(topic)},
		Text: w.T("desk.aspect.conversations-text"),
	}, {
		Link: views.Link{Text: w.T("desk.aspect.left"), URL: r.talksAbout(topic, fieldMishap, mishapLeft)},
		Text: w.T("desk.aspect.left-text", "Left", Spell(Share, cellOf(now.Left).Number, w), "Usual", Spell(Decimal, cellOf(now.Leaving).Number, w)),
	}, d.settingLink(r, control.KindWording, topic), d.settingLink(r, control.KindPlace, topic), d.settingLink(r, control.KindMerge, topic)})}}
	p.add(r, "per-option", "desk.aspect.options", "desk.aspect.options-text", optionTable(r, topic, insight.Options(facts, topic)))
	p.add(r, "effect", "desk.asked.effects", "desk.asked.effects-text", responseTable(r, &now))
	wares, unmet := wareTable(r, topic, supply, market.Wares), unmetTable(r, topic, market.Unmet)
	if supply == nil {
		p.Tables = append(p.Tables, wares, unmet)
		p.add(r, "market", "desk.aspect.market", "").Empty = view.Empty{Title: w.T("desk.aspect.no-supply"), Text: w.T("desk.aspect.no-supply-text")}
	} else {
		p.add(r, "market", "desk.aspect.market", "desk.aspect.market-text", wares)
		p.addIf(r, "unmet", "desk.aspect.unmet", "", unmet)
	}
	p.add(r, "texts", "desk.aspect.texts", "desk.aspect.texts-text", textTable(r, topic, &market))
	p.add(r, "all-numbers", "desk.overview.numbers", "desk.overview.numbers-text",
		against(r, "shares", "desk.overview.shares", "desk.overview.shares-counts", &now, &before, shares...),
		against(r, "means", "desk.asked.gains", "desk.asked.gains-counts", &now, &before, means...))
	return p, nil
}

// settingLink leads to a control of a topic.
func (d *Desk) settingLink(r *Request, k control.Kind, t insight.Topic) view.Described {
	return view.Described{
		Link: views.Link{Text: r.Words.T(settingKinds[k].name), URL: settingAddress(control.Slot{Kind: k, Category: t.Category, Aspect: t.Aspect})},
		Text: r.Words.T(settingKinds[k].lead),
	}
}

// supply is what the catalogue has of an aspect in a category, nil where it has no
// such aspect there or no category is chosen.
func (d *Desk) supply(ctx context.Context, topic insight.Topic) (*search.Facet, error) {
	if topic.Category == "" {
		return nil, nil
	}
	shelf, err := d.Clerk.Config().Engine.Shelf(ctx, topic.Category)
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

type questionFigure = figureSpec[insight.Question]

// aspectFigures are what is told of the questions about a topic: how often they were shown,
// the shares of what became of them, what their answers told, and the median time of those.
// Each leads to the conversations behind it, or to the control that changes it.
func aspectFigures(r *Request, topic insight.Topic) (shown questionFigure, shares, means []questionFigure, median questionFigure) {
	q := &insight.Question{Topic: topic}
	wording, place := settingOf(control.KindWording)(q), settingOf(control.KindPlace)(q)
	shown = questionFigure{"desk.asked.shown", "desk.overview.shown-counts", Count, countCell(func(q *insight.Question) int { return q.Shown }), r.talksAbout(topic)}
	shares = []questionFigure{
		{"desk.asked.answered", "desk.asked.answered-share", Share, estimateCell(func(q *insight.Question) insight.Estimate { return q.AnsweredShare }), wording},
		{"desk.asked.skipped", "desk.asked.skipped-share", Share, estimateCell(func(q *insight.Question) insight.Estimate { return q.SkippedShare }), r.talksAbout(topic, fieldMishap, mishapSkipped)},
		{"desk.asked.none", "desk.aspect.none-share", Share, estimateCell(func(q *insight.Question) insight.Estimate { return ofShown(q.NoPreference, q) }), place},
		{"desk.asked.otherwise", "desk.aspect.otherwise-share", Share, estimateCell(func(q *insight.Question) insight.Estimate { return ofShown(q.Otherwise, q) }), wording},
	}
	means = []questionFigure{
		{"desk.asked.predicted", "desk.asked.predicted-counts", Decimal, estimateCell(func(q *insight.Question) insight.Estimate { return q.Predicted }), place},
		{"desk.asked.realised", "desk.asked.realised-counts", Decimal, estimateCell(func(q *insight.Question) insight.Estimate { return q.Realised }), place},
		{"desk.asked.surplus", "desk.asked.surplus-counts", Decimal, estimateCell(func(q *insight.Question) insight.Estimate { return q.Surplus }), place},
	}
	median = questionFigure{"desk.asked.median", "desk.asked.took-counts", Seconds, func(q *insight.Question) Cell { return orUnknown(q.Took.Median, q.Took.N > 0) }, wording}
	return shown, shares, means, median
}

// responseTable compares what was done after answers with what was done after skips, as
// clicks over expected clicks, and draws it.
func responseTable(r *Request, q *insight.Question) *Table {
	type response struct {
		after string
		insight.Response
		ratio Cell
	}
	type c = columnSpec[response]
	place := func(*response) string { return settingOf(control.KindPlace)(q) }
	t := newTable(r, "responses", "desk.aspect.coec", "desk.aspect.coec-counts", "", []response{
		{"desk.aspect.opened-answered", q.Opening.Answered, cellOf(q.Opening.Ratio)}, {"desk.aspect.opened-skipped", q.Opening.Skipped, Unknown()},
		{"desk.aspect.basket-answered", q.Buying.Answered, cellOf(q.Buying.Ratio)}, {"desk.aspect.basket-skipped", q.Buying.Skipped, Unknown()},
	},
		c{"after", "desk.aspect.after", Text, "", textCell(func(x *response) string { return r.Words.T(x.after) })},
		c{"lists", "desk.aspect.lists", Count, "desk.aspect.lists-counts", linkedCell(countCell(func(x *response) int { return x.Lists }), func(*response) string { return r.talksAbout(q.Topic) })},
		c{"acts", "desk.aspect.acts", Count, "desk.aspect.acts-counts", linkedCell(numberCell(func(x *response) float64 { return x.Acts }), func(*response) string { return r.talksAbout(q.Topic) })},
		c{"expected", "desk.aspect.expected", Decimal, "desk.aspect.expected-counts", numberCell(func(x *response) float64 { return x.Expected })},
		c{"coec", "desk.aspect.coec", Decimal, "", linkedCell(estimateCell(func(x *response) insight.Estimate { return x.COEC }), place)},
		c{"ratio", "desk.aspect.ratio", Decimal, "desk.asked.ratio-counts", linkedCell(func(x *response) Cell { return x.ratio }, place)},
	)
	return t.drawn("effects", t.bars(r, "desk.aspect.coec", "desk.aspect.coec", Decimal, len(t.Rows), "coec"))
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
		demand.Points = append(demand.Points, point(wares[i].Demand))
		stock.Points = append(stock.Points, chart.Point{Y: wares[i].Supply})
	}
	return r.Compared(w.T("desk.aspect.wares"), w.T("desk.aspect.of-all"), Share, names, demand, stock)
}

// wareTable is the numbers of wareChart, and what they amount to. What is wanted leads to the
// conversations that ticked it, what is taken to the control of the options, supply to what
// products lack, and a balance to the rule that moves such products.
func wareTable(r *Request, topic insight.Topic, supply *search.Facet, wares []insight.Ware) *Table {
	type c = columnSpec[insight.Ware]
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
		return cell.To(filledForm(&control.Setting{Kind: control.KindRule, Category: topic.Category, Aspect: topic.Aspect, Name: x.Label, Place: place}))
	}
	t := newTable(r, "wares", "desk.aspect.wares", "desk.aspect.wares-counts", "desk.aspect.no-supply", wares,
		c{"value", "desk.aspect.value", Text, "", func(x *insight.Ware) Cell { return Name(wareName(r, supply, x)) }},
		c{"wanted", "desk.aspect.demand", Share, "desk.aspect.demand-counts", linkedCell(estimateCell(func(x *insight.Ware) insight.Estimate { return x.Demand }), behind)},
		c{"supply", "desk.aspect.supply", Share, "desk.aspect.supply-counts", linkedCell(numberCell(func(x *insight.Ware) float64 { return x.Supply }), ready)},
		c{"products", "desk.aspect.products", Count, "desk.aspect.products-counts", linkedCell(countCell(func(x *insight.Ware) int { return x.Products }), ready)},
		c{"offered", "desk.aspect.offered", Count, "desk.aspect.offered-counts", linkedCell(countCell(func(x *insight.Ware) int { return x.Offered }), func(*insight.Ware) string { return r.talksAbout(topic) })},
		c{"taken", "desk.aspect.taken", Share, "desk.aspect.taken-counts", linkedCell(estimateCell(func(x *insight.Ware) insight.Estimate { return x.Taken }), change)},
		c{"balance", "desk.aspect.balance", Text, "desk.aspect.balance-counts", rule},
	).by("-wanted")
	if supply != nil {
		t.drawn("ware-shares", wareChart(r, supply, wares))
	}
	return t.head(r, mostWares)
}

// balances name balances; the even one needs no word.
var balances = map[insight.Balance]string{insight.Scarce: "desk.aspect.scarce", insight.Idle: "desk.aspect.idle"}

func balance(r *Request, b insight.Balance) string {
	if b == insight.Even {
		return ""
	}
	return r.Words.T(balances[b])
}

// unmetTable lists the options that were ticked and that no product meets.
func unmetTable(r *Request, topic insight.Topic, unmet []insight.Unmet) *Table {
	return newTable(r, "gone", "desk.aspect.unmet", "desk.aspect.unmet-counts", "", unmet,
		columnSpec[insight.Unmet]{"option", "desk.aspect.option", Text, "", func(u *insight.Unmet) Cell { return Name(u.Label) }},
		columnSpec[insight.Unmet]{"ticks", "desk.asked.ticked", Count, "desk.aspect.ticks-counts", linkedCell(countCell(func(u *insight.Unmet) int { return u.Ticks }), func(u *insight.Unmet) string {
			return r.talksAbout(topic, fieldTicked, u.Label)
		})},
	)
}

// textTable lists what was typed as something else.
func textTable(r *Request, topic insight.Topic, m *insight.Market) *Table {
	type c = columnSpec[insight.Wanted]
	t := newTable(r, "typed", "desk.aspect.texts", "desk.aspect.texts-counts", "desk.aspect.texts-none", m.Texts,
		c{"text", "desk.aspect.text", Text, "", textCell(func(x *insight.Wanted) string { return x.Text() })},
		c{"times", "desk.aspect.times", Count, "desk.aspect.times-counts", linkedCell(countCell(func(x *insight.Wanted) int { return x.Count }), func(x *insight.Wanted) string {
			return r.talksAbout(topic, fieldSaid, x.Text())
		})},
		c{"products", "desk.aspect.products", Count, "desk.aspect.text-products", func(x *insight.Wanted) Cell {
			return orUnknown(float64(x.Products), x.Products >= 0 && topic.Category != "").To(
				filledForm(&control.Setting{Kind: control.KindSynonym, Category: topic.Category, Aspect: topic.Aspect, Values: []string{strings.ToLower(x.Text())}}))
		}},
		c{"balance", "desk.aspect.balance", Text, "desk.aspect.text-balance", func(x *insight.Wanted) Cell {
			if topic.Category == "" || !x.Scarce() {
				return Name("")
			}
			return Name(balance(r, insight.Scarce))
		}},
		c{"spellings", "desk.aspect.spellings", Text, "", func(x *insight.Wanted) Cell { return Name(otherSpellings(r, &x.Cluster)) }},
		c{"conversations", "desk.aspect.conversations", Count, "desk.aspect.typed-in", func(x *insight.Wanted) Cell {
			return Value(float64(len(x.Conversations))).To(r.To(talksPath, fieldAsked, topic.Aspect, fieldSaid, x.Text()))
		}},
	).head(r, mostTexts)
	if m.Unreadable > 0 {
		t.noted(r.Words.N("desk.aspect.unreadable", m.Unreadable))
	}
	return t
}
