package feed

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// What to do with files that hold no feed.
const (
	openFeed   = "name the feed's own file"
	saveTable  = "save it as CSV"
	askTable   = "ask for the same as CSV, for a page has no fields to read"
	saveText   = "save the products as CSV"
	exportData = "export the products as CSV or JSON Lines"
	unpackIt   = "unpack it first"
	fetchPage  = "open the feed's address in a browser, for it may ask for a password or have moved"
)

// foreignKinds are the kinds of file that hold no feed, by how they begin: "?" stands for
// any byte, and the case of letters does not matter. The longer beginning comes first.
var foreignKinds = []struct{ begins, is, do string }{
	{"\x89PNG", "a picture (PNG)", openFeed},
	{"\xff\xd8\xff", "a picture (JPEG)", openFeed},
	{"GIF8", "a picture (GIF)", openFeed},
	{"RIFF????WEBP", "a picture (WebP)", openFeed},
	{"RIFF", "a sound or film (RIFF)", openFeed},
	{"<svg", "a picture (SVG)", openFeed},
	{"????ftyp", "a film or picture (MPEG-4, HEIF)", openFeed},
	{"ID3", "a sound (MP3)", openFeed},
	{"wOF", "a font", openFeed},
	{"%PDF-", "a PDF document", askTable},
	{"%!PS", "a PostScript document", askTable},
	{"{\\rtf", "a Rich Text document", saveText},
	{"\xd0\xcf\x11\xe0", "a workbook or document of an old Office (.xls, .doc)", saveTable},
	{"PAR1", "a Parquet file", exportData},
	{"Obj\x01", "an Avro file", exportData},
	{"ORC", "an ORC file", exportData},
	{"ARROW1", "an Arrow file", exportData},
	{"SQLite format 3", "an SQLite database", exportData},
	{"\x00\x01\x00\x00Standard", "an Access database", exportData},
	{"\x80?\x95", "a Python pickle", exportData},
	{"PK\x03\x04", "an archive inside an archive (zip)", unpackIt},
	{"\x1f\x8b", "an archive inside an archive (gzip)", unpackIt},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", unpackIt},
	{"Rar!", "a RAR archive", unpackIt},
	{"BZh", "a bzip2 archive", unpackIt},
	{"\xfd7zXZ", "an xz archive", unpackIt},
	{"\x28\xb5\x2f\xfd", "a Zstandard archive", unpackIt},
	{"\x04\x22\x4d\x18", "an LZ4 archive", unpackIt},
	{"\x1f\x9d", "an archive of compress (.Z)", unpackIt},
	{"\x78\x9c", "data compressed by zlib", unpackIt},
	{strings.Repeat("?", 257) + "ustar", "a tar archive", unpackIt},
	{"MZ", "a program", openFeed},
	{"\x7fELF", "a program", openFeed},
	{"#!", "a script", openFeed},
	{"<!doctype html", "a web page", fetchPage},
	{"<html", "a web page", fetchPage},
	{"-----BEGIN PGP", "encrypted or signed", "decrypt it first"},
	{"version https://git-lfs", "a pointer to a file in Git LFS", "fetch the file itself (git lfs pull)"},
	{"From: ", "an e-mail", "save what is attached to it"},
	{"Received: ", "an e-mail", "save what is attached to it"},
	{"Return-Path: ", "an e-mail", "save what is attached to it"},
	{"INSERT INTO ", "a dump of a database (SQL)", exportData},
	{"CREATE TABLE ", "a dump of a database (SQL)", exportData},
	{"-- MySQL dump", "a dump of a database (SQL)", exportData},
	{"--\n-- PostgreSQL", "a dump of a database (SQL)", exportData},
	{"%YAML", "YAML", "convert it to JSON"},
	{"---\n", "YAML", "convert it to JSON"},
}

// foreignMembers are kinds of zip that hold no feed, by how the name of a member begins.
var foreignMembers = []struct{ begins, is, do string }{
	{"xl/", "an Excel workbook", saveTable},
	{"word/", "a Word document", saveText},
	{"ppt/", "a PowerPoint presentation", saveText},
	{"Index/", "a Numbers or Pages document", saveTable},
	{"META-INF/manifest.xml", "an OpenDocument file", saveTable},
	{"content.xml", "an OpenDocument file", saveTable},
	{"META-INF/MANIFEST.MF", "a Java program", openFeed},
}

// foreign returns an error that says what a file is and what to do with it, by its
// beginning, where that is none of a feed.
func foreign(head []byte) error {
	text := bytes.TrimSpace(head)
	switch {
	case len(head) == 0:
		return errors.New("it is empty: fetch it again")
	case len(text) == 0:
		return errors.New("it holds nothing but white space: fetch it again")
	}
	unlike := unlikeText(head)
	for _, k := range foreignKinds {
		if (beginsLike(head, k.begins) || beginsLike(text, k.begins)) && (unlike != nil || !isWord(k.begins)) {
			return fmt.Errorf("it is %s: %s", k.is, k.do)
		}
	}
	return unlike
}

// isWord reports whether a text may well begin with a pattern.
func isWord(pattern string) bool {
	return strings.IndexFunc(pattern, func(r rune) bool { return r != '?' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) < 0
}

func beginsLike(head []byte, pattern string) bool {
	if len(head) < len(pattern) {
		return false
	}
	for i, c := range []byte(pattern) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if c != '?' && c != head[i] && !(letter && c|0x20 == head[i]|0x20) {
			return false
		}
	}
	return true
}

// unlikeText returns an error for a beginning with bytes that no text of one byte or
// several has.
func unlikeText(head []byte) error {
	var zeros [2]int // at even and at odd offsets
	control := 0
	for i, c := range head {
		switch {
		case c == 0:
			zeros[i%2]++
		case c < ' ' && !bytes.ContainsRune([]byte("\t\n\v\f\r\x1b"), rune(c)) && bytes.IndexByte(separators, c) < 0:
			control++
		}
	}
	const most = 0.02 // share of control characters; texts have a stray one
	even, odd := zeros[0], zeros[1]
	switch all := even + odd; {
	case all == 0 && float64(control) <= most*float64(len(head)):
		return nil
	case all == len(head):
		return errors.New("it holds nothing but zero bytes, as after a broken download or a full disk: fetch it again")
	case all >= len(head)/4 && (even*20 < odd || odd*20 < even):
		return errors.New("it has two or four bytes a character, and no mark that says so: save it as UTF-8")
	case all > 0:
		return fmt.Errorf("it is not text: byte %d is zero. A feed is JSON, CSV, TSV or XML, alone or in a .zip or .gz", bytes.IndexByte(head, 0)+1)
	}
	return errors.New("it is not text, but data of an unknown kind. A feed is JSON, CSV, TSV or XML, alone or in a .zip or .gz")
}
