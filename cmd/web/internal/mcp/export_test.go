package mcp

// Ours is what a caller is told of the shop's own failures.
var Ours = errOurs.Error()

// MostOfOne is how many forms one client is shown at once.
const MostOfOne = mostOfOne

// Impatient has a server wait for forms hardly at all.
func Impatient(s *Server) *Server {
	s.formTime = 1
	return s
}

// NewLetterbox is a letterbox of several servers of a process.
func NewLetterbox() Letterbox { return &letters{waits: map[string]*letter{}} }
