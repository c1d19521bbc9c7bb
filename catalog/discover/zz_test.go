package discover

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"shopclerk/catalog"
	"sort"
	"testing"
)

func TestZZ(t *testing.T) {
	f, _ := os.Open(os.Getenv("ZZ"))
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	var docs []*document
	for s.Scan() {
		var d struct{ Title string }
		json.Unmarshal(s.Bytes(), &d)
		r := catalog.Record{Title: d.Title}
		docs = append(docs, newDocument(&r))
	}
	g := spoken(docs)
	for _, l := range g.tongues {
		fmt.Print(l.code, " ")
	}
	fmt.Println(g.covers)
	h := learnHeads(docs, g)
	for c := range h.place {
		n := 0
		for _, d := range docs {
			for i := range d.words {
				if !d.words[i].code && int(d.words[i].class) == c {
					n++
				}
			}
		}
		if n < 20 {
			continue
		}
		segment, behind, place, letters := c/(2*places*cases), c/(places*cases)%2 == 1, c/cases%places, c%cases
		fmt.Printf("seg%d behind=%v %s %s n=%d odds %.3f start %.3f\n", segment, behind, []string{"only", "final", "tailed", "first", "middle"}[place], []string{"lower", "title", "upper"}[letters], n, h.place[c], h.startPlace(segment, behind, place, letters))
	}
	type kv struct {
		k string
		w *word
	}
	var ws []kv
	for k, w := range h.words {
		ws = append(ws, kv{k, w})
	}
	sort.Slice(ws, func(i, j int) bool { return ws[i].w.heads > ws[j].w.heads })
	for _, x := range ws[:min(80, len(ws))] {
		_, n := g.noun(x.k)
		fmt.Printf("%s n=%d heads=%.1f odds=%.2f prior=%.2f noun=%v barred=%v\n", x.k, x.w.titles, x.w.heads, x.w.odds, x.w.prior, n, x.w.barred)
	}
	for _, k := range os.Args {
		if w := h.words[k]; w != nil {
			fmt.Println(k, *w)
		}
	}
}
func TestZT(t *testing.T) {
	f, _ := os.Open(os.Getenv("ZZ"))
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	var docs []*document
	var titles []string
	for s.Scan() {
		var d struct{ Title string }
		json.Unmarshal(s.Bytes(), &d)
		titles = append(titles, d.Title)
	}
	b := InduceBrands(func(y func(string) bool) {
		for _, t := range titles {
			if !y(t) {
				return
			}
		}
	})
	for _, t := range titles {
		r := catalog.Record{Title: t, Brand: b.Of(t)}
		docs = append(docs, newDocument(&r))
	}
	h := learnHeads(docs, spoken(docs))
	l := findLabels(h, docs)
	for _, q := range filepath.SplitList(os.Getenv("QQ")) {
		r := catalog.Record{Title: q, Brand: b.Of(q)}
		d := newDocument(&r)
		h.parse(d.words)
		whole := noHead
		for i := range d.words {
			whole += h.at(d.words, i)
		}
		fmt.Println(q, "brand", r.Brand)
		for i := range d.words {
			w := d.words[i]
			x := h.words[w.key]
			if x == nil {
				fmt.Println("  ", w.text, "-")
				continue
			}
			c := int(w.class)
			segment, behind, place, letters := c/(2*places*cases), c/(places*cases)%2 == 1, c/cases%places, c%cases
			fmt.Printf("  %s seg%d %v %s %s named=%d odds=%.2f place=%.2f p=%.2f barred=%v silent=%v label=%q final=%q n=%d\n", w.text, segment, behind, []string{"only", "final", "tailed", "first", "middle"}[place], []string{"lower", "title", "upper"}[letters], w.named, x.odds, h.place[c], h.at(d.words, i)/whole, x.barred, x.silent, l.at(d.words, i), l.resolve(l.at(d.words, i)), l.size[l.at(d.words, i)])
		}
	}
}
func TestZU(t *testing.T) {
	f,_ := os.Open(os.Getenv("ZZ")); s:=bufio.NewScanner(f); s.Buffer(nil,1<<20)
	var docs []*document; var titles []string
	for s.Scan() { var d struct{Title string}; json.Unmarshal(s.Bytes(),&d); titles=append(titles,d.Title) }
	b := InduceBrands(func(y func(string)bool){ for _,t := range titles { if !y(t) {return} } })
	for _,t := range titles { r:=catalog.Record{Title:t,Brand:b.Of(t)}; docs=append(docs,newDocument(&r)) }
	h := learnHeads(docs,spoken(docs))
	l := findLabels(h,docs)
	c := map[string]int{}
	for _,d := range docs { if x,_ := l.named(d); x=="" { at,best := -1,0.0; for i := range d.words { if o:=h.at(d.words,i); o>best {at,best=i,o} }; if at>=0 { c[d.words[at].text]++ } else {c["-"]++} } }
	type kv struct{k string; n int}; var ks []kv; for k,n := range c { ks=append(ks,kv{k,n}) }
	sort.Slice(ks,func(i,j int)bool{return ks[i].n>ks[j].n})
	for _,k := range ks[:min(400,len(ks))] { fmt.Printf("%s %d; ",k.k,k.n) }
	fmt.Println()
}
