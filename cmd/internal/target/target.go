// Package target is how commands are told where catalogues are published.
package target

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"shopclerk/search/index/depot"
	"shopclerk/search/index/depot/s3"
)

// Flags say how a bucket is reached. What its keys are the environment says: a command line
// is seen by others.
type Flags struct {
	Endpoint string `name:"s3-endpoint" default:"https://s3.amazonaws.com" env:"SHOPCLERK_S3_ENDPOINT" placeholder:"URL" help:"Where the buckets of s3:// are, https://HOST or http://HOST. Their keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment, or where Amazon's programs have them."`
	Region   string `name:"s3-region" env:"SHOPCLERK_S3_REGION,AWS_REGION" placeholder:"NAME" help:"Region of the bucket; asked for where none is named."`
}

// Open opens a target: a folder by its path or as file://, or s3://BUCKET/PREFIX.
func (f *Flags) Open(target string) (depot.Store, error) {
	scheme, _, uri := strings.Cut(target, "://")
	switch {
	case !uri:
		return depot.Dir(target), nil
	case scheme == "s3":
		return s3.New(target, f.Endpoint, f.Region)
	case scheme == "file":
		at, err := url.Parse(target)
		if err == nil && at.Host == "" && filepath.IsAbs(at.Path) {
			return depot.Dir(at.Path), nil
		}
	}
	return nil, fmt.Errorf("%q is no target: a path, file:///PATH and s3://BUCKET/PREFIX are", target)
}
