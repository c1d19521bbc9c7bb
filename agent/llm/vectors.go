package llm

import (
	"context"
	"fmt"
	"math"

	"github.com/openai/openai-go/v3"
)

// Embed returns a vector of finite numbers for each text, in their order, all of one
// length.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	p := openai.EmbeddingNewParams{
		Model: c.config.EmbeddingModel,
		Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: texts},
	}
	return cached(c, p, func() ([][]float32, error) {
		return request(ctx, c, func(ctx context.Context) ([][]float32, error) {
			res, err := c.api.Embeddings.New(ctx, p)
			if err != nil {
				return nil, err
			}
			out := make([][]float32, len(texts))
			for _, e := range res.Data {
				if e.Index < 0 || int(e.Index) >= len(out) || len(e.Embedding) != len(res.Data[0].Embedding) {
					return nil, fmt.Errorf("%w: an embedding of a text that was not sent", ErrMalformed)
				}
				v := make([]float32, len(e.Embedding))
				for i, x := range e.Embedding {
					if v[i] = float32(x); math.Abs(x) > math.MaxFloat32 {
						return nil, fmt.Errorf("%w: an embedding that is not finite", ErrMalformed)
					}
				}
				out[e.Index] = v
			}
			for i, v := range out {
				if len(v) == 0 {
					return nil, fmt.Errorf("%w: no embedding of text %d", ErrMalformed, i)
				}
			}
			return out, nil
		})
	})
}
