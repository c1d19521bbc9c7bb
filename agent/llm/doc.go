// Package llm asks a language model behind an endpoint that speaks as OpenAI's does:
// Ollama, vLLM, llama.cpp and hosted ones alike. Where none is configured there is no
// [Client], and nobody asks.
//
// What a model says is data. [Ask] returns only what fits the schema that was asked for,
// after one attempt at repair; whether it is true is for the caller to check. Every
// request has its deadline, its share of a budget and a limit to the size of its answer;
// an endpoint that keeps failing is left alone for a while ([Open]). Each way to get no
// answer is a [Failure], and the caller goes on as if there were no model.
//
// Answers are kept by the hash of their request where a cache is configured, so that an
// evaluation can be run again without the model.
package llm
