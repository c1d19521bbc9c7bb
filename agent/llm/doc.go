// Package llm asks a language model's endpoint that speaks as OpenAI's does: chat answers
// that fit a JSON schema, and embeddings. A request has a timeout and its turn
// among concurrent ones; answers can be cached by the hash of their request, so that an
// evaluation can be replayed; an endpoint that keeps failing is left alone for a while. The
// product works without one.
package llm
