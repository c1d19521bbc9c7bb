package basket_test

import (
	"errors"
	"fmt"
	"testing"

	"shopclerk/agent/shop/basket"
)

// Who signs in finds in the account's basket what was in either.
func TestAdopt(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	account := basket.Line{Product: "lamp", Title: "Lamp, then", Quantity: 3}
	desk := basket.Line{Product: "desk", Title: "Desk", Quantity: 1}
	if err := errors.Join(s.Add(ctx, bob, account), s.Add(ctx, ann, lamp(5)), s.Add(ctx, ann, desk)); err != nil {
		t.Fatal(err)
	}
	for range 2 { // done twice it comes to the same
		if err := errors.Join(s.Adopt(ctx, ann, bob), s.Adopt(ctx, bob, bob)); err != nil {
			t.Fatal(err)
		}
		if a, b := told(t, s, ann), told(t, s, bob); a != "" || b != "5 lamp, 1 desk" {
			t.Errorf("the guest has %q, the account %q", a, b)
		}
	}
	if lines, err := s.Lines(ctx, bob); err != nil || lines[0].Title != "Lamp, then" || lines[0].Price.Known() {
		t.Errorf("the account's line is %+v, %v", lines[0], err)
	}
}

// A deed of the guest is one of the account: a repeated submission does nothing twice.
func TestAdoptDeeds(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	put := func(session string) error {
		_, _, err := s.Do(ctx, session, "key", func(lines []basket.Line) ([]basket.Line, error) { return append(lines, lamp(1)), nil })
		return err
	}
	if err := errors.Join(put(ann), s.Adopt(ctx, ann, bob), s.Change(ctx, bob, "lamp", 0), put(bob)); err != nil {
		t.Fatal(err)
	}
	if got := told(t, s, bob); got != "" {
		t.Errorf("the account has %q", got)
	}
	if err := put(ann); !errors.Is(err, basket.ErrKey) {
		t.Errorf("the guest again: %v", err)
	}
}

// Two full baskets are one with everything in it, which takes nothing new.
func TestAdoptFull(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	for i := range basket.MostLines {
		if err := errors.Join(s.Add(ctx, ann, basket.Line{Product: fmt.Sprint("a", i), Quantity: 1}), s.Add(ctx, bob, basket.Line{Product: fmt.Sprint("b", i), Quantity: 1})); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Adopt(ctx, ann, bob); err != nil {
		t.Fatal(err)
	}
	if lines, err := s.Lines(ctx, bob); err != nil || len(lines) != 2*basket.MostLines {
		t.Errorf("%d lines, %v", len(lines), err)
	}
	if err := s.Add(ctx, bob, lamp(1)); !errors.Is(err, basket.ErrFull) {
		t.Errorf("one more: %v", err)
	}
}
