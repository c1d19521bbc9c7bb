package sqlite

import (
	"net/url"
	"slices"

	"golang.org/x/net/idna"

	"shopclerk/catalog"
)

// Origins are where pictures of products come from, "https://images.example.com",
// ascending; empty: all are the shop's own.
type Origins []string

const (
	// mostOrigins is how many origins are told one by one; beyond, pictures may come
	// from anywhere.
	mostOrigins = 50
	metaOrigins = "origins"
)

// anywhere are the origins of pictures that may come from everywhere.
var anywhere = Origins{"http:", "https:"}

// With returns the origins with that of a picture. What is no address of another host
// adds none.
func (o Origins) With(image string) Origins {
	u, err := url.Parse(image)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || slices.Equal(o, anywhere) {
		return o
	}
	host, err := idna.Lookup.ToASCII(u.Hostname()) // nothing else may stand in a policy
	if err != nil {
		return o
	}
	if port := u.Port(); port != "" {
		host += ":" + port
	}
	origin := u.Scheme + "://" + host
	i, known := slices.BinarySearch(o, origin)
	switch {
	case known:
		return o
	case len(o) == mostOrigins:
		return anywhere
	}
	return slices.Insert(slices.Clone(o), i, origin)
}

// of returns the origins with those of a product and its variants.
func (o Origins) of(image string, variants []catalog.Variant) Origins {
	o = o.With(image)
	for i := range variants {
		o = o.With(variants[i].Image)
	}
	return o
}

// Origins tells where the pictures of the catalogue come from.
func (s *Store) Origins() Origins { return s.origins }
