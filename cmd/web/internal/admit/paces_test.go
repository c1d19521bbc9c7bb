package admit

import (
	"encoding/binary"
	"net/netip"
	"testing"
	"time"
)

// However many there are, so many are kept; who was quiet is forgotten.
func TestMany(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	p := NewPaces(1, 5)
	come := func(from, to uint32) {
		for n := from; n < to; n++ {
			p.take(netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, n))).String(), 1, now)
		}
	}
	come(0, mostPaced+100)
	if len(p.seen) > mostPaced+1 {
		t.Errorf("%d are kept", len(p.seen))
	}
	now = now.Add(time.Minute)
	come(mostPaced+100, mostPaced+101)
	if len(p.seen) != 1 {
		t.Errorf("%d are kept after a quiet minute", len(p.seen))
	}
}
