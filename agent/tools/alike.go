package tools

import (
	"slices"
	"strings"
)

// alike is what a word counts for a tool that says another word for the same: less
// than its own, so that a tool that uses the person's words is preferred.
const alike = 0.5

// verbs are words for the same deed, a group a line, as stems. A declaration's
// examples say more about how people ask for just that tool; these are for tools that
// somebody else declared, who seldom gives any. A word may be in several groups.
const verbs = `
show display view see look reveal output print read inside tell peek present
find search locate seek hunt scour look identify pinpoint
delete remove erase discard drop clear
create make generate craft new build compose start initiate open add
compare difference differ distinction contrast versus identical juxtapose discrepancy
cancel abort revoke annul terminate
send forward deliver dispatch mail
change modify edit update set adjust alter revise configure switch
move transfer shift relocate rename
copy duplicate replicate clone backup
buy purchase order acquire obtain
get retrieve fetch obtain check give provide inform know tell
average mean
calculate compute determine estimate count total
write put jot record note infuse save store insert
reply respond comment answer
share retweet repost broadcast publish post tweet
list inventory enumerate
return refund
start turn ignite activate engage enable begin
stop disable deactivate release end
lock secure
fill refuel gas refill top
close resolve finish complete
book reserve schedule
pay purchase charge
track status progress where
log login authenticate sign
`

// nouns are words for the same thing, likewise.
const nouns = `
line row
folder directory
error issue problem
ticket case
car vehicle
`

// likenesses are the other words for the same, by stem; deeds are the stems of verbs.
var likenesses, deeds = func() (map[string][]string, map[string]bool) {
	likenesses, deeds := map[string][]string{}, map[string]bool{}
	read := func(groups string, verb bool) {
		for _, group := range strings.Split(strings.TrimSpace(groups), "\n") {
			all := strings.Fields(group)
			for _, w := range all {
				if verb {
					deeds[w] = true
				}
				for _, other := range all {
					if other != w && !slices.Contains(likenesses[w], other) {
						likenesses[w] = append(likenesses[w], other)
					}
				}
			}
		}
	}
	read(verbs, true)
	read(nouns, false)
	return likenesses, deeds
}()
