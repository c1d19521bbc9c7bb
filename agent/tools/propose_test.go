package tools

import "testing"

// Placeholders are told from values that look a little like them.
func TestPlaceholders(t *testing.T) {
	for text, is := range map[string]bool{
		"your_email@example.com": true, "user@example.com": true, "[recipient]": true, "<city>": true, "{{city}}": true, "YOUR_API_KEY": true, "xxx": true,
		"2024-XX-XX": true, "/path/to/file": true, "Hello <UNK>": true, "your name here": true, "insert_text_here": true, "[YOUR NAME]": true, "N/A": true,
		"ann@example.com": false, "Your Name": true, "Yours truly": false, "Enter Sandman": false, "Replace the battery": false, "XXL": false, "Max": false,
		"a[0]": false, "x": false, "<b>bold</b>": false, "/tmp/path": false, "(555) 123-4567": false, "Exxon": false, "[a-z]+": false,
	} {
		if unsaid(text) != is {
			t.Errorf("%q: %v", text, !is)
		}
	}
}
