package desk

import "testing"

func TestDemandOf(t *testing.T) {
	d := lampDesk(t)
	for need, want := range map[string][2]string{
		"":                                {"", ""},
		"Home > Lamps · under €80 · blue": {"Lamps", "under €80 · blue"},
		"Home > Lamps · Office > Desks · “quiet”": {"Lamps, Desks", "“quiet”"},
		"Home > Lamps · blue · under €80 · blue":  {"Lamps", "blue · under €80"},
		"Gone > Long ago · blue":                  {"", "Gone > Long ago · blue"}, // of a catalogue before
	} {
		where, wanted := d.demandOf(need)
		if got := [2]string{where, wanted}; got != want {
			t.Errorf("%q: %q, want %q", need, got, want)
		}
	}
}
