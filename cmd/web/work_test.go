//go:build unix

package main

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"shopclerk/views"
)

// worstBody is how long the worst inputs are, in bytes: the longest form.
const worstBody = 64 << 10

// fill repeats a text up to so many bytes.
func fill(text string, size int) string { return strings.Repeat(text, size/len(text)+1)[:size] }

// worstTexts are texts that are expensive to read, in any length.
var worstTexts = map[string]func(size int) string{
	"abbreviations": func(n int) string { return fill("e.g. i.e. ", n) },
	"brackets":      func(n int) string { return fill("([{", n/2) + fill("}])", n/2) },
	"no spaces":     func(n int) string { return fill("rucksack", n) },
	"one letter":    func(n int) string { return fill("a", n) },
	"letters":       func(n int) string { return fill("a b c d ", n) },
	"commas":        func(n int) string { return fill(",", n) },
	"quotes":        func(n int) string { return fill(`"a" 'b' `, n) },
	"negations":     func(n int) string { return fill("not no without never ", n) },
	"alternatives":  func(n int) string { return fill("red or blue or not green, ", n) },
	"ranges":        func(n int) string { return fill("between 10 and 20 or over 5 cm x 7 cm ", n) },
	"questions":     func(n int) string { return fill("which is best? ", n) },
	"kinds":         func(n int) string { return fill("backpack lamp sofa tent ", n) },
	"misspelt":      func(n int) string { return fill("bakcpcak lmap soffa tnet ", n) },
	"tasks":         func(n int) string { return fill("cancel it and add the second and ", n) },
	"compounds":     func(n int) string { return fill("donaudampfschifffahrtsgesellschaftskapitän ", n) },
	"combining":     func(n int) string { return fill("e\u0301\u0301\u0301", n) },
	"numbers": func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, "%d ", i)
		}
		return b.String()[:n]
	},
}

// object and list write JSON.
func object(fields ...any) map[string]any {
	out := map[string]any{}
	for i := 0; i+1 < len(fields); i += 2 {
		out[fields[i].(string)] = fields[i+1]
	}
	return out
}

func each(n int, of func(int) any) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = of(i)
	}
	return out
}

func declared(i int, properties map[string]any) any {
	return object("name", fmt.Sprint("tool", i), "description", "Sends a thing.", "input_schema", object("type", "object", "required", slices.Sorted(maps.Keys(properties)), "properties", properties))
}

func choice(values, size int) any {
	return object("type", "string", "enum", each(values, func(i int) any { return fmt.Sprint(fill("value ", size), i) }))
}

func properties(n int, of func(int) any) map[string]any {
	out := map[string]any{}
	for i := range n {
		out[fmt.Sprint("p", i)] = of(i)
	}
	return out
}

// nested is an object in an object, so many times.
func nested(depth int, inner any) any {
	for range depth {
		inner = object("type", "object", "required", []any{"a"}, "properties", object("a", inner))
	}
	return inner
}

func calls(n int, arguments func(int) map[string]any) []any {
	return each(n, func(i int) any { return object("name", "tool0", "arguments", arguments(i)) })
}

var none = func(int) map[string]any { return map[string]any{} }

// worstTasks are tasks that are expensive to decide about.
var worstTasks = map[string]func() map[string]any{
	"many tools": func() map[string]any {
		return object("tools", each(400, func(i int) any { return declared(i, object("a", object("type", "string"))) }), "words", fill("send a thing ", 4000), "candidates", calls(100, none))
	},
	"many parameters": func() map[string]any {
		return object("tools", []any{declared(0, properties(1000, func(int) any { return object("type", "boolean") }))}, "words", fill("yes no ", 4000), "candidates", calls(100, none))
	},
	"many values": func() map[string]any {
		return object("tools", []any{declared(0, object("a", choice(4000, 6)))}, "words", fill("value 17 ", 4000), "candidates", calls(100, none))
	},
	"wide and many": func() map[string]any {
		return object("tools", []any{declared(0, properties(60, func(int) any { return choice(50, 8) }))}, "words", fill("value 17 value value ", 4000), "candidates", calls(100, none))
	},
	"deep": func() map[string]any {
		return object("tools", []any{object("name", "tool0", "input_schema", nested(1000, object("type", "string")))}, "words", fill("a ", 4000), "candidates", calls(100, none))
	},
	"all of": func() map[string]any {
		s := any(object("type", "string"))
		for range 12 {
			s = object("anyOf", []any{s, s})
		}
		return object("tools", []any{declared(0, object("a", s))}, "words", "a", "candidates", calls(100, none))
	},
	"references": func() map[string]any {
		definitions := map[string]any{"d0": object("type", "string")}
		for i := range 200 {
			ref := object("$ref", fmt.Sprint("#/$defs/d", i))
			definitions[fmt.Sprint("d", i+1)] = object("type", "object", "required", []any{"a", "b"}, "properties", object("a", ref, "b", ref))
		}
		tool := declared(0, object("a", object("$ref", "#/$defs/d200"))).(map[string]any)
		tool["input_schema"].(map[string]any)["$defs"] = definitions
		return object("tools", []any{tool}, "words", "a", "candidates", calls(100, none))
	},
	"many candidates": func() map[string]any {
		return object("tools", []any{declared(0, properties(20, func(int) any { return object("type", "string") }))}, "sampled", true, "words", "send",
			"candidates", calls(100, func(i int) map[string]any {
				return properties(20, func(k int) any { return fmt.Sprint("v", i*k%97) })
			}))
	},
	"many events": func() map[string]any {
		return object("tools", []any{declared(0, properties(30, func(int) any { return choice(20, 8) }))}, "words", "send", "candidates", calls(20, none),
			"history", each(100, func(i int) any {
				return object("answer", object("question", fmt.Sprint("p", i%30), "words", fill("value 3 ", 1000)))
			}))
	},
	"many refusals": func() map[string]any {
		return object("tools", []any{declared(0, object("a", choice(1000, 6)))}, "words", "send", "candidates", calls(100, none),
			"history", each(50, func(int) any {
				return object("answer", object("question", "a", "not", each(100, func(i int) any { return fmt.Sprint("value ", i) })))
			}))
	},
	"words alone": func() map[string]any {
		return object("tools", []any{declared(0, object("a", choice(3000, 12)))}, "words", fill("value value va ", 4000), "candidates", []any{object("name", "none", "arguments", object())})
	},
	"alternatives in alternatives": func() map[string]any {
		definitions := map[string]any{"d0": object("type", "number")}
		for i := range 60 {
			ref := object("$ref", fmt.Sprint("#/$defs/d", i))
			definitions[fmt.Sprint("d", i+1)] = object("anyOf", []any{ref, ref})
		}
		tool := declared(0, object("a", object("$ref", "#/$defs/d60"))).(map[string]any)
		tool["input_schema"].(map[string]any)["$defs"] = definitions
		return object("tools", []any{tool}, "words", "a", "candidates", calls(100, func(int) map[string]any { return object("a", "text") }))
	},
	"long enumeration": func() map[string]any {
		return object("tools", []any{declared(0, object("a", object("type", "string", "enum", each(9000, func(i int) any { return fmt.Sprint(i) }))))}, "words", "a", "candidates", calls(5, none))
	},
	"all required": func() map[string]any {
		return object("tools", []any{object("name", "tool0", "input_schema", object("type", "object", "properties", object(), "required", each(9000, func(i int) any { return fmt.Sprint(i) })))}, "words", "a", "candidates", calls(100, none))
	},
	"patterns": func() map[string]any {
		return object("tools", []any{declared(0, object("a", object("type", "string", "pattern", fill("(a{1,50})", 300))))}, "words", "send",
			"candidates", calls(100, func(int) map[string]any { return object("a", fill("a", 400)) }))
	},
}

// toolCall calls a tool by the Model Context Protocol.
func toolCall(name string, arguments map[string]any) any {
	delete(arguments, "words") // of no use to it
	return object("jsonrpc", "2.0", "id", 1, "method", "tools/call", "params", object("name", name, "arguments", arguments))
}

// BenchmarkWorst answers the worst inputs known, as pages and as programs send them.
func BenchmarkWorst(b *testing.B) {
	p := openProgram(b)
	// what of the processor an answer takes: the clock tells what else the machine does
	measured := func(b *testing.B, answer func() int) {
		var before, after syscall.Rusage
		_, _ = answer(), syscall.Getrusage(syscall.RUSAGE_SELF, &before) // what is read once, is
		n, status := 0, 0
		for b.Loop() {
			status = answer()
			n++
		}
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
		b.ReportMetric(float64(after.Utime.Nano()+after.Stime.Nano()-before.Utime.Nano()-before.Stime.Nano())/float64(n)/1e6, "cpu-ms/op")
		b.ReportMetric(float64(status), "status")
	}
	page := func(b *testing.B, path string, form url.Values) {
		measured(b, func() int {
			r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			w := httptest.NewRecorder()
			p.h.ServeHTTP(w, r)
			return w.Code
		})
	}
	program := func(b *testing.B, method, path, body string) {
		measured(b, func() int { return p.send(method, path, body).Code })
	}
	get := func(b *testing.B, path string) {
		measured(b, func() int {
			w := httptest.NewRecorder()
			p.h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
			return w.Code
		})
	}
	for _, name := range slices.Sorted(maps.Keys(worstTexts)) {
		for _, size := range []int{900, worstBody} {
			text := worstTexts[name](size)
			at := fmt.Sprint(name, "/", size)
			b.Run("page/"+at, func(b *testing.B) { page(b, "/c", url.Values{views.FieldMessage: {text}}) })
			b.Run("converse/"+at, func(b *testing.B) { program(b, http.MethodPost, "/converse", encoded(b, object("message", text))) })
			b.Run("suggest/"+at, func(b *testing.B) { get(b, "/suggest?"+asked(views.FieldTyped, text)) })
			b.Run("search/"+at, func(b *testing.B) { program(b, http.MethodGet, "/search?"+asked("q", text), "") })
		}
		b.Run("clarify/"+name, func(b *testing.B) {
			task := object("tools", []any{declared(0, object("a", choice(500, 6), "b", object("type", "number")))}, "words", strings.ToValidUTF8(worstTexts[name](3900), ""), "candidates", calls(100, none))
			program(b, http.MethodPost, "/clarify", encoded(b, task))
		})
	}
	for _, name := range slices.Sorted(maps.Keys(worstTasks)) {
		b.Run("task/"+name, func(b *testing.B) { program(b, http.MethodPost, "/clarify", encoded(b, worstTasks[name]())) })
		b.Run("mcp/"+name, func(b *testing.B) {
			measured(b, func() int {
				r := httptest.NewRequest(http.MethodPost, mcpPath, strings.NewReader(encoded(b, toolCall("clarify", worstTasks[name]()))))
				r.Header = http.Header{"Authorization": {"Bearer " + p.key}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
				w := httptest.NewRecorder()
				p.h.ServeHTTP(w, r)
				return w.Code
			})
		})
	}
	talk := p.turn(map[string]any{"category": backpacks})
	p.turn(map[string]any{"state": talk.State, "message": worstTexts["misspelt"](900)})
	var many []string
	for _, x := range p.search("category", backpacks, "limit", "50").Products {
		many = append(many, views.FieldProduct, x.ID)
	}
	for name, path := range map[string]string{"conversation": "/c/" + talk.State + "?show=100000", "edit": "/c/" + talk.State + "?edit=1&show=100000", "compare": "/compare?" + strings.ReplaceAll(asked(many...), views.FieldProduct+"=", "p="), "product": "/p/" + talk.Products[0].ID, "start": "/"} {
		b.Run("get/"+name, func(b *testing.B) { get(b, path) })
	}
}

// mostAllocated is what one answer allocates at most, in bytes: it grows with what is compared,
// and is the same on a machine that is busy.
var mostAllocated = map[string]uint64{"/clarify": 200 << 20, "/converse": 56 << 20}

// FuzzWork looks for inputs that take more work than any answer may.
func FuzzWork(f *testing.F) {
	p := openProgram(f)
	p.send(http.MethodPost, "/converse", `{"message": "a red backpack"}`) // what is read once, is
	for _, name := range slices.Sorted(maps.Keys(worstTexts)) {
		for _, size := range []int{900, worstBody} {
			f.Add("/converse", encoded(f, object("message", worstTexts[name](size))))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(worstTasks)) {
		f.Add("/clarify", encoded(f, worstTasks[name]()))
	}
	f.Fuzz(func(t *testing.T, path, body string) {
		if path != "/clarify" {
			path = "/converse"
		}
		at := *p
		at.t = t
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		w := at.send(http.MethodPost, path, body)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > mostAllocated[path] {
			t.Errorf("%d MB are allocated to answer %d to %s %.200q", n>>20, w.Code, path, body)
		} else if testing.Verbose() {
			t.Logf("%d MB, %d %s %.40q", n>>20, w.Code, path, body)
		}
	})
}
