package api

import (
	"cmp"
	"encoding/json"
	"fmt"

	"shopclerk/catalog/patch"
	"shopclerk/search/index"
)

// feedPath is where the catalogue is changed, below [Root].
const feedPath = "/feed"

// longestFeed bounds a request in bytes: a thousand patches of four kilobytes.
const longestFeed = 4 << 20

// learned is what no patch changes.
const learned = "Categories, kinds of attributes and which of them are asked about, spellings, types, the embedder and the words that " +
	"the clerk knows stay as the last import learned them; the next import learns them anew."

// FeedPatched answers a patch of the feed.
type FeedPatched struct {
	Taken   int           `json:"taken"`
	Refused []FeedRefused `json:"refused"`
	Learned string        `json:"learned"`
}

// FeedRefused is a patch that changes nothing.
type FeedRefused struct {
	Place  int    `json:"place"` // among the request's patches, from 0
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

// patchFeed changes products. It answers once what it takes is kept for good; what it
// refuses keeps nothing else from being taken.
func (a *API) patchFeed(r *request) (any, error) {
	if a.Patch == nil || !a.Patchable {
		return nil, problem(Unpatchable, "The catalogue can not be patched, but imported once more: an older program imported it, or its products are in a cluster.")
	}
	var in struct {
		Patches []json.RawMessage `json:"patches"`
	}
	if err := json.Unmarshal(r.body, &in); err != nil {
		return nil, fmt.Errorf("reading patches that keep the contract: %w", err)
	}
	out := &FeedPatched{Refused: []FeedRefused{}, Learned: learned}
	read, bad := make([]patch.Patch, len(in.Patches)), make([]error, len(in.Patches))
	for i, text := range in.Patches {
		read[i], bad[i] = patch.Parse(text)
	}
	refused, err := index.Refuse(r.Context(), a.Store, read)
	if err != nil {
		return nil, err
	}
	var taken []patch.Patch
	for i, p := range read {
		if err := cmp.Or(bad[i], refused[i]); err != nil {
			out.Refused = append(out.Refused, FeedRefused{i, p.ID, err.Error()})
			continue
		}
		taken = append(taken, p)
	}
	if len(taken) > 0 {
		if err := a.Patch(r.Context(), taken); err != nil {
			return nil, err
		}
	}
	out.Taken = len(taken)
	return out, nil
}
