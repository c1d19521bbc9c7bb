package insight

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/memory"
	"shopclerk/agent/tools"
)

// ErrandSummary is what became of what shoppers wanted done.
type ErrandSummary struct {
	ErrandSum                  // of all
	Conversations     int      // with at least one turn
	With              int      // of them, those with an errand
	WithShare         Estimate // of Conversations
	ByTool            []ErrandSum
	Asked             []ErrandQuestion // most asked first
	Done              []int            // errands done, by the turns they took less one
	Beyond            []Cluster        // the words of errands that no tool does, commonest first
	Unreadable        int              // of them, those whose words are no longer kept or hold no word
	Obstacles         []Impossible     // commonest first
	Lacking, NotHere  int              // declined: for want of an answer; because no tool does it
	Refusing, Failing int              // declined: because it is impossible now; for any other reason
}

// ErrandSum adds up errands.
type ErrandSum struct {
	Tool      string // "": none does it
	Title     string // what it was called the last time
	Errands   int    // begun
	Ended     Endings
	Questions int // put, each once
	Confirmed int // errands for which a confirmation was shown

	// Shares and means are over errands, those of one conversation included, which are
	// not quite independent of each other: the intervals are a little too narrow.
	DoneShare     Estimate // of those begun
	QuestionsEach Estimate // mean questions of an errand
	TurnsEach     Estimate // mean turns of an errand that was done, from the first words to the deed

	questions, turns sample
}

// Endings counts errands by how they ended: they add up to the errands.
type Endings struct{ Done, Declined, Refused, Dropped, Open int }

// ErrandQuestion is what became of the questions about one parameter of one tool.
// "No preference" is an answer that it does not matter or is not known; "something
// else" is one in words.
type ErrandQuestion struct {
	Tool, Parameter string
	Label           string // what the parameter was called the last time
	Outcomes
	Errands       int      // that were asked it
	AnsweredShare Estimate // of those shown: the answer says a value
}

// Impossible is why something could not be done.
type Impossible struct {
	Tool string
	Obstacle
	Errands       int // that met it
	Done          int // of them, those that were done all the same
	Conversations []string
}

// Errands adds up the errands of some conversations, each once by its id.
func Errands(facts []*Facts) ErrandSummary {
	s := ErrandSummary{}
	by := summing{seen: map[string]bool{}, tools: map[string]*ErrandSum{}, asked: map[[2]string]*ErrandQuestion{}, obstacles: map[obstacleOf]*Impossible{}}
	for _, f := range facts {
		if len(f.Turns) == 0 {
			continue
		}
		s.Conversations++
		s.With += indicator(len(f.Errands) > 0)
		for i := range f.Errands {
			if e := &f.Errands[i]; !by.seen[e.ID] {
				by.seen[e.ID] = true
				s.add(e)
				by.add(e, f.ID)
			}
		}
	}
	s.ErrandSum.judge()
	s.WithShare = Share(s.With, s.Conversations)
	by.into(&s)
	return s
}

// add adds an errand to what is counted of all.
func (s *ErrandSummary) add(e *Errand) {
	s.ErrandSum.add(e)
	switch e.Ending {
	case memory.Done:
		for len(s.Done) < e.Turns {
			s.Done = append(s.Done, 0)
		}
		s.Done[e.Turns-1]++
	case memory.Declined:
		s.NotHere += indicator(e.Clarity == tools.Beyond)
		s.Lacking += indicator(e.Clarity == tools.Missing)
		s.Refusing += indicator(e.Clarity == tools.Wrong)
		s.Failing += indicator(e.Clarity != tools.Beyond && e.Clarity != tools.Missing && e.Clarity != tools.Wrong)
	}
}

// add adds an errand.
func (s *ErrandSum) add(e *Errand) {
	s.Title = cmp.Or(e.Title, s.Title)
	s.Errands++
	switch e.Ending {
	case memory.Done:
		s.Ended.Done++
		s.turns.add(float64(e.Turns))
	case memory.Declined:
		s.Ended.Declined++
	case memory.Refused:
		s.Ended.Refused++
	case memory.Dropped:
		s.Ended.Dropped++
	default:
		s.Ended.Open++
	}
	s.Questions += len(e.Inquiries)
	s.Confirmed += indicator(e.Confirmed)
	s.questions.add(float64(len(e.Inquiries)))
}

// judge computes the shares and means.
func (s *ErrandSum) judge() {
	s.DoneShare = Share(s.Ended.Done, s.Errands)
	s.QuestionsEach, s.TurnsEach = s.questions.mean(), s.turns.mean()
	s.QuestionsEach.Low, s.TurnsEach.Low = max(0, s.QuestionsEach.Low), max(0, s.TurnsEach.Low) // Student's interval knows no bounds
}

// summing is what is gathered by tool, by parameter and by reason.
type summing struct {
	seen      map[string]bool // ids of tasks
	tools     map[string]*ErrandSum
	asked     map[[2]string]*ErrandQuestion // by tool and parameter
	obstacles map[obstacleOf]*Impossible
	beyond    []typedText
}

type obstacleOf struct {
	tool string
	Obstacle
}

// getOrMake returns what a map has at a key, made where it has nothing.
func getOrMake[K comparable, V any](m map[K]*V, key K) *V {
	v := m[key]
	if v == nil {
		v = new(V)
		m[key] = v
	}
	return v
}

func (by *summing) add(e *Errand, conversation string) {
	tool := e.Does()
	if e.Ending == memory.Declined && e.Clarity == tools.Beyond {
		by.beyond = append(by.beyond, typedText{e.Words, conversation})
	}
	sum := getOrMake(by.tools, tool)
	sum.Tool = tool
	sum.add(e)
	var asked []*ErrandQuestion
	for _, i := range e.Inquiries {
		q := getOrMake(by.asked, [2]string{tool, i.Parameter})
		q.Tool, q.Parameter, q.Label = tool, i.Parameter, cmp.Or(i.Label, q.Label)
		q.Outcomes.add(&Asked{Outcome: i.Outcome})
		if !slices.Contains(asked, q) {
			asked = append(asked, q)
			q.Errands++
		}
	}
	for _, o := range e.Obstacles {
		x := getOrMake(by.obstacles, obstacleOf{tool, o})
		x.Tool, x.Obstacle = tool, o
		x.Errands++
		x.Done += indicator(e.Ending == memory.Done)
		if n := len(x.Conversations); n == 0 || x.Conversations[n-1] != conversation {
			x.Conversations = append(x.Conversations, conversation)
		}
	}
}

// into puts what was gathered into a summary, in a total order.
func (by *summing) into(s *ErrandSummary) {
	for _, t := range by.tools {
		t.judge()
		s.ByTool = append(s.ByTool, *t)
	}
	slices.SortFunc(s.ByTool, func(a, b ErrandSum) int {
		return cmp.Or(cmp.Compare(b.Errands, a.Errands), strings.Compare(a.Tool, b.Tool))
	})
	for _, q := range by.asked {
		q.AnsweredShare = Share(q.Answered(), q.Shown)
		s.Asked = append(s.Asked, *q)
	}
	slices.SortFunc(s.Asked, func(a, b ErrandQuestion) int {
		return cmp.Or(cmp.Compare(b.Shown, a.Shown), strings.Compare(a.Tool, b.Tool), strings.Compare(a.Parameter, b.Parameter))
	})
	for _, x := range by.obstacles {
		s.Obstacles = append(s.Obstacles, *x)
	}
	slices.SortFunc(s.Obstacles, func(a, b Impossible) int {
		return cmp.Or(cmp.Compare(b.Errands, a.Errands), strings.Compare(a.Tool, b.Tool), strings.Compare(a.Parameter, b.Parameter),
			strings.Compare(string(a.Because), string(b.Because)), strings.Compare(a.Reason, b.Reason))
	})
	s.Beyond, s.Unreadable = cluster(by.beyond)
}
