// Package wide makes a table whose columns are large and odd, as the feeds of
// clothing chains are: one category, a name column with nearly half as many values as
// there are rows, columns of codes that rename columns of names, long descriptions and
// no price. Nothing in it is real.
package wide

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
)

const (
	// Rows is how many rows the table has that figures are told of.
	Rows = 105_000
	// Category is that of every row.
	Category = "Garments"
	// spread makes a name come in 2.3 colours on the average, one a row: 105,000 rows
	// have some 45,500 names.
	spread = 1.76
)

// Columns lists the keys of the attributes. A code column stands behind the name column
// that it renames; the first two have a value for every style.
var Columns = []string{
	"prod_name", "product_code", "product_type_name", "product_type_no", "graphical_appearance_name",
	"colour_group_name", "colour_group_code", "perceived_colour_value_name",
	"department_name", "department_no", "section_name", "section_no", "garment_group_name", "garment_group_no",
}

// Records yields so many rows of the table; equal seeds yield equal rows.
func Records(seed uint64, rows int) iter.Seq[catalog.Record] {
	return func(yield func(catalog.Record) bool) {
		m := newMaker(seed)
		for row := 0; row < rows; {
			s := m.style()
			for _, colour := range m.colours() {
				if row++; row > rows || !yield(m.article(s, colour)) {
					return
				}
			}
		}
	}
}

// maker draws styles one after the other.
type maker struct {
	*rand.Rand
	kinds, departments, sections, groups, looks []string
	kindShare, departmentShare, colourShare     []float64 // cumulative
	names                                       map[string]bool
	styles                                      int
}

var (
	nouns = strings.Fields("trousers dress sweater top blouse shirt skirt jacket shorts leggings bra cardigan coat hoodie socks boots " +
		"sandals belt scarf hat gloves bag pyjamas bodysuit swimsuit blazer jumpsuit tights vest earrings sneakers tunic")
	fits      = strings.Fields("slim regular loose cropped long short wide soft basic fancy ribbed padded pleated light double seamless")
	colours   = strings.Fields("black white blue grey red green beige pink orange yellow brown turquoise purple gold silver khaki")
	shades    = strings.Fields("plain dark light greenish")
	tones     = strings.Fields("dusty dark light medium bright undefined unknown strong")
	people    = strings.Fields("ladies men girl boy baby young divided sport")
	materials = strings.Fields("cotton wool linen viscose polyester silk denim jersey lyocell leather satin fleece lace twill poplin corduroy")
	details   = strings.Fields("pockets buttons collar cuffs hood zip waistband hem lining straps pleats drawstring elastic seam yoke darts")
	syllables = strings.Fields("al be cor da el fi go ha in ju ka li mo na or pe qui ro sa ti ul va wi xe yo za bri cle dra fle gra pri sta tro")
)

func newMaker(seed uint64) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 0)), names: map[string]bool{}}
	m.kinds = cross(129, nouns, fits[:5])
	m.departments = cross(250, people, nouns, fits[:1])
	m.sections = cross(57, people, fits[:8])
	m.groups = cross(21, nouns)
	m.looks = cross(30, strings.Fields("solid striped checked dotted printed mixed"), fits[:5])
	m.kindShare, m.departmentShare = zipf(len(m.kinds), 1), zipf(len(m.departments), 0.6)
	m.colourShare = zipf(len(colours)*len(shades), 0.9)
	return m
}

// cross joins a word of each list, as often as n names take, and numbers what would
// be there twice.
func cross(n int, lists ...[]string) []string {
	out := make([]string, n)
	for i := range out {
		rest := i
		var parts []string
		for _, list := range lists {
			parts = append([]string{list[rest%len(list)]}, parts...)
			rest /= len(list)
		}
		out[i] = strings.Join(parts, " ")
		if rest > 0 {
			out[i] += " " + strconv.Itoa(rest+1)
		}
	}
	return out
}

// zipf returns the cumulative shares of n things of which the r-th has 1/r^s.
func zipf(n int, s float64) []float64 {
	out := make([]float64, n)
	sum := 0.0
	for i := range out {
		sum += math.Pow(float64(i+1), -s)
		out[i] = sum
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// one draws by cumulative shares.
func (m *maker) one(shares []float64) int {
	u := m.Float64()
	i := 0
	for i < len(shares)-1 && shares[i] < u {
		i++
	}
	return i
}

// style is what the colours of a garment have in common. Its parts are numbers in the
// maker's lists: a code is such a number.
type style struct {
	name, description                      string
	number, kind, department, group, looks int
}

func (m *maker) style() style {
	m.styles++
	s := style{number: m.styles, kind: m.one(m.kindShare), department: m.one(m.departmentShare), looks: m.IntN(len(m.looks))}
	s.group = s.kind % len(m.groups)
	noun := m.kinds[s.kind]
	noun = noun[strings.LastIndexByte(noun, ' ')+1:]
	for s.name == "" || m.names[s.name] {
		n := ""
		for range 2 + m.IntN(2) {
			n += m.of(syllables)
		}
		s.name = catalog.Capital(n) + " " + m.of(fits) + " " + noun
	}
	m.names[s.name] = true
	s.description = m.describe(noun)
	return s
}

func (m *maker) of(list []string) string { return list[m.IntN(len(list))] }

// describe writes three to five sentences, some 250 letters.
func (m *maker) describe(noun string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s in %s %s with %s and %s.", m.of(fits), noun, m.of(fits), m.of(materials), m.of(details), m.of(details))
	for range 2 + m.IntN(3) {
		fmt.Fprintf(&b, " %s %s with a %s %s, %s at the back and %s in %s.", m.of(fits), m.of(details), m.of(fits), m.of(details), m.of(details), m.of(details), m.of(materials))
	}
	return b.String()
}

// colours draws those that a style comes in, each once.
func (m *maker) colours() []int {
	var out []int
	for n := 1 + int(m.ExpFloat64()*spread); len(out) < min(n, 12); {
		if c := m.one(m.colourShare); !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// article is one row.
func (m *maker) article(s style, colour int) catalog.Record {
	shade, hue := shades[colour%len(shades)], colours[colour/len(shades)]
	section := (s.department * 7) % len(m.sections)
	name := shade + " " + hue
	code := 100_000 + 7*s.number
	r := catalog.Record{
		ID: fmt.Sprintf("%d%03d", code, colour), Title: s.name + " in " + name, Category: Category,
		Description: s.description, Stock: -1,
	}
	for i, v := range []string{
		s.name, strconv.Itoa(code), m.kinds[s.kind], strconv.Itoa(50 + s.kind), m.looks[s.looks],
		name, strconv.Itoa(1 + colour), tones[(colour+s.number)%len(tones)],
		m.departments[s.department], strconv.Itoa(1000 + 3*s.department), m.sections[section], strconv.Itoa(2 + section),
		m.groups[s.group], strconv.Itoa(1001 + s.group),
	} {
		r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: Columns[i], Value: catalog.Raw{Kind: catalog.RawText, Text: v}})
	}
	return r
}

// Mapping says what the table's fields mean, so that nothing of it is inferred.
const Mapping = `{"id":["article_id"],"title":["title"],"description":["detail_desc"],"category":["category"],"attributes":{}}` + "\n"

// WriteCSV writes records of the table as a feed that Mapping fits.
func WriteCSV(w io.Writer, records iter.Seq[catalog.Record]) error {
	out := csv.NewWriter(w)
	_ = out.Write(append([]string{"article_id", "title", "category", "detail_desc"}, Columns...)) // Flush tells its error
	for r := range records {
		row := []string{r.ID, r.Title, r.Category, r.Description}
		for _, a := range r.Attributes {
			row = append(row, a.Value.Text)
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}
