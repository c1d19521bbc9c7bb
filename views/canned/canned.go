// Package canned has made-up props for every page. They are the golden tests of
// the package views, and what a developer looks at while working on a page; the
// shop itself does not use them.
package canned

import (
	"embed"
	"io/fs"

	"github.com/a-h/templ"

	"shopclerk/views"
)

// Story is one page in one state.
type Story struct {
	Name string // lower case, words joined by "-": unique
	Page templ.Component
}

// PicturePrefix begins the addresses of the made-up pictures: whoever shows the
// stories serves [Pictures] there.
const PicturePrefix = "/canned/"

//go:embed pictures/*.svg
var pictures embed.FS

// Pictures are the made-up pictures, at the root of the file system.
func Pictures() fs.FS {
	sub, err := fs.Sub(pictures, "pictures")
	if err != nil {
		panic("canned: " + err.Error()) // the folder is embedded
	}
	return sub
}

// Stories returns every page in every state worth looking at. The assets are the
// addresses that the pages load their files from.
func Stories(assets views.Assets) []Story {
	p := func(title string) views.Page { return page(assets, title) }
	return []Story{
		{"start", views.StartPage(start(p(""), 7))},
		{"start-1", views.StartPage(start(p(""), 1))},
		{"start-25", views.StartPage(start(p(""), 25))},
		{"start-180", views.StartPage(start(p(""), 180))},
		{"start-empty", views.StartPage(startEmpty(p("")))},
		{"turn-first", views.TurnPage(views.Turn{Page: p("Keyboards"), Shop: firstTurn()})},
		{"turn-later", views.TurnPage(views.Turn{Page: p("Keyboards"), Shop: laterTurn()})},
		{"turn-plain", views.TurnPage(views.Turn{Page: p("Case fans"), Shop: plainTurn()})},
		{"turn-edit", views.TurnPage(views.Turn{Page: p("Keyboards"), Shop: editTurn()})},
		{"turn-edit-words", views.TurnPage(views.Turn{Page: p("Case fans"), Shop: editWordsTurn()})},
		{"turn-quiet", views.TurnPage(views.Turn{Page: p("Keyboards"), Shop: quietTurn()})},
		{"turn-nothing", views.TurnPage(views.Turn{Page: p("Desk lamps"), Shop: nothingTurn()})},
		{"turn-hostile", views.TurnPage(views.Turn{Page: p(script), Shop: hostileTurn()})},
		{"turn-answer", views.TurnPage(views.Turn{Page: p("Keyboards"), Shop: answerTurn()})},
		{"turn-acts", views.TurnPage(views.Turn{Page: p("Keyboards"), Shop: actsTurn()})},
		{"turn-help", views.TurnPage(views.Turn{Page: p("Case fans"), Shop: helpTurn()})},
		{"turn-answer-hostile", views.TurnPage(views.Turn{Page: p(script), Shop: hostileAnswerTurn()})},
		{"turn-errand", views.TurnPage(views.Turn{Page: p("Case fans"), Shop: errandTurn()})},
		{"turn-errand-typed", views.TurnPage(views.Turn{Page: p("Order"), Shop: addressTurn()})},
		{"turn-errand-confirm", views.TurnPage(views.Turn{Page: p("Cancel an order"), Shop: confirmTurn()})},
		{"turn-errand-done", views.TurnPage(views.Turn{Page: p("Cancel an order"), Shop: deedTurn()})},
		{"turn-errand-hostile", views.TurnPage(views.Turn{Page: p(script), Shop: hostileErrandTurn()})},
		{"product", views.ProductPage(productPage(p("Larkfield Quiet 87")))},
		{"product-choose", views.ProductPage(variedProduct(p("Larkfield Quiet 87"), false))},
		{"product-chosen", views.ProductPage(variedProduct(p("Larkfield Quiet 87, Red, ISO"), true))},
		{"product-sparse", views.ProductPage(sparseProduct(p("Fan hub")))},
		{"product-hostile", views.ProductPage(hostileProduct(p(script)))},
		{"delete-conversation", views.ConfirmPage(views.Confirm{Page: p("Delete"), Doom: views.DoomConversation,
			Title: "Keyboards: quiet, under €80", Form: to("delete"), Back: back})},
		{"delete-all", views.ConfirmPage(views.Confirm{Page: p("Delete"), Doom: views.DoomAll,
			Form: views.Form{Action: "/mine/delete"}, Back: views.Link{Text: "To the start page", URL: "/"}})},
		{"delete-account", views.ConfirmPage(views.Confirm{Page: p("Delete"), Doom: views.DoomAll, Account: "ann@example.com", Ordered: true,
			Stays: []views.Link{{Text: "Order S1002", URL: "/orders/S1002"}}, Form: views.Form{Action: "/mine/delete"}, Back: views.Link{Text: "To the start page", URL: "/"}})},
		{"account", views.AccountPage(account(p("Your account")))},
		{"account-wrong", views.AccountPage(accountWrong(p("Your account")))},
		{"account-hostile", views.AccountPage(hostileAccount(p(script)))},
		{"sign-in", views.SignInPage(signIn(p("Sign in")))},
		{"sign-in-wrong", views.SignInPage(signInWrong(p("Sign in")))},
		{"sign-in-wait", views.SignInPage(signInWait(p("Sign in")))},
		{"register", views.RegisterPage(register(p("Make an account")))},
		{"register-problems", views.RegisterPage(registerProblems(p("Make an account")))},
		{"compare", views.ComparePage(comparePage(p("Side by side")))},
		{"compare-one", views.ComparePage(compareOne(p("Side by side")))},
		{"compare-none", views.ComparePage(views.Compare{Page: p("Side by side"), Back: back, Notes: []string{"One of the products is not in the shop any more."}})},
		{"compare-hostile", views.ComparePage(hostileCompare(p(script)))},
		{"basket", views.BasketPage(basket(p("Basket")))},
		{"basket-empty", views.BasketPage(views.Basket{Page: p("Basket"), Back: views.Link{Text: "To the start page", URL: "/"}})},
		{"basket-hostile", views.BasketPage(hostileBasket(p(script)))},
		{"orders", views.OrdersPage(orderList(p("Orders")))},
		{"orders-none", views.OrdersPage(views.OrderList{Page: p("Orders"), Back: views.Link{Text: "To the start page", URL: "/"}})},
		{"order", views.OrderPage(order(p("Order S1003")))},
		{"order-hostile", views.OrderPage(hostileOrder(p(script)))},
		{"values", views.ValuesPage(views.Values{
			Page: p("Which brand?"), Back: back, Text: "Which brand?", Typed: "a", List: []string{"Aaren", "Ash & Ember"}, Count: 2,
			Find: views.Form{Action: "/c/k7q2/values", Hidden: []views.Field{{Name: "question", Value: "0"}}}, Answer: views.Form{Action: "/c/k7q2/answer"}, Name: "q0.other",
		})},
		{"error-400", views.ErrorPage(views.Error{Page: p("Not understood"), Status: 400, Detail: "The field “message” is missing.", Back: back})},
		{"error-404", views.ErrorPage(views.Error{Page: p("Not here"), Status: 404, Back: views.Link{Text: "To the start page", URL: "/"}})},
		{"error-away", views.ErrorPage(views.Error{Page: away(p("")), Status: 503, Away: true, Back: back})},
		{"error-500", views.ErrorPage(views.Error{Page: p("Something broke"), Status: 500, Request: "7f3a91c2", Back: back})},
	}
}

// away is a page while nothing can be kept.
func away(p views.Page) views.Page {
	p.Away = true
	return p
}

// Shops returns parts of pages, as the script gets them.
func Shops() []Story {
	return []Story{
		{"suggestions", views.SuggestionList(suggestions())},
		{"suggestions-hostile", views.SuggestionList(hostileSuggestions())},
	}
}

func page(a views.Assets, title string) views.Page {
	return views.Page{
		Title: title, Shop: "Larkfield & Daughters", Home: "/", Assets: a, Basket: views.BasketLink{URL: "/basket", Pieces: 3}, Account: views.AccountLink{URL: "/account"}, Orders: views.OrdersLink{URL: "/orders"},
		Notice: "A made-up shop: no product, brand or price here is real.",
		Languages: views.Languages{Form: views.Form{Action: "/language"}, Field: "language", List: []views.Language{
			{Code: "en", Name: "English", Now: true}, {Code: "de", Name: "Deutsch"},
		}},
	}
}

var back = views.Link{Text: "Back to the conversation", URL: "/c/k7q2"}

func picture(name string) views.Picture { return views.Picture{URL: PicturePrefix + name + ".svg"} }

// to makes a form sent to an action of the made-up conversation, with its fields
// as name, value, name, value.
func to(action string, fields ...string) views.Form {
	f := views.Form{Action: "/c/k7q2/" + action}
	for i := 0; i+1 < len(fields); i += 2 {
		f.Hidden = append(f.Hidden, views.Field{Name: fields[i], Value: fields[i+1]})
	}
	return f
}

func drop(change string) views.Form { return to("drop", "change", change) }

func say() views.Message { return views.Message{Form: to("say"), MaxLength: 500} }
