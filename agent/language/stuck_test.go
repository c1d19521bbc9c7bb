package language

import (
	"strings"
	"testing"
)

// What sticks together is parted, and what is a model's name is not.
func TestUnstick(t *testing.T) {
	for _, c := range []struct{ language, said, want string }{
		{"en", "max80eur", "max 80_eur"}, {"en", "under700dollars", "under 700_dollars"}, {"de", "bis1000$", "bis 1000_$"},
		{"en", "16gbram", "16_gb ram"}, {"en", "144herz", "144_hertz"}, {"de", "27zol", "27_zoll"}, {"de", "4pers", "4_person"},
		{"en", "rtx3060super", "rtx_3060_super"}, {"en", "5700x3d", "5700_x_3_d"}, {"en", "max2super", "max_2_super"}, {"en", "16gb", "16_gb"},
		{"en", "80dollars", "80_dollars"}, {"en", "m2", "m_2"},
		{"de", "4rollen", "4 rollen"}, {"en", "2speed", "2 speed"}, {"en", "5star", "5 star"},
		{"en", "(max80eur)", "(_max 80_eur_)"}, {"en", "tn-max80", "tn_-_max_80"}, {"de", "19rollen", "19 rollen"}, {"de", "20rollen", "20_rollen"}, {"en", "60wat", "60_watt"},
	} {
		toks := Of(c.language).Unstick(c.said, Tokenize(c.said))
		var got strings.Builder
		for i, tok := range toks {
			if tok.Glued {
				got.WriteByte('_')
			} else if i > 0 {
				got.WriteByte(' ')
			}
			got.WriteString(tok.Form)
			if i > 0 && tok.Start < toks[i-1].End {
				t.Errorf("%q: tokens overlap: %+v", c.said, toks)
			}
		}
		if got.String() != c.want {
			t.Errorf("%q: %q, want %q", c.said, got.String(), c.want)
		}
	}
}
