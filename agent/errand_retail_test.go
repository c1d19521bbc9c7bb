package agent

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/shop/orders/retail"
	"shopclerk/agent/tools"
	"shopclerk/words"
)

// retailWorld is τ-bench's retail world, beside the repository.
const retailWorld = "../../shared/data/tools/tau-retail"

// wanted finds what the people of τ-bench's tasks want done.
var wanted = regexp.MustCompile(`(?i)\b(?:want|wish|like|prefer) to (?:also |just |only )?((?:cancel|return|exchange|modify|change|reorder|refund|switch)\b[^.;]*)`)

// What the people of τ-bench's training tasks want done, said as they would say it at
// the counter with their own orders, is told in three of five cases at least. What is
// not told is said of things by what they are like, or by a word that no tool has.
func TestRetailInstructionsAreTold(t *testing.T) {
	world, err := retail.Read(os.DirFS(retailWorld))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("without τ-bench's retail world, which is beside the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(retailWorld + "/tasks_train.json")
	if err != nil {
		t.Fatal(err)
	}
	var tasks []struct {
		ID       string
		Scenario struct {
			Instructions struct {
				Reason string `json:"reason_for_call"`
			}
		} `json:"user_scenario"`
		Criteria struct {
			Actions []struct {
				Arguments struct {
					Order string `json:"order_id"`
				}
			}
		} `json:"evaluation_criteria"`
	}
	if err := json.Unmarshal(text, &tasks); err != nil {
		t.Fatal(err)
	}
	said := strings.NewReplacer("your", "my", "you've", "I've", "you'd", "I'd", "you ", "I ")
	told, all := 0, 0
	for _, task := range tasks {
		person := ""
		for _, a := range task.Criteria.Actions {
			for _, o := range world.Orders {
				if o.ID == a.Arguments.Order {
					person = o.Person
				}
			}
		}
		if person == "" {
			continue
		}
		tell := aTellerOf(t, world, person)
		for _, m := range wanted.FindAllStringSubmatch(task.Scenario.Instructions.Reason, -1) {
			all++
			if message := "I want to " + said.Replace(m[1]); tell.begins(message) {
				told++
			} else {
				t.Logf("task %s: %q is taken for a search", task.ID, message)
			}
		}
	}
	t.Logf("%d of %d instructions are told", told, all)
	if 5*told < 3*all {
		t.Errorf("%d of %d instructions are told: fewer than three of five", told, all)
	}
}

// aTellerOf tells for a person of a world.
func aTellerOf(t *testing.T, world orders.World, person string) *teller {
	t.Helper()
	now := counter.Snapshot{Shopper: counter.Shopper{Person: person, Session: "s"}, Shelf: orders.Shelf{}}
	for _, p := range world.People {
		if p.ID == person {
			now.Person = p
		}
	}
	for _, o := range world.Orders {
		if o.Person == person {
			now.Orders = append(now.Orders, o)
		}
	}
	for _, v := range world.Variants {
		now.Shelf[v.Product] = append(now.Shelf[v.Product], v)
	}
	declared := counter.New(now, words.English, counter.Shop{Baskets: noBaskets{}}).Tools(nil)
	kit, err := tools.New(declared...)
	if err != nil {
		t.Fatal(err)
	}
	return newTeller(kit)
}
