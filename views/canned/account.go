package canned

import "shopclerk/views"

func account(p views.Page) views.Account {
	p.Account.SignedIn = true
	return views.Account{
		Page: p, Notice: "You are signed in, and what you had is in your account.", Email: "ann@example.com",
		Since: views.Day{Text: "March 10, 2026", ISO: "2026-03-10"}, Orders: "/orders", Export: "/mine", Delete: "/mine/delete",
		SignOut: views.Form{Action: "/account/sign-out"}, Change: views.Form{Action: "/account/password"}, Shortest: 12,
		SignedIn: []views.SignedIn{
			{Since: views.Day{Text: "March 10, 2026", ISO: "2026-03-10"}},
			{Since: views.Day{Text: "March 12, 2026", ISO: "2026-03-12"}, End: views.Form{Action: "/account/end"}},
		},
	}
}

func accountWrong(p views.Page) views.Account {
	a := account(p)
	a.Notice, a.Problems = "", views.AccountProblems{Password: "This is not your password."}
	return a
}

func hostileAccount(p views.Page) views.Account {
	return views.Account{
		Page: p, Notice: script, Email: long + quotes + "@" + hebrew, Since: views.Day{Text: script, ISO: quotes}, Orders: address, Export: address, Delete: address,
		SignOut: views.Form{Action: address}, Change: views.Form{Action: address}, SignedIn: []views.SignedIn{{}, {Since: views.Day{Text: script, ISO: quotes}, End: views.Form{Action: address}}}, Problems: views.AccountProblems{Password: script, Chosen: quotes, Again: long}, Wait: 1, Shortest: 12,
	}
}

func signIn(p views.Page) views.SignIn {
	return views.SignIn{Page: p, Form: views.Form{Action: "/account/sign-in"}, Register: "/account/register"}
}

func signInWrong(p views.Page) views.SignIn {
	s := signIn(p)
	s.Email, s.Wrong = "ann@example.com", true
	return s
}

func signInWait(p views.Page) views.SignIn {
	s := signIn(p)
	s.Email, s.Wait = hebrew+"@example.com", 9
	return s
}

func register(p views.Page) views.Register {
	return views.Register{Page: p, Form: views.Form{Action: "/account/register"}, SignIn: "/account", Shortest: 12}
}

func registerProblems(p views.Page) views.Register {
	r := register(p)
	r.Email = "ann@example.com"
	r.Problems = views.AccountProblems{
		Email: "There is an account of this address. Sign in to it, or take another address.", Chosen: "A password has 12 to 1,024 characters.",
	}
	return r
}
