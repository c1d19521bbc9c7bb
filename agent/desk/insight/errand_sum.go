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
	Tool      string                // "": none does it
	Title     string                // what it was called the last time
	Errands   int                   // begun
	Ended     map[memory.Ending]int // of them, by how they ended; "": left open
	Confirmed int                   // errands for which a confirmation was shown

	// Shares and means are over errands, those of one conversation included, which are
	// not quite independent of each other: the intervals are a little too narrow.
	DoneShare     Estimate // of those begun
	QuestionsEach Estimate // mean questions of an errand
	TurnsEach     Estimate // mean turns of an errand that was done, from the first words to the deed

	questions, turns sample
}

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
	s := errandTally{tools: map[string]*ErrandSum{}, asked: map[[2]string]*ErrandQuestion{}, obstacles: map[obstacleOf]*Impossible{}, declined: map[tools.Clarity]int{}}
	seen := map[string]bool{} // ids of tasks
	for _, f := range facts {
		if len(f.Turns) == 0 {
			continue
		}
		s.Conversations++
		s.With += Indicator(len(f.Errands) > 0)
		for i := range f.Errands {
			if e := &f.Errands[i]; !seen[e.ID] {
				seen[e.ID] = true
				s.add(e, f.ID)
			}
		}
	}
	return s.summary()
}

// add adds an errand.
func (s *ErrandSum) add(e *Errand) {
	s.Title = cmp.Or(e.Title, s.Title)
	s.Errands++
	if s.Ended == nil {
		s.Ended = map[memory.Ending]int{}
	}
	s.Ended[e.Ending]++
	if e.Ending == memory.Done {
		s.turns.add(float64(e.Turns))
	}
	s.Confirmed += Indicator(e.Confirmed)
	s.questions.add(float64(len(e.Inquiries)))
}

// judge computes the shares and means.
func (s *ErrandSum) judge() {
	s.DoneShare = Share(s.Ended[memory.Done], s.Errands)
	s.QuestionsEach, s.TurnsEach = s.questions.mean(), s.turns.mean()
	s.QuestionsEach.Low, s.TurnsEach.Low = max(0, s.QuestionsEach.Low), max(0, s.TurnsEach.Low) // Student's interval knows no bounds
}

// errandTally is a summary being gathered, and what of it is by tool, by parameter and by
// reason.
type errandTally struct {
	ErrandSummary
	tools     map[string]*ErrandSum
	asked     map[[2]string]*ErrandQuestion // by tool and parameter
	obstacles map[obstacleOf]*Impossible
	declined  map[tools.Clarity]int
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

// add adds an errand of a conversation.
func (s *errandTally) add(e *Errand, conversation string) {
	s.ErrandSum.add(e)
	switch e.Ending {
	case memory.Done:
		for len(s.Done) < e.Turns {
			s.Done = append(s.Done, 0)
		}
		s.Done[e.Turns-1]++
	case memory.Declined:
		s.declined[e.Clarity]++
		if e.Clarity == tools.Beyond {
			s.beyond = append(s.beyond, typedText{e.Words, conversation})
		}
	}
	tool := e.Does()
	sum := getOrMake(s.tools, tool)
	sum.Tool = tool
	sum.add(e)
	var asked []*ErrandQuestion
	for _, i := range e.Inquiries {
		q := getOrMake(s.asked, [2]string{tool, i.Parameter})
		q.Tool, q.Parameter, q.Label = tool, i.Parameter, cmp.Or(i.Label, q.Label)
		q.Outcomes.add(&Asked{Outcome: i.Outcome})
		if !slices.Contains(asked, q) {
			asked = append(asked, q)
			q.Errands++
		}
	}
	for _, o := range e.Obstacles {
		x := getOrMake(s.obstacles, obstacleOf{tool, o})
		x.Tool, x.Obstacle = tool, o
		x.Errands++
		x.Done += Indicator(e.Ending == memory.Done)
		if n := len(x.Conversations); n == 0 || x.Conversations[n-1] != conversation {
			x.Conversations = append(x.Conversations, conversation)
		}
	}
}

// summary returns what was gathered, in a total order.
func (s *errandTally) summary() ErrandSummary {
	s.judge()
	s.WithShare = Share(s.With, s.Conversations)
	s.NotHere, s.Lacking, s.Refusing = s.declined[tools.Beyond], s.declined[tools.Missing], s.declined[tools.Wrong]
	s.Failing = s.Ended[memory.Declined] - s.NotHere - s.Lacking - s.Refusing
	for _, t := range s.tools {
		t.judge()
		s.ByTool = append(s.ByTool, *t)
	}
	slices.SortFunc(s.ByTool, func(a, b ErrandSum) int {
		return cmp.Or(cmp.Compare(b.Errands, a.Errands), strings.Compare(a.Tool, b.Tool))
	})
	for _, q := range s.asked {
		q.AnsweredShare = Share(q.Answered(), q.Shown)
		s.Asked = append(s.Asked, *q)
	}
	slices.SortFunc(s.Asked, func(a, b ErrandQuestion) int {
		return cmp.Or(cmp.Compare(b.Shown, a.Shown), strings.Compare(a.Tool, b.Tool), strings.Compare(a.Parameter, b.Parameter))
	})
	for _, x := range s.obstacles {
		s.Obstacles = append(s.Obstacles, *x)
	}
	slices.SortFunc(s.Obstacles, func(a, b Impossible) int {
		return cmp.Or(cmp.Compare(b.Errands, a.Errands), strings.Compare(a.Tool, b.Tool), strings.Compare(a.Parameter, b.Parameter),
			strings.Compare(string(a.Because), string(b.Because)), strings.Compare(a.Reason, b.Reason))
	})
	s.Beyond, _, s.Unreadable = cluster(s.beyond)
	return s.ErrandSummary
}
