package journal_test

import (
	"errors"
	"testing"

	"shopclerk/agent/durable/durabletest"
)

// What the journal means it means on PostgreSQL as well.
func TestOnPostgres(t *testing.T) {
	durabletest.OnPostgres(t, map[string]func(*testing.T){
		"Adopt": TestAdopt, "AppendRefuses": TestAppendRefuses, "At": TestAt, "ClockSetBack": TestClockSetBack,
		"ConcurrentWriters": TestConcurrentWriters, "ConflictBetweenTabs": TestConflictBetweenTabs,
		"Delete": TestDelete, "DeleteReachesCopies": TestDeleteReachesCopies, "DeleteSessionLeavesOthers": TestDeleteSessionLeavesOthers,
		"EventsAreAppendOnly": TestEventsAreAppendOnly, "Export": TestExport,
		"InteractionsGoWithWhatTheyBelongTo": TestInteractionsGoWithWhatTheyBelongTo, "Killed": TestKilled,
		"Latest": TestLatest, "LatestDamaged": TestLatestDamaged, "LatestEqualsLoad": TestLatestEqualsLoad,
		"LoadDamaged": TestLoadDamaged, "LoadEqualsMemory": TestLoadEqualsMemory, "OpenTogether": TestOpenTogether,
		"Prune": TestPrune, "Recent": TestRecent, "RecordOrdered": TestRecordOrdered, "RecordRefuses": TestRecordRefuses,
		"Redact": TestRedact, "RedactErrands": TestRedactErrands, "RedactGoesOnPastDamage": TestRedactGoesOnPastDamage,
		"RedactKeepsTheRest": TestRedactKeepsTheRest, "RedactionIsTheOnlyChange": TestRedactionIsTheOnlyChange,
		"RoundTrip": TestRoundTrip, "SignIn": TestSignIn, "SignInsAreBounded": TestSignInsAreBounded, "StartWantsAnID": TestStartWantsAnID, "UseCode": TestUseCode, "Walk": TestWalk, "WalkDamaged": TestWalkDamaged,
		"WalkEnds": TestWalkEnds, "WalkSince": TestWalkSince, "WalkStands": TestWalkStands,
		"NoSize": testNoSize,
	})
}

// A schema has no size that deleting makes smaller at once, and nothing is deleted for it.
func testNoSize(t *testing.T) {
	j := fresh(t)
	id := start(t, j, alice)
	n, err := j.PruneTo(t.Context(), 0)
	if n != 0 || !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("pruned %d, %v", n, err)
	}
	if err := j.Limit(t.Context(), 1); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("limited: %v", err)
	}
	if err := errors.Join(j.Trim(t.Context()), j.Write(t.Context())); err != nil {
		t.Error(err)
	}
	load(t, j, id)
}
