package metric_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/search/metric"
)

func TestMeasures(t *testing.T) {
	grades := metric.Grades{"exact": 3, "part": 2, "poor": 1, "no": 0}
	for _, test := range []struct {
		name                     string
		ranking                  []string
		k                        int
		ndcg                     float64
		mrr, hit, recall, judged float64
	}{
		{"ideal", []string{"exact", "part", "poor", "no"}, 10, 1, 1, 1, 1, 1},
		{"no answer", nil, 10, 0, 0, 0, 0, 1},
		// Ideal: 7 + 3/1.58496 + 1/2 = 9.39279.
		{"unjudged first", []string{"new", "exact"}, 10, 7 / 1.5849625 / 9.3927893, 0.5, 1, 0.5, 0.5},
		{"poor is not a hit", []string{"poor", "no"}, 10, 1 / 9.3927893, 0, 0, 0, 1},
		{"part is one", []string{"poor", "part"}, 10, (1 + 3/1.5849625) / 9.3927893, 0.5, 1, 0.5, 1},
		{"cut off", []string{"no", "no too", "exact"}, 2, 0, 0, 0, 0, 0.5},
		{"twice counts once", []string{"exact", "exact"}, 10, 7 / 9.3927893, 1, 1, 0.5, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := []float64{
				metric.NDCG(test.ranking, grades, test.k),
				metric.MRR(test.ranking, grades, test.k),
				metric.Hit(test.ranking, grades, test.k),
				metric.Recall(test.ranking, grades, test.k),
				metric.Judged(test.ranking, grades, test.k),
			}
			want := []float64{test.ndcg, test.mrr, test.hit, test.recall, test.judged}
			for i := range got {
				if math.Abs(got[i]-want[i]) > 1e-6 {
					t.Errorf("measures = %v, want %v", got, want)
					break
				}
			}
		})
	}
}

// ranked draws grades and a ranking that may hold judged and unjudged ids.
func ranked(t *rapid.T) ([]string, metric.Grades) {
	ids := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{1,3}`), 1, 30, rapid.ID).Draw(t, "ids")
	grades := metric.Grades{}
	for _, id := range ids {
		if g := rapid.IntRange(-1, metric.MaxGrade).Draw(t, "grade"); g >= 0 {
			grades[id] = g
		}
	}
	return ids[:rapid.IntRange(0, len(ids)).Draw(t, "ranked")], grades
}

func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranking, grades := ranked(t)
		k := rapid.IntRange(-1, 40).Draw(t, "k")
		for name, v := range map[string]float64{
			"ndcg":   metric.NDCG(ranking, grades, k),
			"mrr":    metric.MRR(ranking, grades, k),
			"hit":    metric.Hit(ranking, grades, k),
			"recall": metric.Recall(ranking, grades, k),
			"judged": metric.Judged(ranking, grades, k),
		} {
			if v < 0 || v > 1+1e-12 || math.IsNaN(v) {
				t.Fatalf("%s = %v", name, v)
			}
		}
	})
}

func TestIdealRankingIsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, grades := ranked(t)
		var ideal []string
		best := 0
		for id, g := range grades {
			ideal = append(ideal, id)
			best = max(best, g)
		}
		want := 1.0
		if best == 0 {
			want = 0 // nothing relevant to rank
		}
		slices.SortFunc(ideal, func(a, b string) int { return grades[b] - grades[a] })
		if v := metric.NDCG(ideal, grades, rapid.IntRange(1, 20).Draw(t, "k")); math.Abs(v-want) > 1e-12 {
			t.Fatalf("NDCG of the ideal ranking = %v, want %v", v, want)
		}
	})
}

// A better product that moves before a worse one never costs.
func TestSwapTowardsOrderNeverHurts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranking, grades := ranked(t)
		if len(ranking) < 2 {
			return // one product has no order
		}
		i := rapid.IntRange(0, len(ranking)-2).Draw(t, "i")
		better := slices.Clone(ranking)
		better[i], better[i+1] = better[i+1], better[i]
		if grades[better[i]] < grades[better[i+1]] {
			ranking, better = better, ranking
		}
		for name, m := range map[string]metric.Measure{
			"ndcg": func(r []string, g metric.Grades) float64 { return metric.NDCG(r, g, 10) },
			"mrr":  func(r []string, g metric.Grades) float64 { return metric.MRR(r, g, 10) },
			"hit":  func(r []string, g metric.Grades) float64 { return metric.Hit(r, g, 10) },
		} {
			if m(better, grades) < m(ranking, grades)-1e-12 {
				t.Fatalf("%s fell from %v to %v", name, m(ranking, grades), m(better, grades))
			}
		}
	})
}

// HIT and recall ask whether, not where: any order of the first k is as good.
func TestHitAndRecallIgnoreOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranking, grades := ranked(t)
		shuffled := rapid.Permutation(ranking).Draw(t, "shuffled")
		k := len(ranking)
		if metric.Hit(ranking, grades, k) != metric.Hit(shuffled, grades, k) ||
			metric.Recall(ranking, grades, k) != metric.Recall(shuffled, grades, k) {
			t.Fatal("order mattered")
		}
	})
}

func TestReadJudgments(t *testing.T) {
	const good = "\ufeffgrade,query,note,product_id\n3,red shoes,x,17\n0,red shoes,,18\n0,nothing,,19\n"
	got, err := metric.ReadJudgments(strings.NewReader(good), "j.csv")
	if err != nil {
		t.Fatal(err)
	}
	want := metric.Judgments{"red shoes": {"17": 3, "18": 0}, "nothing": {"19": 0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"red shoes"}, got.Queries()); diff != "" {
		t.Error(diff)
	}
}

func TestReadJudgmentsErrors(t *testing.T) {
	const header = "query,product_id,grade\n"
	for _, test := range []struct{ name, in, want string }{
		{"empty", "", "j.csv:1: no header"},
		{"column missing", "query,grade\n", `j.csv:1: no column "product_id"`},
		{"grade is a word", header + "q,1,3\nq,2,good\n", `j.csv:3: grade "good"`},
		{"grade too high", header + "q,1,4\n", `j.csv:2: grade "4"`},
		{"grade negative", header + "q,1,-1\n", `j.csv:2: grade "-1"`},
		{"id missing", header + "q,,1\n", "j.csv:2: query or product id is empty"},
		{"contradiction", header + "q,1,3\nq,1,0\n", "j.csv:3: product \"1\""},
		{"short line", header + "q,1,3\nq,1\n", "j.csv:3: wrong number of fields"},
		{"open quote", header + "\"q,1,3\n", "j.csv:"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := metric.ReadJudgments(strings.NewReader(test.in), "j.csv")
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error = %v, want one with %q", err, test.want)
			}
		})
	}
}

func FuzzReadJudgments(f *testing.F) {
	f.Add("query,product_id,grade\nq,1,3\n")
	f.Add("grade,query,product_id\n3,\"a\nb\",1\n")
	f.Fuzz(func(t *testing.T, in string) {
		j, err := metric.ReadJudgments(strings.NewReader(in), "f")
		if (err == nil) != (j != nil) {
			t.Fatalf("judgments %v with error %v", j, err)
		}
	})
}

func TestCondense(t *testing.T) {
	got := metric.Condense([]string{"new", "no", "newer", "exact"}, metric.Grades{"exact": 3, "no": 0, "unranked": 3})
	if diff := cmp.Diff([]string{"no", "exact"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestMissingAnswerScoresZero(t *testing.T) {
	j := metric.Judgments{"a": {"1": 3}, "b": {"2": 3}, "void": {"3": 0}}
	run := metric.Run{"a": {"1"}, "void": {"3"}}
	got := run.Scores(j, func(r []string, g metric.Grades) float64 { return metric.MRR(r, g, 10) })
	if diff := cmp.Diff([]float64{1, 0}, got); diff != "" {
		t.Error(diff)
	}
}

func TestIntervals(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	worse, better := make([]float64, 200), make([]float64, 200)
	for i := range worse {
		worse[i] = random.Float64() * 0.8
		better[i] = worse[i] + 0.05 + 0.1*random.Float64()
	}
	m := metric.Mean(worse, 7)
	// The standard error of 200 draws from [0, 0.8] is 0.8/√12/√200 = 0.0163.
	if width := m.High - m.Low; width < 0.05 || width > 0.08 {
		t.Errorf("interval %+v is %v wide, want about 4 × 0.0163", m, width)
	}
	if m.Low > m.Mean || m.Mean > m.High {
		t.Errorf("mean outside its interval: %+v", m)
	}
	if again := metric.Mean(worse, 7); again != m {
		t.Errorf("same seed gave %+v and %+v", m, again)
	}
	d := metric.Difference(better, worse, 7)
	if d.Low < 0.05 || d.High > 0.15 {
		t.Errorf("difference %+v, want an interval within [0.05, 0.15]", d)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("scores of different queries were taken for pairs")
			}
		}()
		metric.Difference(worse, worse[1:], 7)
	}()
	if got := metric.Mean(nil, 1); got != (metric.Interval{}) {
		t.Errorf("mean of nothing = %+v", got)
	}
}
