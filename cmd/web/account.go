package main

import (
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/fleet"
	"shopclerk/agent/shop/account"
	"shopclerk/agent/shop/password"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/views"
	"shopclerk/words"
)

// The addresses of accounts.
const (
	accountPath  = "/account"
	registerPath = accountPath + "/register"
	signInPath   = accountPath + "/sign-in"
	signOutPath  = accountPath + "/sign-out"
	passwordPath = accountPath + "/password"
	endPath      = accountPath + "/end"
)

// triesOf are how fast passwords may be tried. From one network: ten at once and then one
// in ten seconds, which a family or an office does not notice; from one site forty, and
// then one in two seconds. For one address, wherever from: ten at once and then one in a
// minute, some 1,400 a day, which is nothing against a password that
// [account.Store.Register] takes. Its owner has a few tries from elsewhere still. How many
// are tried in all is bounded by the hashing.
var triesOf = password.Limits{
	Site:    password.Allowance{Burst: 40, Every: 2 * time.Second},
	Network: password.Allowance{Burst: 10, Every: 10 * time.Second},
	Name:    password.Allowance{Burst: 10, Every: time.Minute},
}

// tries limits how fast passwords are tried.
type tries struct {
	now   func() time.Time
	guard *password.Guard
}

func newTries(f *fleet.Fleet) tries { return tries{time.Now, password.NewGuard("account", triesOf, f)} }

// wait counts a try and returns for how many seconds it has to wait, 0 when it may be
// made now. What is no address counts as one.
func (t tries) wait(c echo.Context, email string) int {
	known, _ := account.Known(email)
	wait := t.guard.Wait(c.Request().Context(), c.RealIP(), known, t.now())
	if wait == 0 {
		return 0
	}
	seconds := int(math.Ceil(wait.Seconds()))
	c.Response().Header().Set("Retry-After", strconv.Itoa(seconds))
	slog.WarnContext(c.Request().Context(), "too many passwords tried", "from", c.RealIP())
	return seconds
}

// noted logs what was done with an account: who did it, by the account's id, and from
// where. The line's time is when.
func noted(c echo.Context, what, id string) {
	slog.InfoContext(c.Request().Context(), what, "account", id, "from", c.RealIP())
}

// fieldSession names, in a form, the session to end.
const fieldSession = "session"

// endSession signs another browser out of the account.
func (s *server) endSession(c echo.Context) error {
	if a := s.identify(c).account; a != nil {
		if err := s.accounts.End(c.Request().Context(), a.ID, c.Request().PostFormValue(fieldSession)); err != nil {
			return err
		}
		noted(c, "a session was ended from another", a.ID)
	}
	return c.Redirect(http.StatusSeeOther, accountPath)
}

// signedIn lists where the account is signed in.
func (s *server) signedIn(c echo.Context, a *account.Account) ([]views.SignedIn, error) {
	all, err := s.accounts.SignIns(c.Request().Context(), a.ID)
	var out []views.SignedIn
	for _, in := range all {
		line := views.SignedIn{Since: s.presenter(c).Day(in.Since)}
		if in.Session != s.identify(c).session {
			line.End = views.Form{Action: endPath, Hidden: []views.Field{{Name: fieldSession, Value: in.Session}}}
		}
		out = append(out, line)
	}
	return out, err
}

// fieldDone names, in the account's address, what has just been done.
const fieldDone = "done"

// What has been done.
const (
	doneRegister = "register"
	doneIn       = "in"
	doneOut      = "out"
	donePassword = "password"
)

// doneNotice says what has been done.
func doneNotice(w *words.Language, done string) string {
	switch done {
	case doneRegister:
		return w.T("account.done-register")
	case doneIn:
		return w.T("account.done-in")
	case doneOut:
		return w.T("account.done-out")
	case donePassword:
		return w.T("account.done-password")
	}
	return ""
}

// account shows the account to who is signed in, and asks others to.
func (s *server) account(c echo.Context) error {
	w, done := words.From(c.Request().Context()), c.QueryParam(fieldDone)
	if a := s.identify(c).account; a != nil {
		if done == doneOut {
			done = ""
		}
		page, err := s.accountPage(c, a), error(nil)
		page.Notice = doneNotice(w, done)
		if page.SignedIn, err = s.signedIn(c, a); err != nil {
			return err
		}
		return s.private(c, http.StatusOK, views.AccountPage(page))
	}
	page := s.signInPage(c)
	if done == doneOut {
		page.Notice = doneNotice(w, done)
	}
	return s.private(c, http.StatusOK, views.SignInPage(page))
}

func (s *server) accountPage(c echo.Context, a *account.Account) views.Account {
	p := s.presenter(c)
	return views.Account{
		Page: s.frame(c, p.Page(p.T("account.title"))), Email: a.Email, Since: p.Day(a.Since), Orders: present.OrdersPath,
		Export: minePath, Delete: deleteMinePath, SignOut: views.Form{Action: signOutPath}, Change: views.Form{Action: passwordPath},
		Shortest: password.Shortest,
	}
}

func (s *server) signInPage(c echo.Context) views.SignIn {
	p := s.presenter(c)
	return views.SignIn{Page: s.frame(c, p.Page(p.T("account.sign-in"))), Form: views.Form{Action: signInPath}, Register: registerPath}
}

func (s *server) registerPage(c echo.Context) views.Register {
	p := s.presenter(c)
	return views.Register{
		Page: s.frame(c, p.Page(p.T("account.register"))), Form: views.Form{Action: registerPath}, SignIn: accountPath, Shortest: password.Shortest,
	}
}

// askRegister asks for the address and the password of a new account.
func (s *server) askRegister(c echo.Context) error {
	if s.identify(c).account != nil {
		return c.Redirect(http.StatusSeeOther, accountPath)
	}
	return s.private(c, http.StatusOK, views.RegisterPage(s.registerPage(c)))
}

// register makes an account and signs in to it.
func (s *server) register(c echo.Context) error {
	page := s.registerPage(c)
	page.Email = emailField(c)
	if page.Wait = s.tries.wait(c, page.Email); page.Wait > 0 {
		return s.private(c, http.StatusTooManyRequests, views.RegisterPage(page))
	}
	w, secret := words.From(c.Request().Context()), c.Request().PostFormValue(views.FieldChosen)
	if secret != c.Request().PostFormValue(views.FieldAgain) {
		page.Problems.Again = w.T("account.differ")
		return s.private(c, http.StatusUnprocessableEntity, views.RegisterPage(page))
	}
	a, err := s.accounts.Register(c.Request().Context(), page.Email, secret)
	if page.Problems = problems(w, err); page.Problems != (views.AccountProblems{}) {
		return s.private(c, http.StatusUnprocessableEntity, views.RegisterPage(page))
	}
	if err != nil {
		return err
	}
	return s.enter(c, a, doneRegister)
}

// problems tells what is wrong with what was typed; nothing of other errors.
func problems(w *words.Language, err error) (p views.AccountProblems) {
	switch {
	case errors.Is(err, account.ErrEmail):
		p.Email = w.T("account.bad-email")
	case errors.Is(err, account.ErrTaken):
		p.Email = w.T("account.taken")
	case errors.Is(err, account.ErrEasy):
		p.Chosen = w.T("account.easy")
	case errors.Is(err, password.ErrLength):
		p.Chosen = w.T("account.bad-length", "Least", password.Shortest, "Most", password.Longest)
	case errors.Is(err, account.ErrWrong):
		p.Password = w.T("account.wrong-now")
	}
	return p
}

// mostEmail bounds what is looked at of an address, in bytes: far more than one may have.
const mostEmail = 1024

// emailField is the address as it was typed, as far as a page shows it again.
func emailField(c echo.Context) string {
	text := present.Typed(c.Request().PostFormValue(views.FieldEmail))
	return strings.ToValidUTF8(text[:min(len(text), mostEmail)], "")
}

// signIn signs in whoever knows an account's password.
func (s *server) signIn(c echo.Context) error {
	page := s.signInPage(c)
	page.Email = emailField(c)
	if page.Wait = s.tries.wait(c, page.Email); page.Wait > 0 {
		return s.private(c, http.StatusTooManyRequests, views.SignInPage(page))
	}
	a, err := s.accounts.Verify(c.Request().Context(), page.Email, c.Request().PostFormValue(views.FieldPassword))
	if errors.Is(err, account.ErrWrong) {
		slog.WarnContext(c.Request().Context(), "a sign-in was refused", "from", c.RealIP())
		page.Wrong = true
		return s.private(c, http.StatusForbidden, views.SignInPage(page))
	}
	if err != nil {
		return err
	}
	return s.enter(c, a, doneIn)
}

// enter signs the browser in, with a new cookie. What a guest has is moved to the account
// before: see package account.
func (s *server) enter(c echo.Context, a *account.Account, done string) error {
	ctx, was := c.Request().Context(), s.identify(c)
	if was.account == nil && was.session != "" {
		if err := s.belongings().Adopt(ctx, was.session, a.ID); err != nil {
			return err
		}
	}
	secret := random(16)
	if err := s.accounts.SignIn(ctx, sessionID(secret), a.ID); err != nil {
		return err
	}
	if err := s.accounts.SignOut(ctx, was.session); err != nil {
		return err
	}
	c.SetCookie(s.cookie(secret, sessionSeconds))
	noted(c, "somebody signed in", a.ID)
	return c.Redirect(http.StatusSeeOther, accountPath+"?"+fieldDone+"="+done)
}

// signOut makes the browser a stranger's: it gets a new cookie with its next visit.
func (s *server) signOut(c echo.Context) error {
	i := s.identify(c)
	if i.account != nil {
		if err := s.accounts.SignOut(c.Request().Context(), i.session); err != nil {
			return err
		}
		c.SetCookie(s.cookie("", -1))
	}
	return c.Redirect(http.StatusSeeOther, accountPath+"?"+fieldDone+"="+doneOut)
}

// changePassword gives the account another password, and the browser a new cookie.
func (s *server) changePassword(c echo.Context) error {
	a := s.identify(c).account
	if a == nil {
		return c.Redirect(http.StatusSeeOther, accountPath)
	}
	page := s.accountPage(c, a)
	if page.Wait = s.tries.wait(c, a.Email); page.Wait > 0 {
		return s.private(c, http.StatusTooManyRequests, views.AccountPage(page))
	}
	w, r := words.From(c.Request().Context()), c.Request()
	chosen, secret := r.PostFormValue(views.FieldChosen), random(16)
	if chosen != r.PostFormValue(views.FieldAgain) {
		page.Problems.Again = w.T("account.differ")
		return s.private(c, http.StatusUnprocessableEntity, views.AccountPage(page))
	}
	err := s.accounts.ChangePassword(r.Context(), a.ID, r.PostFormValue(views.FieldPassword), chosen, sessionID(secret))
	if page.Problems = problems(w, err); page.Problems != (views.AccountProblems{}) {
		return s.private(c, http.StatusUnprocessableEntity, views.AccountPage(page))
	}
	if err != nil {
		return err
	}
	c.SetCookie(s.cookie(secret, sessionSeconds))
	noted(c, "a password was changed", a.ID)
	return c.Redirect(http.StatusSeeOther, accountPath+"?"+fieldDone+"="+donePassword)
}
