// Command sbom writes the bill of materials of a built program: the modules that are
// linked into it with their versions and hashes, as the program itself carries them
// (what `go version -m` shows), in the form of CycloneDX 1.6.
//
//	sbom bin/web > web.cdx.json
package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "sbom: name one built program: sbom bin/web")
		os.Exit(2)
	}
	info, err := buildinfo.ReadFile(os.Args[1])
	if err == nil {
		err = write(os.Stdout, info)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// write writes the bill of a program, the same for the same program.
func write(w io.Writer, info *buildinfo.BuildInfo) error {
	bill := cyclonedx.NewBOM()
	program, err := component(cyclonedx.ComponentTypeApplication, &info.Main)
	if err != nil {
		return err
	}
	standard := cyclonedx.Component{Type: cyclonedx.ComponentTypeLibrary, Name: "std", Version: strings.TrimPrefix(info.GoVersion, "go"), PackageURL: "pkg:golang/std@" + info.GoVersion}
	parts := []cyclonedx.Component{standard}
	for _, module := range info.Deps {
		part, err := component(cyclonedx.ComponentTypeLibrary, module)
		if err != nil {
			return err
		}
		parts = append(parts, part)
	}
	bill.Metadata, bill.Components = &cyclonedx.Metadata{Component: &program}, &parts
	return cyclonedx.NewBOMEncoder(w, cyclonedx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bill, cyclonedx.SpecVersion1_6)
}

// component tells of a module what was linked: what it was replaced by, where it was.
func component(kind cyclonedx.ComponentType, m *debug.Module) (cyclonedx.Component, error) {
	if m.Replace != nil {
		m = m.Replace
	}
	c := cyclonedx.Component{Type: kind, Name: m.Path, Version: m.Version, PackageURL: "pkg:golang/" + m.Path + "@" + m.Version}
	if sum, ok := strings.CutPrefix(m.Sum, "h1:"); ok { // of the module's files, SHA-256 in base64
		hash, err := base64.StdEncoding.DecodeString(sum)
		if err != nil {
			return c, fmt.Errorf("the hash of %s: %w", m.Path, err)
		}
		c.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(hash)}}
	}
	return c, nil
}
