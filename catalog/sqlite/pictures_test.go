package sqlite

import (
	"fmt"
	"slices"
	"testing"
)

func TestOrigins(t *testing.T) {
	var o Origins
	for _, image := range []string{
		"https://b.example/1.jpg", "https://a.example:8443/2.jpg", "http://b.example/3.jpg", "HTTPS://B.example/4.jpg",
		"/picture/5.svg", "data:image/png;base64,AA==", "", "https://käse.example/6.jpg",
		"https://c.example;script-src%20*/7.jpg", "https://d'.example/", "javascript://e.example/", "https://%zz/",
	} {
		o = o.With(image)
	}
	want := Origins{"http://b.example", "https://a.example:8443", "https://b.example", "https://xn--kse-qla.example"}
	if !slices.Equal(o, want) {
		t.Errorf("got %q, want %q", o, want)
	}
	for i := range mostOrigins {
		o = o.With(fmt.Sprintf("https://shop%d.example/", i))
	}
	if !slices.Equal(o.With("https://one-more.example/"), anywhere) {
		t.Errorf("of too many hosts %d are told", len(o))
	}
}
