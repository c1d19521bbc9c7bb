package api

import "net/http"

// Admit lets a request to another handler through that has a key, as often as its rate
// allows, and names the key's holder; otherwise it has answered the request.
func (a *API) Admit(w http.ResponseWriter, r *http.Request) (holder string, ok bool) {
	in := &request{Request: r}
	if err := a.admit(&operation{}, w, in); err != nil {
		a.fail(w, r, err)
		return "", false
	}
	return in.caller.Name, true
}
