package discover

import "testing"

func TestMachineForms(t *testing.T) {
	for _, test := range []struct {
		values []string
		want   string
	}{
		{[]string{"https://x.test/a", "http://x.test/b?c=d", "//cdn.x.test/i.jpg"}, "addresses"},
		{[]string{"/a/t/lamp.jpg", "/a/u/lamp 2.jpg", "/a/v/c.png", "/a/w/d.jpg", "/a/w/e.jpg"}, "addresses"},
		{[]string{"#f4e5d6", "#FFF", "#012345"}, "colours of screens"},
		{[]string{"2024-02-03T10:11:12Z", "2024-02-03 10:11:12"}, "times"},
		{[]string{`{"a":1}`, "[1]"}, "records"},
		{[]string{"Red", "#fff", "Blue"}, ""}, {[]string{"2024-02-03", "2023-01-01"}, ""}, {[]string{"16/9", "4/3"}, ""}, {nil, ""},
	} {
		d := spread{}
		for _, v := range test.values {
			d[v]++
		}
		if got := d.machine(); got != test.want {
			t.Errorf("%q: %q, want %q", test.values, got, test.want)
		}
	}
}
