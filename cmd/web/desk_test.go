package main

import (
	"net/http"
	"net/http/cookiejar"
)

const deskPassword = "correct horse battery staple"

// deskHash is the cheapest hash of deskPassword that the desk takes.
const deskHash = "$argon2id$v=19$m=19456,t=2,p=1$nEv8FPo0/+0uHbBNxFQoLw$q/HXwRLcrsXYVtiibqSwDe4ylVMbhl3/gCJPdxrZBPE"

// staying does not follow redirects.
func (v *visitor) staying() *visitor {
	client := *v.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	out := *v
	out.client = &client
	return &out
}

// stranger is somebody else at the same shop.
func stranger(v *visitor) *visitor {
	v.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		v.t.Fatal(err)
	}
	return &visitor{t: v.t, client: &http.Client{Jar: jar, Transport: v.client.Transport}, base: v.base}
}
