package desk

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/insight"
	"shopclerk/agent/desk/readiness"
	"shopclerk/agent/journal"
	"shopclerk/catalog"
	"shopclerk/views"
	view "shopclerk/views/desk"
)

// advice is one thing to do, with its reason.
type advice struct {
	kind      string // of what is to be done, in one word
	text, why string
	effect    float64          // conversations of the period that it would have been about, at most
	setting   *control.Setting // that does it; nil: it is done elsewhere, or needs words
	look      string           // address of the form, filled in, or of where it is done
	behind    string           // address of what it rests on; may be empty
}

// leastEffect is the effect below which advice is not given: half a conversation is
// none.
const leastEffect = 0.5

// rarelyAnswered is the share of answers below which a question that people leave at is better
// not asked than worded anew: most of those who stay have nothing to say to it.
const rarelyAnswered = 1.0 / 3

// advise lists what to do next, what concerns most conversations first.
func (d *Desk) advise(r *Request) ([]advice, error) {
	reports, err := d.judged(r.Context())
	if err != nil {
		return nil, err
	}
	a := advising{Desk: d, Request: r, controls: d.Board.Log().Controls()}
	questions, heard := d.gathered(r)
	a.questions(questions)
	a.words(heard)
	a.catalogue(questions, reports)
	a.list = slices.DeleteFunc(a.list, func(x advice) bool { return x.effect < leastEffect })
	slices.SortStableFunc(a.list, func(x, y advice) int { return cmp.Or(cmp.Compare(y.effect, x.effect), strings.Compare(x.text, y.text)) })
	return a.list, nil
}

// advising gathers advice.
type advising struct {
	*Desk
	*Request
	controls *control.Controls
	list     []advice
}

func (a *advising) add(x advice) {
	if x.setting != nil && x.look == "" {
		x.look = filledForm(x.setting)
	}
	a.list = append(a.list, x)
}

// visits are the conversations that looked in a category, and those of them with a basket.
type visits struct{ all, bought int }

// visited counts them by category.
func (d *Desk) visited(r *Request) map[string]visits {
	return memoize(d, "visited", r.Period, "", func() map[string]visits {
		out := map[string]visits{}
		for _, f := range d.Insight.Facts(insight.Period(r.Period)) {
			var seen []string
			bought := anyTurn(f, func(t *insight.Turn) bool { return touchedAt(t, journal.Basket) })
			for i := range f.Turns {
				for _, c := range f.Turns[i].Scope {
					if !slices.Contains(seen, c) {
						seen = append(seen, c)
						v := out[c]
						out[c] = visits{v.all + 1, v.bought + insight.Indicator(bought)}
					}
				}
			}
		}
		return out
	})
}

// questions advises on what is asked: what makes people leave, and what pays to be asked
// sooner. The effect of the first is the leavings beyond what is usual, that of the
// second the baskets that those who were not asked would surely have had at the rate of
// those who answered. Both rest on correlation.
func (a *advising) questions(list []insight.Question) {
	w, visited, left := a.Words, a.visited(a.Request), significantLeaving(list)
	pays := significant(list, func(q *insight.Question) insight.Estimate { return q.Buying.Ratio })
	for i := range list {
		q := &list[i]
		aspect, category := a.topicNames(a.Request, q.Topic)
		place := a.controls.At(control.Slot{Kind: control.KindPlace, Category: q.Category, Aspect: q.Aspect})
		if left[q.Topic] && (place == nil || place.Place != control.Never) {
			x := advice{
				kind: "leaving", effect: q.Excess,
				behind: a.talksAbout(q.Topic, fieldMishap, mishapLeft),
				text:   w.T("desk.advice.reword", "Aspect", aspect, "Category", category),
				why:    w.T("desk.advice.reword-why", "Left", Spell(Share, q.Left.Value, w), "Times", Spell(Decimal, q.Leaving.Value, w)),
				look:   settingAddress(control.Slot{Kind: control.KindWording, Category: q.Category, Aspect: q.Aspect}),
			}
			if q.AnsweredShare.High < rarelyAnswered {
				x.text = w.T("desk.advice.never", "Aspect", aspect, "Category", category)
				x.why += " " + w.T("desk.advice.never-why", "Answered", Spell(Share, q.AnsweredShare.Value, w))
				x.setting, x.look = &control.Setting{Kind: control.KindPlace, Category: q.Category, Aspect: q.Aspect, Place: control.Never}, ""
			}
			a.add(x)
		}
		if v := visited[q.Category]; pays[q.Topic] && place == nil && v.all > q.Conversations {
			unasked := v.all - q.Conversations
			a.add(advice{
				kind: "early", effect: float64(unasked) * q.AnsweredShare.Value * float64(v.bought) / float64(v.all) * max(0, q.Buying.Ratio.Low-1),
				text:    w.T("desk.advice.early", "Aspect", aspect, "Category", category),
				why:     w.T("desk.advice.early-why", "Times", Spell(Decimal, q.Buying.Ratio.Value, w), "Unasked", w.Number(unasked)),
				setting: &control.Setting{Kind: control.KindPlace, Category: q.Category, Aspect: q.Aspect, Place: control.Early},
				behind:  a.talksAbout(q.Topic),
			})
		}
	}
}

// words advises on what was said and not had: the effect is how many conversations said
// it, of a synonym those that would agree with it.
func (a *advising) words(h insight.Hearing) {
	w := a.Words
	told := func(x *insight.Word) float64 { return float64(len(x.Conversations)) }
	latest := func(x *insight.Word) string { return a.To(talksPath + "/" + x.Conversations[len(x.Conversations)-1]) }
	for i := range h.Unplaced {
		x := &h.Unplaced[i]
		to := advice{
			kind: "reading", effect: told(x), behind: a.To(talksPath, fieldSaid, x.Text()),
			text: w.T("desk.advice.reading", "Word", x.Text()),
			why:  w.N("desk.advice.reading-why", x.Count, "Example", cmp.Or(x.Example, x.Text())),
			look: readAs(x.Text(), ""),
		}
		if x.Meant != nil && 2*x.Agreed > x.Visited { // most of them meant it
			to.kind = "synonym"
			to.setting, to.look = a.synonymOf(a.Category, x), ""
			to.effect *= float64(x.Agreed) / float64(x.Visited)
			to.text = w.T("desk.advice.synonym", "Word", x.Text(), "Value", a.meantText(a.Request, x.Meant))
			to.why = w.N("desk.advice.synonym-why", x.Count, "Agreed", w.Number(x.Agreed), "All", w.Number(x.Visited))
		}
		a.add(to)
	}
	for i := range h.Unsold {
		x := &h.Unsold[i]
		a.add(advice{
			kind: "stock", effect: told(x), behind: a.To(talksPath, fieldSaid, x.Text()), look: readAs(x.Text(), catalog.LastLevel(x.About)),
			text: w.T("desk.advice.stock", "Word", x.Text()), why: w.N("desk.advice.stock-why", x.Count),
		})
	}
	for i := range h.Shop {
		x := &h.Shop[i]
		a.add(advice{
			kind: "tell", effect: told(x), behind: latest(x), look: partPath(x.About),
			text: w.T("desk.advice.tell", "Topic", topicLabel(a.Request, x.About)), why: w.N("desk.advice.tell-why", x.Count),
		})
	}
	for i := range h.Products {
		x := &h.Products[i]
		if x.About == "" {
			continue
		}
		a.add(advice{
			kind: "answer", effect: told(x), behind: latest(x), look: a.To(readinessSection.path()),
			text: w.T("desk.advice.answer", "Aspect", a.aspectName(insight.Topic{Category: a.Category, Aspect: x.About})), why: w.N("desk.advice.answer-why", x.Count),
		})
	}
}

// catalogue advises on what hides products from who answers: values that are the same
// under several names, and products without a value. The effect is the answers given,
// times the share of the category's products that are hidden.
func (a *advising) catalogue(questions []insight.Question, reports []readiness.Report) {
	w := a.Words
	v := readinessView{controls: a.controls}
	answered := map[insight.Topic]int{}
	for i := range questions {
		answered[questions[i].Topic] = questions[i].Ticked
	}
	for i := range reports {
		x := &reports[i]
		for j := range x.Aspects {
			aspect := &x.Aspects[j]
			n := answered[insight.Topic{Category: x.Category, Aspect: aspect.Key}]
			if n == 0 {
				continue
			}
			hidden := func(products int) float64 { return float64(n) * float64(products) / float64(x.Products) }
			for _, same := range v.open(x, aspect) {
				s := &control.Setting{Kind: control.KindMerge, Category: x.Category, Aspect: aspect.Key, Name: same.Label}
				for _, spelling := range same.Values {
					s.Values = append(s.Values, spelling.Text)
				}
				a.add(advice{
					kind: "merge", effect: hidden(same.Missed), setting: s, behind: a.talksAbout(insight.Topic{Category: x.Category, Aspect: aspect.Key}),
					text: w.T("desk.advice.merge", "Values", strings.Join(s.Values, " · "), "Aspect", aspect.Label, "Category", x.Name),
					why:  w.N("desk.advice.merge-why", same.Missed),
				})
			}
			if aspect.Askable && aspect.Missing > 0 {
				a.add(advice{
					kind: "complete", effect: hidden(aspect.Missing), look: a.To(readinessSection.path(), fieldCategory, x.Category),
					behind: a.talksAbout(insight.Topic{Category: x.Category, Aspect: aspect.Key}),
					text:   w.T("desk.advice.complete", "Aspect", aspect.Label, "Category", x.Name),
					why:    w.N("desk.advice.complete-why", aspect.Missing, "Answers", w.Number(n)),
				})
			}
		}
	}
}

// item presents advice: a button that does it at once where no words are needed, its
// preview, and what it rests on. What is done is undone in the history of the controls.
func (x *advice) item(r *Request) view.Item {
	w := r.Words
	out := view.Item{Text: x.text, Why: x.why, Effect: w.N("desk.advice.effect", int(x.effect+leastEffect))}
	if x.setting != nil {
		out.Do.Action, out.Button = settingPath(x.setting.Kind), w.T("desk.advice.do")
		q := settingFields(x.setting)
		for _, name := range []string{fieldCategory, fieldAspect, fieldName, fieldText, fieldPlace, fieldValues} {
			if q.Has(name) {
				out.Do.Hidden = append(out.Do.Hidden, views.Field{Name: name, Value: q.Get(name)})
			}
		}
		out.Links = append(out.Links, views.Link{Text: w.T("desk.advice.preview"), URL: x.look})
	} else {
		out.Links = append(out.Links, views.Link{Text: w.T("desk.advice.go"), URL: x.look})
	}
	if x.behind != "" {
		out.Links = append(out.Links, views.Link{Text: w.T("desk.advice.behind"), URL: x.behind})
	}
	return out
}
