package tools

import (
	"reflect"
	"testing"
)

// What somebody says at once is cut into the things to do, each in words of its own.
func TestInstructionsOfSeveral(t *testing.T) {
	text := func(name, purpose string) Parameter {
		return Parameter{Name: name, Purpose: purpose, Required: true, Domain: Words()}
	}
	k, err := New(append(strangers(),
		Tool{Name: "get_weather", Purpose: "Get the weather of a city.", Parameters: []Parameter{text("city", "Name of the city.")}},
		Tool{Name: "book_table", Purpose: "Book a table at a restaurant.", Parameters: []Parameter{
			{Name: "people", Purpose: "Number of people.", Required: true, Domain: Whole(1, 20)}}},
		Tool{Name: "book_taxi", Purpose: "Book a taxi.", Parameters: []Parameter{text("time", "Time of day.")}},
		Tool{Name: "diff", Purpose: "Compare two files.", Parameters: []Parameter{text("file_name1", "The first file."), text("file_name2", "The second file.")}},
		Tool{Name: "sort", Purpose: "Sort the lines of a file.", Parameters: []Parameter{text("file_name", "The file to sort.")}},
	)...)
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string][]string{
		"Get the weather in Paris and Rome.":                            {"Get the weather in Paris.", "Get the weather in Rome."},
		"get the weather in Paris, in Rome and in New York":             {"get the weather in Paris", "get the weather in Rome", "get the weather in New York"},
		"Sort 'a.txt' and 'b.txt', please":                              {"Sort 'a.txt', please", "Sort 'b.txt', please"},
		"book a table for two and a taxi at 8:00":                       {"book a table for two", "book a taxi at 8:00"},
		"book a table for two and a taxi, then get the weather in Rome": {"book a table for two", "book a taxi", "get the weather in Rome"},
		"Compare a.txt and b.txt":                                       {"Compare a.txt and b.txt"},
		"Lock the driver and the passenger doors":                       {"Lock the driver and the passenger doors"},
		"Send USR002 the message 'Paris and Rome'":                      {"Send USR002 the message 'Paris and Rome'"},
		"Set navigation to Crescent Hollow, Spring, TX.":                {"Set navigation to Crescent Hollow, Spring, TX."},
		"It is late. Get the weather in Paris":                          {"It is late. Get the weather in Paris"},
		"Book a taxi. My neighbour moved away. Sort a.txt":              {"Book a taxi. My neighbour moved away", "Sort a.txt"},
		"": nil,
	} {
		if got := k.Instructions(said); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
}
