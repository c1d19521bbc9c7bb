# The two commands a newcomer needs are `make run` and `make test`.

GO     ?= go
DATA   ?= shop
LISTEN ?= localhost:8080
RACE   ?=
SETS   ?= sets
FEEDS  ?=
CALLS  ?=

# the tests that take longest begin first, so that the others end beside them
ROOMS  ?= ./cmd/web ./catalog/feed ./agent ./...

.PHONY: run test attack crowd kills lint generate check census bench results release clean

## run: build everything, create the demonstration shop on first use, serve it
run: bin/web
	./bin/web --data $(DATA) --listen $(LISTEN)

## test: pass every test; RACE=-race adds the race detector, ROOMS are the packages
test:
	@command -v chromium || command -v chromium-browser || command -v google-chrome || \
		echo "NOTICE: no Chromium on the PATH: the browser tests are skipped (Debian: apt-get install chromium)"
	@command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null || \
		echo "NOTICE: no PostgreSQL: what is tested on SQLite is NOT tested on PostgreSQL (Debian: apt-get install postgresql)"
	$(GO) test $(RACE) -timeout 30m $(ROOMS)

## attack: the tests that SECURITY.md names, within two minutes
ATTACKS = $(shell grep -oE '\b(Test|Fuzz)[A-Z][A-Za-z]+' SECURITY.md | sort -u | paste -sd'|' -)
attack:
	timeout 120 $(GO) test -run '^($(ATTACKS))$$' \
		$$(git grep -lE 'func ($(ATTACKS))\(' -- '*_test.go' | xargs -n1 dirname | sort -u | sed 's,^,./,')

## crowd: what shoppers get beside costly clients and in a crowd; ARGS="-crowd DIR" for another shop
crowd:
	$(GO) test ./cmd/web -run '^$$' -bench Crowd -benchtime 1x -timeout 20m $(ARGS)

## kills: a shop that serves is killed 100 times on each database, and loses nothing
kills:
	SHOPCLERK_KILLS=100 $(GO) test ./cmd/web -run 'KilledWhileItServes|OnPostgres/KilledWhileItServes' -timeout 60m -v

bin/%: FORCE
	$(GO) build -o $@ ./cmd/$*

## lint: formatting, vet and staticcheck
lint:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then echo "not formatted: run gofmt -w on"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

## generate: write the Go code of the templates
generate:
	cd views && $(GO) tool templ generate

# What modules may be licensed under. segmentio/asm is MIT-0, which the classifier does
# not know; shopclerk is ours.
LICENCES = Apache-2.0,BSD-2-Clause,BSD-3-Clause,ISC,MIT,MPL-2.0
OWN      = shopclerk,github.com/segmentio/asm

## check: fail when generated code is stale, a linked module's licence is not allowed, or
## a call of ours reaches a known vulnerability; without the database of these, say so
check: generate
	git diff --exit-code -- views
	$(GO) run github.com/google/go-licenses@v1.6.0 check ./cmd/web ./cmd/catalog \
		--ignore $(OWN) --allowed_licenses $(LICENCES)
	@if command -v curl >/dev/null && ! curl -sfm 10 -o /dev/null https://vuln.go.dev/index/db.json; then \
		echo "NOTICE: the database of vulnerabilities cannot be had: nothing was checked"; exit 0; fi; \
	out=$$($(GO) run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ./... 2>&1); code=$$?; echo "$$out"; \
	if [ $$code -ne 0 ] && echo "$$out" | grep -q "fetching vulnerabilities"; then \
		echo "NOTICE: the database of vulnerabilities cannot be had: nothing was checked"; exit 0; fi; exit $$code

## census: lines by area beside the budgets of CONTRIBUTING.md; fails over budget
census:
	@.ci/census

## bench: the figures of the core and of the searches
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./agent/... ./search/... ./catalog/...

## results: run the whole evaluation and write data/bench/RESULTS.md and report.html; SETS
## is where the document sets' data directories are made, FEEDS the folder with pc-parts,
## icecat, fashion and crowdflower, CALLS that with noisytoolbench; ARGS=--accept makes the
## scores found those that are expected
results: bin/bench
	./bin/bench results --sets $(SETS) $(if $(FEEDS),--feeds $(FEEDS)) --out data/bench $(ARGS)
	./bin/bench tools $(if $(CALLS),--data $(CALLS)) --out data/bench/TOOLS.md

# A release is linked statically, so that it runs wherever there is Linux, and holds no
# path and no time, so that building it again gives the same bytes.
STATIC = -trimpath -tags netgo,osusergo,sqlite_omit_load_extension \
	-ldflags '-s -w -buildid= -linkmode external -extldflags "-static -Wl,--build-id=none"'
CC_amd64 = x86_64-linux-gnu-gcc
CC_arm64 = aarch64-linux-gnu-gcc

## release: release/: the programs for Linux on amd64 and arm64, and the hashes of all
## (Debian: apt-get install gcc-aarch64-linux-gnu)
release:
	rm -rf release
	set -e; for arch in amd64 arm64; do for program in web catalog; do \
		out=release/linux-$$arch/$$program; \
		case $$arch in amd64) cc=$(CC_amd64);; arm64) cc=$(CC_arm64);; esac; \
		CGO_ENABLED=1 GOOS=linux GOARCH=$$arch CC=$$cc $(GO) build $(STATIC) -o $$out ./cmd/$$program; \
	done; done
	cd release && sha256sum linux-*/* > SHA256SUMS

clean:
	rm -rf bin release

FORCE:
