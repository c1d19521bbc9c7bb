package basket_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/agent/shop/basket"
)

// become makes the basket the given lines.
func become(lines ...basket.Line) func([]basket.Line) ([]basket.Line, error) {
	return func([]basket.Line) ([]basket.Line, error) { return lines, nil }
}

func desk(quantity int) basket.Line {
	return basket.Line{Product: "desk", Title: "Desk", Quantity: quantity}
}

// What is done under a key is done once, and tells again what it changed; what was not
// touched keeps its price and its place.
func TestDo(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	was, now, err := s.Do(ctx, ann, "1", become(lamp(2), desk(1)))
	if err != nil || len(was) != 0 || len(now) != 2 || !now[0].Added.Equal(noon.Add(time.Second)) {
		t.Fatalf("from %+v to %+v, %v", was, now, err)
	}
	dearer := lamp(5)
	dearer.Price.Minor, dearer.Title = 9900, "Another title"
	was, now, err = s.Do(ctx, ann, "2", become(dearer))
	if err != nil || len(was) != 2 || len(now) != 1 || now[0].Quantity != 5 || now[0].Price != lamp(1).Price || now[0].Title != "Lamp" {
		t.Fatalf("from %+v to %+v, %v", was, now, err)
	}
	was2, now2, err := s.Do(ctx, ann, "2", func([]basket.Line) ([]basket.Line, error) {
		t.Error("a used key changed a basket")
		return nil, nil
	})
	if diff := gocmp.Diff([][]basket.Line{was, now}, [][]basket.Line{was2, now2}); diff != "" || err != nil {
		t.Errorf("repeated: %v (-first +second):\n%s", err, diff)
	}
	if got := told(t, s, ann); got != "5 lamp" {
		t.Errorf("the basket holds %q", got)
	}
}

// What is refused leaves the basket as it was, and its key free.
func TestDoRefused(t *testing.T) {
	ctx := t.Context()
	s := open(t, file(t))
	if _, _, err := s.Do(ctx, ann, "1", become(lamp(2))); err != nil {
		t.Fatal(err)
	}
	no := errors.New("no")
	var many []basket.Line
	for i := range basket.MostLines + 1 {
		many = append(many, basket.Line{Product: fmt.Sprint(i), Quantity: 1})
	}
	for name, tc := range map[string]struct {
		session, key string
		by           func([]basket.Line) ([]basket.Line, error)
		want         error // nil: any
	}{
		"by":              {ann, "2", func([]basket.Line) ([]basket.Line, error) { return nil, no }, no},
		"too many pieces": {ann, "2", become(lamp(basket.MostPieces + 1)), basket.ErrQuantity},
		"no pieces":       {ann, "2", become(lamp(0)), basket.ErrQuantity},
		"too many lines":  {ann, "2", become(many...), basket.ErrFull},
		"a line twice":    {ann, "2", become(lamp(1), lamp(1)), nil},
		"another's key":   {bob, "1", become(lamp(1)), basket.ErrKey},
	} {
		if _, _, err := s.Do(ctx, tc.session, tc.key, tc.by); err == nil || tc.want != nil && !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
		if a, b := told(t, s, ann), told(t, s, bob); a != "2 lamp" || b != "" {
			t.Errorf("%s: the baskets hold %q and %q", name, a, b)
		}
	}
	if _, _, err := s.Do(ctx, ann, "2", become()); err != nil || told(t, s, ann) != "" {
		t.Errorf("a key that failed: %v", err)
	}
}

// Of many who submit one key at the same time one is carried out.
func TestDoTogether(t *testing.T) {
	s := open(t, file(t))
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if _, _, err := s.Do(t.Context(), ann, "1", func(lines []basket.Line) ([]basket.Line, error) {
				if len(lines) == 0 {
					return []basket.Line{lamp(1)}, nil
				}
				lines[0].Quantity++
				return lines, nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if got := told(t, s, ann); got != "1 lamp" {
		t.Errorf("the basket holds %q", got)
	}
}

// Deeds go with their basket, and with age.
func TestDeedsGo(t *testing.T) {
	ctx := t.Context()
	for name, forget := range map[string]func(*basket.Store) error{
		"deleted":   func(s *basket.Store) error { return s.Delete(ctx, ann) },
		"forgotten": func(s *basket.Store) error { _, err := s.Forget(ctx, noon.Add(time.Hour)); return err },
	} {
		s := open(t, file(t))
		if _, _, err := s.Do(ctx, ann, "1", become(lamp(2))); err != nil {
			t.Fatal(err)
		}
		if err := forget(s); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Do(ctx, bob, "1", become(lamp(1))); err != nil {
			t.Errorf("%s: the key is still %v", name, err)
		}
	}
}
