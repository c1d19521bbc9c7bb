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
	return cached(ctx, c, p, func() ([][]float32, error) {
		return guard(ctx, c, "", func(ctx context.Context) ([][]float32, int, error) {
			res, err := c.api.Embeddings.New(ctx, p)
			if err != nil {
				return nil, 0, err
			}
			out := make([][]float32, len(texts))
			for _, e := range res.Data {
				if e.Index < 0 || int(e.Index) >= len(out) || len(e.Embedding) != len(res.Data[0].Embedding) {
					return nil, 0, fmt.Errorf("%w: an embedding of nothing that was sent", Malformed)
				}
				v := make([]float32, len(e.Embedding))
				for i, x := range e.Embedding {
					if v[i] = float32(x); math.Abs(x) > math.MaxFloat32 {
						return nil, 0, fmt.Errorf("%w: an embedding that is not finite", Malformed)
					}
				}
				out[e.Index] = v
			}
			for i, v := range out {
				if len(v) == 0 {
					return nil, 0, fmt.Errorf("%w: no embedding of text %d", Malformed, i)
				}
			}
			return out, int(res.Usage.TotalTokens), nil
		})
	})
}

// Rerank returns how relevant each text is to a query, in their order; the endpoint
// speaks as Cohere's, Jina's, vLLM's and llama.cpp's do at /rerank. A text that it leaves
// out is less relevant than any: -math.MaxFloat64.
func (c *Client) Rerank(ctx context.Context, query string, texts []string) ([]float64, error) {
	p := struct {
		Model     string   `json:"model"`
		Query     string   `json:"query"`
		Documents []string `json:"documents"`
		Top       int      `json:"top_n"`
	}{c.config.RerankModel, query, texts, len(texts)}
	return cached(ctx, c, p, func() ([]float64, error) {
		return guard(ctx, c, "", func(ctx context.Context) ([]float64, int, error) {
			var res struct {
				Results []struct {
					Index int     `json:"index"`
					Score float64 `json:"relevance_score"`
				} `json:"results"`
			}
			if err := c.api.Post(ctx, "rerank", p, &res); err != nil {
				return nil, 0, err
			}
			out := make([]float64, len(texts))
			for i := range out {
				out[i] = -math.MaxFloat64
			}
			for _, r := range res.Results {
				if r.Index < 0 || r.Index >= len(out) {
					return nil, 0, fmt.Errorf("%w: a rank of nothing that was sent", Malformed)
				}
				out[r.Index] = r.Score
			}
			return out, 0, nil
		})
	})
}
