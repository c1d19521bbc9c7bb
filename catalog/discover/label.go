package discover

import (
	"regexp"
	"strings"

	"shopclerk/catalog"
)

// splitKey splits a feed's key into lower-case words at everything that is
// neither letter nor digit and where lower case meets upper ("cableLength").
func splitKey(raw string) []string {
	return strings.FieldsFunc(strings.ToLower(camel.ReplaceAllString(raw, "$1 $2")), notWord)
}

var camel = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)

// minPrefixKeys is the number of keys that must share a first word before it
// counts as the feed's prefix: two attributes may well begin alike.
const minPrefixKeys = 3

// prefixLen returns how many leading words of every key are the feed's own
// bookkeeping: words shared by all keys, and behind such a word a single letter
// that tells the type ("attr_t_", "attr_n_"). At least one word always remains.
func prefixLen(keys [][]string) int {
	if len(keys) < minPrefixKeys {
		return 0
	}
	n := 0
	for {
		shared, letter := true, n > 0
		for _, k := range keys {
			if len(k) < n+2 {
				return n
			}
			shared = shared && k[n] == keys[0][n]
			letter = letter && len(k[n]) == 1 && !isDigit(k[n][0])
		}
		if !shared && !letter {
			return n
		}
		n++
	}
}

// acronyms are words of attribute names that stay in capitals although they
// have a vowel. Others are recognised by having none. How titles spell a word
// is no guide: series names shout "MAX" and "BOOST".
var acronyms = map[string]string{
	"dpi": "DPI", "usb": "USB", "cpu": "CPU", "gpu": "GPU", "ram": "RAM", "lan": "LAN", "wan": "WAN", "wlan": "WLAN",
	"rohs": "RoHS", "id": "ID", "led": "LED", "os": "OS", "va": "VA", "ean": "EAN", "oem": "OEM", "api": "API",
	"uv": "UV", "esata": "eSATA", "sata": "SATA", "ecc": "ECC", "eu": "EU", "us": "US", "ac": "AC", "wxdxh": "W × D × H",
	"psu": "PSU", "awg": "AWG", "cas": "CAS", "fov": "FOV", "io": "I/O", "iec": "IEC", "ieee": "IEEE", "nas": "NAS", "raid": "RAID", "poe": "PoE",
}

// labelOf turns the words of a key, without its prefix, into a label: the
// first letter in upper case, acronyms in capitals, and digits that follow each
// other joined by a point ("usb_2_0" is USB 2.0). The short label leaves out a
// leading "product": every attribute is the product's.
func labelOf(raw string, prefix int) (short, full string) {
	words := splitKey(raw)[prefix:]
	if strings.HasSuffix(raw, "_s_") && len(words) > 1 { // "connector(s)"
		words = words[:len(words)-1]
	}
	full = joinLabel(words)
	if len(words) > 1 && words[0] == "product" {
		return joinLabel(words[1:]), full
	}
	return full, full
}

func joinLabel(words []string) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i > 0 && len(w) == 1 && isDigit(w[0]) && len(words[i-1]) == 1 && isDigit(words[i-1][0]):
			b.WriteByte('.')
		case i > 0:
			b.WriteByte(' ')
		}
		b.WriteString(spellWord(w))
	}
	if strings.HasPrefix(b.String(), "eSATA") {
		return b.String()
	}
	return catalog.Capital(b.String())
}

func spellWord(w string) string {
	if s, ok := acronyms[w]; ok {
		return s
	}
	const longestAcronym = 5
	if len(w) > 1 && len(w) <= longestAcronym && !strings.ContainsAny(w, "aeiouy0123456789") {
		return strings.ToUpper(w)
	}
	return w
}
