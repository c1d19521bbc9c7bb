package journal

import (
	"path/filepath"
	"testing"
)

// What a power cut would take can not be seen by killing a process, so the settings
// that prevent it are read back.
func TestSettings(t *testing.T) {
	j, err := Open(t.Context(), filepath.Join(t.TempDir(), "journal.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "secure_delete": "1", "busy_timeout": "5000",
	} {
		var got string
		if err := j.writer.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("the writer has %s = %q, %v; want %q", pragma, got, err, want)
		}
	}
	if n := j.writer.Stats().MaxOpenConnections; n != 1 {
		t.Errorf("%d writers", n)
	}
	if _, err := j.readers.ExecContext(t.Context(), `DELETE FROM conversation`); err == nil {
		t.Error("a reader can write")
	}
}
