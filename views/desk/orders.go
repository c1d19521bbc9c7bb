package desk

import "shopclerk/views"

// Orders is the page that lists orders.
type Orders struct {
	Label    string   // what the links choose
	Statuses []Choice // links to the orders of one status, all of them first; Text has their number
	Table    Table
	Pager    Pager
	Empty    Empty // said in place of the table
}

// Order is one order, with what was done to it.
type Order struct {
	Back    views.Link
	Notice  string // what the last step did, or why it could not be done; may be empty
	Problem bool   // the notice is of something that could not be done
	Facts   []Fact
	Steps   []Step // that can be taken now
	Lines   Table
	Trail   Table
}

// Step is something that the shop does with an order.
type Step struct {
	Title  string
	Text   string // what it means; may be empty
	Form   views.Form
	Fields []FormField
	Button string
}
