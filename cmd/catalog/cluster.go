package main

import (
	"fmt"

	"shopclerk/search/index"
	"shopclerk/search/weaviate"
)

// cluster are the flags of an import whose products go to a cluster.
type cluster struct {
	Search string `env:"SHOPCLERK_SEARCH" placeholder:"URL" help:"Keep the products in a Weaviate cluster, weaviate://HOST:PORT,HOST:PORT, and a sample of them in the data directory."`
	Sample int    `default:"2000" placeholder:"N" help:"Products of each category that the data directory holds where the others are in a cluster, 100 or more (default ${default})."`
}

const leastSample = 100

// over sets the options of an import.
func (c *cluster) over(o *index.Options) (err error) {
	if c.Search != "" && c.Sample < leastSample {
		return fmt.Errorf("--sample: of %d products nothing can be told of a category: %d is the least", c.Sample, leastSample)
	}
	if c.Search != "" {
		o.Cluster, err = weaviate.New(c.Search)
		o.Sample = c.Sample
	}
	return err
}
