package account

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"shopclerk/agent/shop/password"
)

// longestEmail and longestLocal bound an address and what is before its @, in bytes
// (RFC 5321, 4.5.3.1, and erratum 1690 of RFC 3696).
const longestEmail, longestLocal = 254, 64

// Known returns the form of an e-mail address in which two spellings of one are the
// same text: without spaces around it, in Unicode's NFKC and in lower case. That the
// part before the @ might tell cases apart is the mail system's right (RFC 5321, 2.4),
// which none that people use makes use of; who registers twice does so by mistake.
// What is no address is [ErrEmail].
//
// Nothing is sent to an address, so that two that look alike, or that a mail system
// takes for one, do no harm: each is opened by its own password alone.
func Known(email string) (string, error) {
	if len(email) > 4*longestEmail || !utf8.ValidString(email) { // before any work
		return "", ErrEmail
	}
	known := norm.NFKC.String(strings.ToLower(norm.NFKC.String(strings.TrimSpace(email)))) // small letters compose where capitals do not
	local, domain, found := strings.Cut(known, "@")
	switch {
	case !found, local == "", len(local) > longestLocal, len(known) > longestEmail, strings.Contains(domain, "@"):
		return "", ErrEmail
	case domain == "", strings.HasPrefix(domain, "."), strings.HasSuffix(domain, "."), strings.Contains(domain, ".."):
		return "", ErrEmail
	case strings.ContainsFunc(known, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }):
		return "", ErrEmail // also marks that are not seen, such as those of direction
	}
	return known, nil
}

// normal is a password as it is hashed: one that is typed on two keyboards, which put
// an accent together with its letter or not, is one (NFKC, after NIST SP 800-63B-4,
// 3.1.1.2).
func normal(secret string) string {
	if len(secret) > mostRead {
		return secret[:mostRead] // too long whatever it is: no work
	}
	return norm.NFKC.String(secret)
}

// mostRead is how much of a password is looked at, in bytes: far more than one may
// have, so that none that is too long becomes one that is not.
const mostRead = 8 << 10

// fewestSigns is how many different characters a password has at least.
const fewestSigns = 5

// hash is the hash of a password that the owner of an address may have.
func (s *Store) hash(ctx context.Context, known, secret string) (string, error) {
	secret = normal(secret)
	if password.Fits(secret) == nil && easy(known, secret) {
		return "", ErrEasy
	}
	return s.Hasher.Hash(ctx, secret)
}

// easy reports whether a password is one that a guess finds early: the address itself,
// few different signs, or signs in the order of their codes, such as 123456789012.
func easy(known, secret string) bool {
	lower := strings.ToLower(secret)
	local, _, _ := strings.Cut(known, "@")
	if lower == known || strings.Trim(lower, "0123456789!") == local {
		return true
	}
	signs := map[rune]bool{}
	inOrder, last := true, rune(-1)
	for _, r := range lower {
		signs[r] = true
		if last >= 0 && r != last+1 && !(last == '9' && r == '0') {
			inOrder = false
		}
		last = r
	}
	return inOrder || len(signs) < fewestSigns
}
