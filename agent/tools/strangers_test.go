package tools

import (
	"reflect"
	"testing"
)

// strangers are tools that say nothing of how people ask for them, as frameworks declare
// them.
func strangers() []Tool {
	text := func(name, purpose string) Parameter {
		return Parameter{Name: name, Purpose: purpose, Required: true, Domain: Words()}
	}
	gallons := Between(0, 1e6)
	gallons.Unit = "gal"
	optional := Parameter{Name: "name", Purpose: "The name of the file or directory to search for.", Domain: Words()}
	return []Tool{
		{Name: "lockDoors", Purpose: "Locks the doors of the vehicle.", Parameters: []Parameter{
			{Name: "unlock", Purpose: "True if the doors are to be unlocked.", Required: true, Domain: Flag()},
			{Name: "door", Purpose: "The list of doors.", Required: true, Domain: Several(OneOf("driver", "passenger", "rear_left"))}}},
		{Name: "startEngine", Purpose: "Starts the engine of the vehicle.", Parameters: []Parameter{
			{Name: "ignitionMode", Purpose: "The ignition mode.", Required: true, Domain: OneOf("START", "STOP")}}},
		{Name: "fillFuelTank", Purpose: "Fills the fuel tank of the vehicle.", Parameters: []Parameter{
			{Name: "fuelAmount", Purpose: "The amount of fuel in gallons.", Required: true, Domain: gallons}}},
		{Name: "mkdir", Purpose: "Create a new directory.", Parameters: []Parameter{text("dir_name", "The name of the new directory.")}},
		{Name: "touch", Purpose: "Create a new file.", Parameters: []Parameter{text("file_name", "The name of the new file.")}},
		{Name: "find", Purpose: "Find files by their name.", Parameters: []Parameter{optional}},
		{Name: "set_navigation", Purpose: "Navigates to the destination.", Parameters: []Parameter{
			text("destination", "The destination, in the format of street, city, state.")}},
		{Name: "send_message", Purpose: "Send a message to a user.", Parameters: []Parameter{
			text("receiver_id", "User ID of the user to send the message to."), text("message", "Message to be sent.")}},
	}
}

// What is said of strangers' tools is read by what parameters hold; what is spoken of and
// not said is asked about.
func TestStrangersAreRead(t *testing.T) {
	k, err := New(strangers()...)
	if err != nil {
		t.Fatal(err)
	}
	trusting := rule(t, "joint")
	trusting.Trust = DefaultTrust
	doors := []any{"driver", "passenger", "rear_left"}
	for _, c := range []struct {
		words string
		call  Call   // that is carried out or to be confirmed
		asks  string // or the parameter that is asked about
	}{
		{"Lock all the doors.", Call{"lockDoors", Arguments{"unlock": false, "door": doors}}, ""},
		{"Please unlock every door of the car.", Call{"lockDoors", Arguments{"unlock": true, "door": doors}}, ""},
		{"Unlock some of them, the doors I mean.", Call{}, "door"},
		{"Could you ignite the engine?", Call{"startEngine", Arguments{"ignitionMode": "START"}}, ""},
		{"Fill the tank with some fuel, I mean 30 gallons.", Call{"fillFuelTank", Arguments{"fuelAmount": 30.0}}, ""},
		{"Create the 'Reports' directory.", Call{"mkdir", Arguments{"dir_name": "Reports"}}, ""},
		{"Create notes.txt for me.", Call{"touch", Arguments{"file_name": "notes.txt"}}, ""},
		{"Find every file that has a specific word in it.", Call{}, "name"},
		{"Set navigation directly to Crescent Hollow, Spring, TX.", Call{"set_navigation", Arguments{"destination": "Crescent Hollow, Spring, TX"}}, ""},
		{"Set the navigation to take me there.", Call{}, "destination"},
		{"Send my best friend the message 'On my way!'", Call{}, "receiver_id"},
	} {
		d, err := k.Decide(Task{Words: c.words}, Scene{}, trusting)
		switch {
		case err != nil:
			t.Error(err)
		case c.asks != "":
			if d.Do != Ask || d.Questions[0].Aspect != c.asks {
				t.Errorf("%s: %s %v %+v, want a question about %s", c.words, d.Do, d.Call, d.Questions, c.asks)
			}
		case d.Do != Execute && d.Do != Confirm || !reflect.DeepEqual(*d.Call, c.call):
			t.Errorf("%s: %s %v, want %v", c.words, d.Do, d.Call, c.call)
		}
	}
}

// A tool that leads is confirmed with its call; once that is refused, it is asked which
// tool is meant, and the call is not made.
func TestRefusedLeadIsGivenUp(t *testing.T) {
	k, err := New(strangers()...)
	if err != nil {
		t.Fatal(err)
	}
	trusting := rule(t, "joint")
	trusting.Trust = 0.99
	task := Task{Words: "Create notes.txt for me."}
	d, err := k.Decide(task, Scene{}, trusting)
	if err != nil || d.Do != Confirm {
		t.Fatalf("%s %v %v, want a confirmation", d.Do, d.Call, err)
	}
	if d, err = k.Decide(task.Refuse(*d.Call), Scene{}, trusting); err != nil || d.Do == Execute || d.Do == Confirm {
		t.Errorf("refused: %s %v %v", d.Do, d.Call, err)
	}
}
