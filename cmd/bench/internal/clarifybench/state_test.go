package clarifybench

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/tools"
)

func domain(t *testing.T, name string) *Domain {
	t.Helper()
	for _, d := range tables(t) {
		if d.Name == name {
			return d
		}
	}
	t.Fatalf("there is no domain %s", name)
	return nil
}

// The domains follow the state as in the papers' table of dynamic updates.
func TestDynamicDomains(t *testing.T) {
	type call struct {
		tool string
		args func(*State) tools.Arguments
	}
	first := func(parameter, set string) func(*State) tools.Arguments {
		return func(s *State) tools.Arguments { return tools.Arguments{parameter: s.set(set)[0]} }
	}
	given := func(a tools.Arguments) func(*State) tools.Arguments {
		return func(*State) tools.Arguments { return a }
	}
	book := func(s *State) tools.Arguments {
		return tools.Arguments{"card_id": s.set("cards")[0], "travel_date": "2026-05-01", "travel_from": s.set("airports")[0],
			"travel_to": s.set("airports")[1], "travel_class": "first", "travel_cost": 300.0}
	}
	for _, tt := range []struct {
		name, domain string
		do           call
		tool, param  string
		args         tools.Arguments // of the tool whose domain changes
		change       int             // of the number of values
	}{
		{"a card registered can pay", "travel", call{"register_credit_card", given(tools.Arguments{"card_number": "1"})}, "book_flight", "card_id", nil, 1},
		{"a flight booked can be cancelled", "travel", call{"book_flight", book}, "cancel_booking", "booking_id", nil, 1},
		{"a booking cancelled has no invoice", "travel", call{"cancel_booking", first("booking_id", "bookings")}, "retrieve_invoice", "booking_id", nil, -1},
		{"an insurance bought has an invoice", "travel", call{"purchase_insurance", given(tools.Arguments{"insurance_cost": 50.0})}, "retrieve_invoice", "insurance_id", nil, 1},
		{"a page deleted can not be signed", "documents", call{"delete_page", given(tools.Arguments{"page_num": 1.0})}, "add_signature", "page_num", nil, -1},
		{"pages deleted can not be signed", "documents", call{"delete_page_range", given(tools.Arguments{"start": 2.0, "end": 4.0})}, "add_signature", "page_num", nil, -3},
		{"a page added can be signed", "documents", call{"add_page_with_text", given(tools.Arguments{"text_content": "x"})}, "add_signature", "page_num", nil, 1},
		{"an order placed can be looked up", "trading", call{"place_order", given(tools.Arguments{"price": 1.0, "amount": 1.0})}, "get_order_details", "order_id", nil, 1},
		{"a stock unwatched can not be unwatched", "trading", call{"remove_stock_from_watchlist", first("symbol", "watchlist")}, "remove_stock_from_watchlist", "symbol", nil, -1},
		{"a tank takes no more than it holds", "vehicle", call{"fillFuelTank", given(tools.Arguments{"fuelAmount": 5.0})}, "fillFuelTank", "fuelAmount", nil, -5},
		{"an unlocked door can be locked", "vehicle", call{"lockDoors", func(s *State) tools.Arguments {
			return tools.Arguments{"unlock": true, "door": []any{s.set("locked")[0]}}
		}}, "lockDoors", "door", tools.Arguments{"unlock": false}, 1},
		{"a file made can be shown", "files", call{"touch", given(tools.Arguments{"file_name": "zz.txt"})}, "cat", "file_name", nil, 1},
		{"a file removed can not be sorted", "files", call{"rm", first("file_name", "files")}, "sort", "file_name", nil, -1},
		{"a folder made can be entered", "files", call{"mkdir", given(tools.Arguments{"dir_name": "zz"})}, "cd", "folder", nil, 1},
		{"a folder removed can not be entered", "files", call{"rmdir", first("dir_name", "folders")}, "cd", "folder", nil, -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := domain(t, tt.domain).begin(rand.New(rand.NewPCG(1, 1)))
			size := func() int {
				d := s.values(s.domain.tool(tt.tool).parameter(tt.param), tt.args)
				switch {
				case d.Kind == tools.List:
					return d.Items.Size()
				case d.Kind == tools.Number:
					return int(d.High)
				}
				return d.Size()
			}
			before := size()
			if err := s.carry(tools.Call{Tool: tt.do.tool, Arguments: tt.do.args(s)}); err != nil {
				t.Fatal(err)
			}
			if got := size() - before; got != tt.change {
				t.Errorf("the domain changed by %d, want %d", got, tt.change)
			}
		})
	}
}

// A folder has its own files, and the way back leads to the same.
func TestPlaces(t *testing.T) {
	s := domain(t, "files").begin(rand.New(rand.NewPCG(2, 2)))
	top := s.set("files")
	into := s.set("folders")[0]
	for _, folder := range []string{into, "..", into} {
		if err := s.carry(tools.Call{Tool: "cd", Arguments: tools.Arguments{"folder": folder}}); err != nil {
			t.Fatal(err)
		}
		if folder == ".." {
			if diff := cmp.Diff(top, s.set("files")); diff != "" {
				t.Errorf("back at the top (-before +now):\n%s", diff)
			}
		}
	}
	if s.place != into+"/" {
		t.Errorf("the place is %q, want %q", s.place, into+"/")
	}
	if s.key("files") == "files" {
		t.Error("the folder shares the files of the top")
	}
}

// The cruise control needs the engine, and a call that fails changes nothing.
func TestNeeds(t *testing.T) {
	s := domain(t, "vehicle").begin(rand.New(rand.NewPCG(1, 1)))
	cruise := tools.Call{Tool: "setCruiseControl", Arguments: tools.Arguments{"speed": 60.0, "activate": true, "distanceToNextVehicle": 100.0}}
	for _, tt := range []struct {
		mode string
		fine bool
	}{{"STOP", false}, {"START", true}, {"STOP", false}} {
		if err := s.carry(tools.Call{Tool: "startEngine", Arguments: tools.Arguments{"ignitionMode": tt.mode}}); err != nil {
			t.Fatal(err)
		}
		var failure *tools.Failure
		err := s.carry(cruise)
		if (err == nil) != tt.fine || !tt.fine && !errors.As(err, &failure) {
			t.Errorf("after %s: %v", tt.mode, err)
		}
	}
}

// An order that was placed can be cancelled, and one that was cancelled can not.
func TestOrders(t *testing.T) {
	s := domain(t, "trading").begin(rand.New(rand.NewPCG(1, 1)))
	before := s.set("open")
	place := tools.Call{Tool: "place_order", Arguments: tools.Arguments{"order_type": "Buy", "symbol": s.set("stocks")[0], "price": 1.0, "amount": 1.0}}
	if err := s.carry(place); err != nil {
		t.Fatal(err)
	}
	placed := slices.DeleteFunc(slices.Clone(s.set("open")), func(of string) bool { return slices.Contains(before, of) })
	if len(placed) != 1 || !slices.Contains(s.set("orders"), placed[0]) {
		t.Fatalf("placed are %v, orders %v", placed, s.set("orders"))
	}
	cancel := tools.Call{Tool: "cancel_order", Arguments: tools.Arguments{"order_id": placed[0]}}
	if err := s.carry(cancel); err != nil {
		t.Error(err)
	}
	var failure *tools.Failure
	if err := s.carry(cancel); !errors.As(err, &failure) || failure.Parameter != "order_id" {
		t.Errorf("cancelling again: %v", err)
	}
}

// Only what leaves the account must be covered by it.
func TestTransactions(t *testing.T) {
	s := domain(t, "trading").begin(rand.New(rand.NewPCG(1, 1)))
	much := s.numbers["balance"] + 1
	for _, tt := range []struct {
		kind string
		fine bool
	}{{"withdrawal", false}, {"deposit", true}, {"withdrawal", true}, {"withdrawal", false}} {
		err := s.carry(tools.Call{Tool: "make_transaction", Arguments: tools.Arguments{"xact_type": tt.kind, "amount": much}})
		if (err == nil) != tt.fine {
			t.Errorf("%s with a balance of %v: %v", tt.kind, s.numbers["balance"], err)
		}
	}
}

// A clone changes by itself.
func TestClone(t *testing.T) {
	s := domain(t, "travel").begin(rand.New(rand.NewPCG(3, 3)))
	before := s.set("bookings")
	c := s.Clone()
	if err := c.carry(tools.Call{Tool: "cancel_booking", Arguments: tools.Arguments{"booking_id": before[0]}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, s.set("bookings")); diff != "" {
		t.Errorf("the original changed (-before +now):\n%s", diff)
	}
	if len(c.set("bookings")) != len(before)-1 {
		t.Error("the clone did not change")
	}
}

// Tables that contradict themselves are errors that say where.
func TestLoadFaults(t *testing.T) {
	for _, tt := range []struct{ name, table, want string }{
		{"a field unknown", `{"name": "x", "colour": "red"}`, "colour"},
		{"another name", `{"name": "y"}`, `call it "x"`},
		{"a set that is not there", `{"name": "x", "tools": [{"name": "t", "asks": ["t"], "parameters": [{"name": "p", "kind": "finite", "set": "s", "says": ["{}"]}]}]}`, "no set s"},
		{"a number that is not there", `{"name": "x", "tools": [{"name": "t", "asks": ["t"], "parameters": [{"name": "p", "kind": "number", "highOf": "n", "says": ["{}"]}]}]}`, "no number n"},
		{"nobody says it", `{"name": "x", "tools": [{"name": "t", "asks": ["t"], "parameters": [{"name": "p", "kind": "text"}]}]}`, "nobody says it"},
		{"nobody asks for it", `{"name": "x", "tools": [{"name": "t"}]}`, "nobody asks"},
		{"an effect unknown", `{"name": "x", "tools": [{"name": "t", "asks": ["t"], "effect": "explodes"}]}`, "explodes"},
		{"a check of nothing", `{"name": "x", "tools": [{"name": "t", "asks": ["t"], "checks": [{"parameter": "p"}]}]}`, "no such parameter"},
		{"a rule unknown", `{"name": "x", "corruptions": [{"name": "c", "rule": "twist"}]}`, "twist"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(fstest.MapFS{"x.json": {Data: []byte(tt.table)}})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the error is %v, want one with %q", err, tt.want)
			}
		})
	}
}
