package tools

import (
	"slices"
	"strings"
)

// alike is what a word counts for a tool that says another word for the same: less
// than its own, so that a tool that uses the person's words is preferred.
const alike = 0.5

// verbs are words for the same deed, a group a line. A declaration's examples say more
// about how people ask for just that tool; these are for tools that somebody else
// declared, who seldom gives any. A word may be in several groups. Of several words
// joined by "_" the first is followed by the others within a few words: "throw it out".
const verbs = `
show display view see look reveal output print read inside tell peek present exhibit preview unveil let_see have_look
find search locate seek hunt scour look identify pinpoint discover trace scan look_for look_up
delete remove erase discard drop clear eliminate wipe trash scrap get_rid throw_out throw_away take_out take_off cut_out
create make generate craft new build compose start initiate open add produce establish construct draft set_up put_together
add append attach include insert put_in slip_in
compare difference differ distinction contrast versus identical juxtapose discrepancy distinguish
cancel abort revoke annul terminate withdraw undo void rescind call_off back_out
send forward deliver dispatch mail relay transmit convey text message notify drop_line
change modify edit update set adjust alter revise configure switch amend correct
move transfer shift relocate rename
rename retitle name call
copy duplicate replicate clone backup double
buy purchase order acquire obtain invest
get retrieve fetch obtain check give provide inform know tell report pull_up find_out look_up
average mean
calculate compute determine estimate count total tally work_out figure_out
write put jot record note infuse save store insert populate put_down jot_down write_down
reply respond comment answer annotate remark
share retweet repost broadcast publish post tweet amplify
list inventory enumerate
return refund
start turn ignite activate engage enable begin fire launch turn_on switch_on start_up
stop disable deactivate release end halt turn_off switch_off
lock secure
release ease let_go
fill refuel gas refill top replenish top_up fill_up
close resolve finish complete settle
book reserve schedule
pay purchase charge
track status progress where monitor
watch follow
unfollow remove stop
log login authenticate sign log_in sign_in
sort arrange organize reorder
convert turn change transform translate express
compress shrink reduce
extract pull split separate isolate split_off take_out
highlight mark emphasize stand_out
redact hide censor obscure blot conceal black_out blot_out
sign signature
navigate guide direct route direction
verify check inspect confirm examine assess test validate
withdraw take_out
deposit top_up pay_in
enter go jump navigate head
`

// nouns are words for the same thing, likewise.
const nouns = `
line row
folder directory
error issue problem
ticket case
car vehicle automobile
picture image photo photograph
document file pdf
money fund cash
stock share
tire wheel
fuel gas gasoline petrol
price cost rate worth
distance mileage far apart mile
near close
city town place
temperature hot cold warm degree
light lamp headlight
park hand
speed fast quick
history past previous earlier
word term phrase text passage
page sheet
reservation booking
end last tail
start first head begin
content inside
size space large big
bill invoice receipt
help support service assistance
basket cart trolley bag
section part range stretch run
list inventory overview listing all
count many number
copy duplicate twin
compress shrink smaller less
sort alphabetical alphabetically
redact unreadable
watch watchlist eye
get what
fund deposit
`

// phrase is a verb and the words that go with it: "get" and "rid".
type phrase struct {
	rest []string // as forms, in their order
	root string   // what the phrase stands for in likenesses: "get_rid"
}

// light are verbs that mean something else with their phrase: who gets rid of something
// gets nothing. Of other verbs the plain one is meant as well.
var light = set("get throw call let drop stand work figure cut back")

// phrasal is how far the words of a phrase may stand apart: "throw the page out".
const phrasal = 4

// likenesses are the other words for the same, by root; deeds are the roots of verbs;
// phrases are the verbs of several words, by the root of the first.
var likenesses, deeds, phrases = func() (map[string][]string, map[string]bool, map[string][]phrase) {
	likenesses, deeds, phrases := map[string][]string{}, map[string]bool{}, map[string][]phrase{}
	read := func(groups string, verb bool) {
		for _, group := range strings.Split(strings.TrimSpace(groups), "\n") {
			var all []string
			for _, w := range strings.Fields(group) {
				key := root(w)
				if parts := strings.Split(w, "_"); len(parts) > 1 {
					key = w
					first := root(parts[0])
					if !slices.ContainsFunc(phrases[first], func(p phrase) bool { return p.root == key }) {
						phrases[first] = append(phrases[first], phrase{parts[1:], key})
					}
				} else if verb {
					deeds[key] = true
				}
				if !slices.Contains(all, key) {
					all = append(all, key)
				}
			}
			for _, w := range all {
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
	return likenesses, deeds, phrases
}()
