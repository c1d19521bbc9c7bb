package views

// Names of the fields of an account's forms.
const (
	FieldEmail    = "email"
	FieldPassword = "password" // the one there is
	FieldChosen   = "chosen"   // a new one
	FieldAgain    = "again"    // the new one once more
)

// AccountLink is the way to the account, in the frame of every page. The zero
// AccountLink is not shown.
type AccountLink struct {
	URL      string
	SignedIn bool
}

// SignIn is the page on which somebody signs in.
type SignIn struct {
	Page     Page
	Notice   string // what has just been done; may be empty
	Form     Form
	Email    string // as it was typed
	Wrong    bool   // it is not the password of the address
	Wait     int    // seconds until it may be tried again; 0: now
	Register string // address of the page that makes an account
}

// Register is the page on which somebody makes an account.
type Register struct {
	Page     Page
	Form     Form
	Email    string // as it was typed
	Problems AccountProblems
	Shortest int    // characters of a password
	Wait     int    // seconds until it may be tried again; 0: now
	SignIn   string // address of the page for who has one
}

// Account is the page of somebody who is signed in.
type Account struct {
	Page     Page
	Notice   string // what has just been done; may be empty
	Email    string
	Since    Day    // it was made
	Orders   string // address of their orders
	Export   string // address that downloads all that is stored of them
	Delete   string // address of the page that deletes all of it
	SignOut  Form
	SignedIn []SignedIn // the browsers that are, the oldest first
	Change   Form       // the password
	Problems AccountProblems
	Shortest int // characters of a password
	Wait     int // seconds until it may be tried again; 0: now
}

// SignedIn is a browser that is signed in to the account.
type SignedIn struct {
	Since Day
	End   Form // signs it out; without an action it is the one that shows the page
}

// AccountProblems say what is wrong with what was typed, field by field, as sentences;
// empty ones are right.
type AccountProblems struct {
	Email    string
	Password string
	Chosen   string
	Again    string
}

// accountField is a field to type in, with what is wrong with it.
type accountField struct {
	id, name, kind, complete string
	label, hint, value       string
	problem                  string
	first                    bool // gets the focus
}

// described lists what a screen reader reads with the field.
func (e accountField) described() string {
	switch {
	case e.problem != "" && e.hint != "":
		return e.id + "-problem " + e.id + "-hint"
	case e.problem != "":
		return e.id + "-problem"
	case e.hint != "":
		return e.id + "-hint"
	}
	return ""
}
