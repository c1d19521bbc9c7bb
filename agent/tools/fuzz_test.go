package tools

import "testing"

// No instruction, however odd, makes reading fail, and what is found lies within it.
func FuzzDecide(f *testing.F) {
	for _, s := range []string{"cancel the lamp", "make it three kettles", "call back on 03/04/2026 'now'", "where is #1001, W1002 or the 2nd?", "“quo„te” it's 12.50 €"} {
		f.Add(s, "the second one")
	}
	k := newCounter().kit(f)
	r := rule(f, "joint")
	f.Fuzz(func(t *testing.T, said, answer string) {
		task := Task{Words: said}
		d, err := k.Decide(task, nothingShown, r)
		if err != nil {
			t.Fatal(err)
		}
		if d.Do == Ask {
			if _, err := k.Decide(task.Answer(Reply{Aspect: d.Questions[0].Aspect, Words: answer}), nothingShown, r); err != nil {
				t.Fatal(err)
			}
		}
	})
}
