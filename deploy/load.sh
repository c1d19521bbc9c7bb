#!/usr/bin/env bash
# Puts load on a shop of this machine: new conversations and reads, in open loop.
#   bin/web --data shop & deploy/load.sh [URL] [REQUESTS A SECOND] [DURATION] [FIRST MESSAGE...]
# Set page_rate = 0 under [server] of shop.toml. A refusal (503 with Retry-After) counts as an error in vegeta's success ratio.
set -euo pipefail
url=${1:-http://localhost:8080} rate=${2:-20} duration=${3:-60s}
shift $(($# < 3 ? $# : 3))
[ $# -gt 0 ] || set -- "a tent for two" "black office chair" "headphones under 100" "running shoes" "coffee maker"
case $url in http://localhost* | http://127.*) ;; *) echo "load.sh: $url is not this machine" >&2; exit 2 ;; esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
for message in "$@"; do
	n=$((n + 1))
	printf 'message=%s' "${message// /+}" >"$work/$n"
	cat <<-TARGETS
		POST $url/c
		Content-Type: application/x-www-form-urlencoded
		@$work/$n

		GET $url/suggest?q=${message%% *}

		GET $url/

	TARGETS
done >"$work/targets"

vegeta() { go run github.com/tsenart/vegeta/v12@v12.13.0 "$@"; }
vegeta attack -targets "$work/targets" -rate "$rate" -duration "$duration" -timeout 30s -redirects -1 >"$work/results"
vegeta report "$work/results"
