# The two commands a newcomer needs are `make run` and `make test`.

GO     ?= go
DATA   ?= shop
LISTEN ?= localhost:8080
RACE   ?=
SETS   ?= sets
FEEDS  ?=
CALLS  ?=
ROOM   ?= ./agent/shop/orders

# the tests that take longest begin first, so that the others end beside them
ROOMS  ?= ./cmd/web ./catalog/feed ./agent ./...

.PHONY: run test attack mutants lint generate check-generated bench results census peers clean release licences vulnerabilities

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

## attack: the tests of what a hostile world does, property by property: kills, hostile
## feeds, forged requests, fuzzing; FUZZ=10m fuzzes longer, ONLY="7 12" runs some of them
attack:
	.ci/attack

## mutants: change the code of ROOM in one place after the other and tell which changes no test
## of it notices; a second or two each, of which agent/clarify has 670. What is "not covered"
## may be the condition of a case, which Go's coverage does not count
mutants:
	$(GO) run github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0 unleash $(ROOM) --exclude-files / --workers 1 --timeout-coefficient 60 -S lc

bin/web bin/catalog bin/bench bin/sbom: bin/%: FORCE
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

## check-generated: fail when the committed code is not what the templates say
check-generated: generate
	git diff --exit-code -- views

## bench: the figures of the core and of the searches
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./agent/... ./search/... ./catalog/...

## results: run the whole evaluation and write data/bench/RESULTS.md and report.html;
## SETS is where the document sets' data directories are made (some 3 GB), FEEDS the
## folder with pc-parts, icecat and fashion, CALLS that with bfcl, noisytoolbench and tau-retail
results: bin/bench
	./bin/bench results --sets $(SETS) $(if $(FEEDS),--feeds $(FEEDS)) --out data/bench
	./bin/bench tools $(if $(CALLS),--data $(CALLS)) --out data/bench/TOOLS.md

## census: lines, files, functions and documented names by room, without tests and
## generated code
census:
	@$(GO) run ./cmd/internal/census $$(git ls-files '*.go' '*.templ' ':!*_test.go' ':!*_templ.go')

## peers: a plain search beside SQLite's full-text index and, where it is installed,
## PostgreSQL's; DATA is the shop, data/bench/PEERS.md what is written
peers:
	$(GO) run -tags sqlite_fts5 ./cmd/bench peers --data $(DATA) --out data/bench/PEERS.md

# What modules may be licensed under. segmentio/asm is MIT-0, which the classifier does
# not know; shopclerk is ours.
LICENCES = Apache-2.0,BSD-2-Clause,BSD-3-Clause,ISC,MIT,MPL-2.0
OWN      = shopclerk,github.com/segmentio/asm

## licences: fail when a module that is linked has a licence that is not allowed
licences:
	$(GO) run github.com/google/go-licenses@v1.6.0 check ./cmd/web ./cmd/catalog \
		--ignore $(OWN) --allowed_licenses $(LICENCES)

## vulnerabilities: fail when a call of ours reaches a vulnerability that is known; where
## the database of these cannot be had, say so
vulnerabilities:
	@if command -v curl >/dev/null && ! curl -sfm 10 -o /dev/null https://vuln.go.dev/index/db.json; then \
		echo "NOTICE: the database of vulnerabilities cannot be had: nothing was checked"; exit 0; fi; \
	out=$$($(GO) run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ./... 2>&1); code=$$?; echo "$$out"; \
	if [ $$code -ne 0 ] && echo "$$out" | grep -q "fetching vulnerabilities"; then \
		echo "NOTICE: the database of vulnerabilities cannot be had: nothing was checked"; exit 0; fi; exit $$code

# A release is linked statically, so that it runs wherever there is Linux, and holds no
# path and no time, so that building it again gives the same bytes.
STATIC = -trimpath -tags netgo,osusergo,sqlite_omit_load_extension \
	-ldflags '-s -w -buildid= -linkmode external -extldflags "-static -Wl,--build-id=none"'
CC_amd64 = x86_64-linux-gnu-gcc
CC_arm64 = aarch64-linux-gnu-gcc

## release: release/: the programs for Linux on amd64 and arm64, each with its bill of
## materials, and the hashes of all (Debian: apt-get install gcc-aarch64-linux-gnu)
release: bin/sbom
	rm -rf release
	set -e; for arch in amd64 arm64; do for program in web catalog orders; do \
		out=release/linux-$$arch/$$program; \
		case $$arch in amd64) cc=$(CC_amd64);; arm64) cc=$(CC_arm64);; esac; \
		CGO_ENABLED=1 GOOS=linux GOARCH=$$arch CC=$$cc $(GO) build $(STATIC) -o $$out ./cmd/$$program; \
		./bin/sbom $$out > $$out.cdx.json; \
	done; done
	cd release && sha256sum linux-*/* > SHA256SUMS

clean:
	rm -rf bin release

FORCE:
