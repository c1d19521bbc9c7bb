package views

// Stored is what the shop keeps of a shopper, and their way to it. The zero Stored
// is not shown.
type Stored struct {
	Days     int    // after which a conversation is deleted; 0: never
	TextDays int    // after which what was typed is taken out of it; 0: never
	Export   string // address that downloads all of it
	Delete   string // address of the page that deletes all of it
}

// Confirm is the page before something is deleted for good.
type Confirm struct {
	Page  Page
	Doom  Doom
	Title string // of the conversation; empty where everything goes
	Form  Form   // deletes
	Back  Link   // keeps

	Ordered bool   // orders go with everything
	Stays   []Link // the orders among them that are under way, and stay until they are not
}

// Doom is what is about to be deleted.
type Doom string

// What can be deleted.
const (
	DoomConversation Doom = "conversation" // one conversation
	DoomAll          Doom = "all"          // all that is stored of a shopper
)
