package counter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/shop/orders/retail"
	"shopclerk/agent/shop/orders/sqlite"
	"shopclerk/agent/tools"
)

// retailWorld is τ-bench's retail world, beside the repository.
const retailWorld = "../../../../../shared/data/tools/tau-retail"

// action is one step of a task of τ-bench.
type action struct {
	Name      string
	Arguments struct {
		Order     string   `json:"order_id"`
		User      string   `json:"user_id"`
		Items     []string `json:"item_ids"`
		NewItems  []string `json:"new_item_ids"`
		Payment   string   `json:"payment_method_id"`
		Reason    string
		FirstName string `json:"first_name"`
		LastName  string `json:"last_name"`
		Email     string
		rawAddress
	}
}

type rawAddress struct{ Address1, Address2, City, State, Zip, Country string }

// rawOrder and rawUser are the world's own records, as far as tasks change them.
type rawOrder struct {
	User    string `json:"user_id"`
	Status  string
	Address rawAddress
	Items   []struct {
		Item    string `json:"item_id"`
		Product string `json:"product_id"`
		Price   float64
		Options map[string]string
	}

	reason, payment string
	back, wanted    []string
}

type rawUser struct {
	Name struct {
		First string `json:"first_name"`
		Last  string `json:"last_name"`
	}
	Email   string
	Address rawAddress
}

type rawProduct struct {
	Variants map[string]struct {
		Price   float64
		Options map[string]string
	}
}

// model is the retail world by the rules of τ-bench's own tools (retail/tools.py),
// written apart from ours: what its records are after a task.
type model struct {
	orders   map[string]*rawOrder
	users    map[string]*rawUser
	products map[string]rawProduct
}

func readJSON[T any](t testing.TB, name string) T {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(retailWorld, name))
	if err != nil {
		t.Fatal(err)
	}
	var out T
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(name, err)
	}
	return out
}

func newModel(t testing.TB) *model {
	return &model{readJSON[map[string]*rawOrder](t, "orders.json"), readJSON[map[string]*rawUser](t, "users.json"),
		readJSON[map[string]rawProduct](t, "products.json")}
}

// of is the model of the part of the world that actions read or change, as it was.
func (m *model) of(users []string) *model {
	out := &model{map[string]*rawOrder{}, map[string]*rawUser{}, m.products}
	for _, id := range users {
		u := *m.users[id]
		out.users[id] = &u
	}
	for id, o := range m.orders {
		if slices.Contains(users, o.User) {
			o := *o
			o.Items = slices.Clone(o.Items)
			out.orders[id] = &o
		}
	}
	return out
}

// apply does what an action does to the records; it reports whether it is one that
// changes any.
func (m *model) apply(a action) bool {
	g := a.Arguments
	o := m.orders[g.Order]
	switch a.Name {
	case "cancel_pending_order":
		o.Status, o.reason = "cancelled", g.Reason
	case "return_delivered_order_items":
		o.Status, o.payment, o.back = "return requested", g.Payment, g.Items
	case "exchange_delivered_order_items":
		o.Status, o.payment, o.back, o.wanted = "exchange requested", g.Payment, g.Items, g.NewItems
	case "modify_pending_order_items":
		o.payment = g.Payment
		changed := map[int]bool{}
		for n, item := range g.Items {
			for i := range o.Items {
				if !changed[i] && o.Items[i].Item == item {
					v := m.products[o.Items[i].Product].Variants[g.NewItems[n]]
					o.Items[i].Item, o.Items[i].Price, o.Items[i].Options = g.NewItems[n], v.Price, v.Options
					changed[i] = true
					break
				}
			}
		}
	case "modify_pending_order_address":
		o.Address = g.rawAddress
	case "modify_user_address":
		m.users[g.User].Address = g.rawAddress
	default:
		return false
	}
	return true
}

// state tells what the records of a person hold, a line each.
func (m *model) state(user string) []string {
	out := []string{"user " + m.users[user].Address.text()}
	for id, o := range m.orders {
		if o.User != user {
			continue
		}
		status := map[string]string{"pending": "placed", "processed": "shipped"}[o.Status]
		if status == "" {
			status = o.Status
		}
		out = append(out, fmt.Sprintf("%s %s reason %q by %q to %s", id, status, o.reason, o.payment, o.Address.text()))
		for _, i := range o.Items {
			out = append(out, fmt.Sprintf("%s has %s %d %v", id, i.Item, int(math.Round(i.Price*100)), i.Options))
		}
		out = append(out, listed(id, "back", o.back), listed(id, "wanted", o.wanted))
	}
	slices.Sort(out)
	return out
}

func (a rawAddress) text() string {
	return strings.Join([]string{a.Address1, a.Address2, a.City, a.State, a.Zip, a.Country}, "|")
}

func listed(id, what string, items []string) string {
	return id + " " + what + " " + strings.Join(slices.Sorted(slices.Values(items)), " ")
}

// state tells the same of our records.
func (d *desk) state() []string {
	ours := func(a orders.Address) string {
		return rawAddress{a.Street, a.Extra, a.City, a.Region, a.Zip, a.Country}.text()
	}
	p, err := d.store.Person(d.t.Context(), d.who.Person)
	all, err2 := d.store.Orders(d.t.Context(), d.who.Person)
	if err := errors.Join(err, err2); err != nil {
		d.t.Fatal(err)
	}
	out := []string{"user " + ours(p.Address)}
	for _, o := range all {
		out = append(out, fmt.Sprintf("%s %s reason %q by %q to %s", o.ID, o.Status, o.Reason, o.Refund, ours(o.Address)))
		var back, wanted []string
		for _, l := range o.Lines {
			options := map[string]string{}
			for _, of := range l.Options {
				options[of.Name] = of.Value
			}
			out = append(out, fmt.Sprintf("%s has %s %d %v", o.ID, l.Article.ID, l.Price.Minor, options))
			if l.State != orders.Kept {
				back = append(back, l.Article.ID)
			}
			if l.Wanted != nil {
				wanted = append(wanted, l.Wanted.ID)
			}
		}
		out = append(out, listed(o.ID, "back", back), listed(o.ID, "wanted", wanted))
	}
	slices.Sort(out)
	return out
}

// calls are the calls of our tools that do what an action does: an exchange is one
// call an article here. The lines of items that an order has twice are taken in turn.
func (d *desk) calls(a action) []tools.Call {
	g := a.Arguments
	to := tools.Arguments{"street": g.Address1, "city": g.City, "zip": g.Zip}
	for name, of := range map[string]string{"extra": g.Address2, "region": g.State, "country": g.Country} {
		if of != "" {
			to[name] = of
		}
	}
	var lines []any
	if len(g.Items) > 0 {
		all, err := d.store.Orders(d.t.Context(), d.who.Person)
		if err != nil {
			d.t.Fatal(err)
		}
		o := all[slices.IndexFunc(all, func(o orders.Order) bool { return o.ID == g.Order })]
		for _, item := range g.Items {
			i := slices.IndexFunc(o.Lines, func(l orders.Line) bool { return l.Article.ID == item && !slices.Contains(lines, any(l.ID)) })
			if i < 0 {
				d.t.Fatalf("%s has no %s left", g.Order, item)
			}
			lines = append(lines, o.Lines[i].ID)
		}
	}
	one := func(tool string, of tools.Arguments) []tools.Call { return []tools.Call{{Tool: tool, Arguments: of}} }
	switch a.Name {
	case "get_order_details":
		return one(counter.OrderStatus, tools.Arguments{"order": g.Order})
	case "cancel_pending_order":
		return one(counter.CancelOrder, tools.Arguments{"order": g.Order, "reason": g.Reason})
	case "return_delivered_order_items":
		return one(counter.ReturnItems, tools.Arguments{"order": g.Order, "items": lines, "payment": g.Payment})
	case "exchange_delivered_order_items", "modify_pending_order_items":
		var out []tools.Call
		for i, line := range lines {
			out = append(out, one(counter.ExchangeItem, tools.Arguments{"order": g.Order, "item": line, "variant": g.NewItems[i], "payment": g.Payment})...)
		}
		return out
	case "modify_pending_order_address":
		to["order"] = g.Order
		return one(counter.ChangeAddress, to)
	case "modify_user_address":
		to["order"] = counter.OwnAddress
		return one(counter.ChangeAddress, to)
	}
	return nil
}

// The state that each task of τ-bench's retail world expects is reached through the
// tools, every action decided about and confirmed as a person's would be; reads have
// no part in it.
func TestRetailTasks(t *testing.T) {
	if _, err := os.Stat(retailWorld); err != nil {
		t.Skipf("shared data is absent: %v", err)
	}
	world, err := retail.Read(os.DirFS(retailWorld))
	if err != nil {
		t.Fatal(err)
	}
	type task struct {
		ID       string
		Criteria struct{ Actions []action } `json:"evaluation_criteria"`
	}
	tasks := readJSON[[]task](t, "tasks_train.json")
	all := newModel(t)
	reached, changing, carried := 0, 0, 0
	var store *sqlite.Store // of tasks of different people, who do not see each other
	seen := map[string]bool{}
	for _, task := range tasks {
		users := usersOf(all, task.Criteria.Actions)
		part := world.Of(users...)
		if store == nil || slices.ContainsFunc(users, func(u string) bool { return seen[u] }) {
			store, seen = open(t, part), map[string]bool{}
		} else if err := store.Import(t.Context(), orders.World{People: part.People, Orders: part.Orders}); err != nil {
			t.Fatal(err)
		}
		for _, u := range users {
			seen[u] = true
		}
		if t.Run(task.ID, func(t *testing.T) {
			m := all.of(users)
			changes := false
			for n, a := range task.Criteria.Actions {
				m.identify(t, store, a)
				changes = m.apply(a) || changes
				who := a.Arguments.User
				if o := m.orders[a.Arguments.Order]; o != nil {
					who = o.User
				}
				if who == "" {
					continue
				}
				d := newDesk(t, store, who)
				for k, call := range d.calls(a) {
					decision, done := d.carry(fmt.Sprint(task.ID, "/", n, "/", k), call)
					if done == nil {
						t.Fatalf("%s %v: %s: %s", call.Tool, call.Arguments, decision.Do, decision.Say(d.words))
					}
					carried++
				}
			}
			for _, user := range users {
				if diff := gocmp.Diff(m.state(user), newDesk(t, store, user).state()); diff != "" {
					t.Errorf("the state of %s (-expected +reached):\n%s", user, diff)
				}
			}
			if changes {
				changing++
			}
		}) {
			reached++
		}
	}
	t.Logf("%d of %d tasks reached (%d change something), %d calls", reached, len(tasks), changing, carried)
}

// usersOf are the people whose records a task's actions read or change.
func usersOf(m *model, actions []action) []string {
	var out []string
	add := func(user string) {
		if user != "" && !slices.Contains(out, user) {
			out = append(out, user)
		}
	}
	for _, a := range actions {
		add(a.Arguments.User)
		if o := m.orders[a.Arguments.Order]; o != nil {
			add(o.User)
		}
	}
	return out
}

// identify looks people up as the world does, by itself and by our store, which must
// find the same: tasks also name people who are not there.
func (m *model) identify(t *testing.T, s *sqlite.Store, a action) {
	t.Helper()
	g := a.Arguments
	var got string
	var err error
	var fits func(*rawUser) bool
	switch a.Name {
	case "find_user_id_by_name_zip":
		got, err = s.ByName(t.Context(), g.FirstName+" "+g.LastName, g.Zip)
		fits = func(u *rawUser) bool {
			return u.Name.First == g.FirstName && u.Name.Last == g.LastName && u.Address.Zip == g.Zip
		}
	case "find_user_id_by_email":
		got, err = s.ByEmail(t.Context(), g.Email)
		fits = func(u *rawUser) bool { return u.Email == g.Email }
	default:
		return
	}
	want := ""
	for id, u := range m.users {
		if fits(u) {
			want = id
		}
	}
	if got != want || want == "" && !errors.Is(err, sqlite.ErrNone) || want != "" && err != nil {
		t.Errorf("%s %+v: %q, %v; want %q", a.Name, g, got, err, want)
	}
}
