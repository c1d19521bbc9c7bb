package personal_test

import (
	"strings"
	"testing"

	"shopclerk/agent/shop/personal"
)

func TestMask(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		// cards: numbers for testing, of the issuers' own
		{"pay with 4111 1111 1111 1111 please", "pay with … please"},
		{"4111-1111-1111-1111", "…"},
		{"5555555555554444", "…"},
		{"amex 378282246310005, red", "amex …, red"},
		{"3782 822463 10005.", "…."},
		{"30569309025904", "…"},
		{"3530111333300000", "…"},
		{"6304 0000 0000 0000 000", "…"},
		{"a tent, card 4242424242424242 exp 12/28", "a tent, card … exp 12/28"},
		// phones
		{"call +49 30 901820", "call …"},
		{"+1 (415) 555-2671", "…"},
		{"+442079460958 is mine", "… is mine"},
		{"0049 30 901820", "…"},
		{"(415) 555-2671", "…"},
		{"415-555-2671?", "…?"},
		{"ruf 030/9018200 an", "ruf … an"},
		{"0171 2345678", "…"},
		{"01712345678", "…"},
		{"01 42 68 53 00", "…"},
		{"07911123456", "…"},
		// mail
		{"write to ann.o'hara+shop@mail.example.co.uk.", "write to …."},
		{"jürgen@müller.example, blaue Jacke", "…, blaue Jacke"},
		{"a@b.example c@d.example", "… …"},
	} {
		if got := personal.Mask(tc.text); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.text, got, tc.want)
		}
	}
	if got := personal.MaskNumbers("ann@mail.example, 4111111111111111"); got != "ann@mail.example, …" {
		t.Errorf("of numbers alone: %q", got)
	}
}

// What shoppers say of goods stays: numbers of products, prices and sizes.
func TestMaskLeavesGoods(t *testing.T) {
	for _, text := range []string{
		// EAN, UPC and ISBN
		"4006381333931", "5400274920809", "8711369707777", "619659179427", "012345678905", "978-3-16-148410-0", "9783161484100", "96385074", "04711111111114",
		// numbers of parts as their makers print them
		"100-100000926WOF", "BX8071513600K", "CMK32GX5M2B6000C36", "910-005940", "GV-N4070WF3OC-12GD", "90YV0ID0-M0NA00", "Xerox 016-2014-00 fuser",
		"WDS100T2X0E-00BCA0", "MZ-V8P1T0BW", "0601 9H8 100", "06019H5100", "Q6511A", "2.0.0.0", "3M 7000038279", "6ES7 214-1AG40-0XB0", "00711719541028",
		"LEGO 42115", "RTX 4070 12GB", "HP 305A CE410A", "order #1234567890", "no. 20260504-001", "4242424242424243",
		// prices, sizes, counts, times
		"under 1.000,00 €", "1 500 000", "between 500-1000", "1920x1080", "from 100 to 2000 dollars", "12/28", "2026-05-04 12:00", "+5 °C", "-20 to +40", "size 42 2/3", "3840 2160 60",
		"205/55 R16", "@home", "200 @ 60 Hz", "H.Y@F.J", "…", "",
	} {
		if got := personal.Mask(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func FuzzMask(f *testing.F) {
	for _, text := range []string{"4111 1111 1111 1111", "+49 30 901820 x", "a@b.example", "\xff+4", "０１２"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := personal.Mask(text)
		if again := personal.Mask(once); again != once && !strings.Contains(text, personal.Mark) {
			t.Errorf("%q: %q, and masked again %q", text, once, again)
		}
	})
}
