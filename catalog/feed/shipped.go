package feed

import (
	"fmt"
	"io/fs"
	"strings"

	"shopclerk/data"
)

// Shipped returns the mapping that comes with the program under a name.
func Shipped(name string) (Mapping, error) {
	f, err := data.Mappings().Open(name + ".json")
	if err != nil {
		return Mapping{}, fmt.Errorf("finding the mapping %q, known are %s: %w", name, strings.Join(ShippedNames(), ", "), err)
	}
	defer f.Close()
	m, err := ParseMapping(f)
	if err != nil {
		return Mapping{}, fmt.Errorf("mapping %q: %w", name, err)
	}
	return m, nil
}

// ShippedNames returns the names of the mappings that come with the program, in
// alphabetical order.
func ShippedNames() []string {
	files, _ := fs.Glob(data.Mappings(), "*.json") // the pattern is well formed
	for i, f := range files {
		files[i] = strings.TrimSuffix(f, ".json")
	}
	return files
}
