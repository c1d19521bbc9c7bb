package control

import (
	"crypto/sha256"
	"encoding/binary"
)

// Arm is a policy that a share of the sessions gets.
type Arm struct {
	Name     string             `json:"name"`
	Policy   string             `json:"policy"`             // as [clarify.Configure] knows it
	Settings map[string]float64 `json:"settings,omitempty"` // of the policy; the others have their defaults
	Share    float64            `json:"share"`              // of the sessions, in (0,1]; those of all arms sum to 1
}

// Experiment compares policies: every session gets one arm for as long as the
// experiment runs.
type Experiment struct {
	Name string
	Arms []Arm
}

// Experiment returns the one that runs, nil for none.
func (c *Controls) Experiment() *Experiment {
	s := c.At(Slot{Kind: KindExperiment})
	if s == nil {
		return nil
	}
	return &Experiment{s.Name, s.Arms}
}

// Assign returns the index of a session's arm. It depends on the session, the
// experiment's name and the shares alone, so that it stays while the experiment
// runs, and says nothing of the session's arm in another. The first 53 bits of the
// SHA-256 of both are a number of [0,1), and the arms divide that interval by their
// shares; a hash of less mixing would give sessions that look alike the same arm.
func (x *Experiment) Assign(session string) int {
	sum := sha256.Sum256([]byte(x.Name + "\x00" + session))
	at := float64(binary.BigEndian.Uint64(sum[:])>>11) / (1 << 53)
	for i, arm := range x.Arms {
		if at -= arm.Share; at < 0 {
			return i
		}
	}
	return len(x.Arms) - 1 // the shares sum to 1 but for rounding
}
