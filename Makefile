# The two commands a newcomer needs are `make run` and `make test`.

GO     ?= go
DATA   ?= shop
LISTEN ?= localhost:8080
RACE   ?=
SETS   ?= sets
FEEDS  ?=
BFCL   ?=

.PHONY: run test lint generate check-generated bench results peers screenshots clean

## run: build everything, create the demonstration shop on first use, serve it
run: bin/web
	./bin/web --data $(DATA) --listen $(LISTEN)

## test: pass every test; RACE=-race adds the race detector
test:
	@command -v chromium || command -v chromium-browser || command -v google-chrome || \
		echo "NOTICE: no Chromium on the PATH: the browser tests are skipped (Debian: apt-get install chromium)"
	$(GO) test $(RACE) -timeout 30m ./...

bin/web bin/catalog bin/bench bin/orders: bin/%: FORCE
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
## folder with pc-parts, icecat and fashion, BFCL that of the leaderboard's conversations
results: bin/bench
	./bin/bench results --sets $(SETS) $(if $(FEEDS),--feeds $(FEEDS)) --out data/bench
	./bin/bench tools $(if $(BFCL),--data $(BFCL)) --out data/bench/TOOLS.md

## peers: a plain search beside SQLite's full-text index and, where it is installed,
## PostgreSQL's; DATA is the shop, data/bench/PEERS.md what is written
peers:
	$(GO) run -tags sqlite_fts5 ./cmd/bench peers --data $(DATA) --out data/bench/PEERS.md

## screenshots: pictures of every page, at phone and desktop width, in light and in
## darkness, in screenshots/; index.html there shows them side by side
screenshots:
	$(GO) run ./cmd/screenshots --out screenshots

clean:
	rm -rf bin screenshots

FORCE:
