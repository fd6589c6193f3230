# Every step of CI is a target here; CONTRIBUTING.md says what each takes.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

PREFIX ?= /usr/local
DESTDIR ?=
SCRATCH ?= .build

SWIFT_VERSION := $(basename $(shell cat .swift-version))
PACKAGES := ca-certificates git libcap-dev libcurl4-openssl-dev libjson-c-dev libseccomp-dev \
  libsqlite3-dev libyaml-dev openssl pkg-config python3 python3-venv
# What must work through an allow-list unchanged; an SSH server as a program, which starts nothing.
CLIENT_PACKAGES := busybox curl dropbear-bin git musl-tools nodejs openjdk-17-jdk-headless \
  openssh-client wget
# By which others judge what we write: Go's transparency log, a validator of JSON schemas.
JUDGE_PACKAGES := golang-go golang-golang-x-mod-dev python3-jsonschema
TEST_PACKAGES := $(CLIENT_PACKAGES) $(JUDGE_PACKAGES)
PLACE_PACKAGES := runc libcap2-bin
BENCH_PACKAGES := bubblewrap crun runc strace hyperfine passt slirp4netns

BUILD := swift build --scratch-path $(SCRATCH)
RELEASE := -c release --static-swift-stdlib -Xlinker -s
BIN := $(SCRATCH)/release

# Processor time for each parser; ten minutes are what a release takes.
FUZZ_SECONDS ?= 600
FUZZ_SEED ?= 1

C_SOURCES = $(shell git ls-files 'Sources/*.c' 'Sources/*.h' 'Benchmarks/*.c' \
  'Tests/Sandbox/Faults/*.c' 'Tests/Sandbox/Probe/*.c' 'Tests/Sandbox/Probe/*.h')

.PHONY: setup setup-build build build-tests demo test test-faults test-tools test-fixers test-rules test-vm test-places places test-large fuzz cheats \
  bench exams format lint graph docs-check deploy-check install uninstall clean

setup: setup-build
	@Scripts/setup $(TEST_PACKAGES)

setup-build:
	@Scripts/setup $(PACKAGES)
	@swift --version 2>/dev/null | grep -q "Swift version $(SWIFT_VERSION)" \
	  || { swift --version >&2; \
	    echo "setup: Swift $(SWIFT_VERSION) with what it depends on is needed (swift.org/install)" >&2; \
	    exit 1; }

build: setup-build
	$(BUILD) $(RELEASE) --product sentinel
	$(BUILD) $(RELEASE) --product sentinel-launch
	$(BUILD) $(RELEASE) --product sentinel-egress
	$(BUILD) $(RELEASE) --product sentinel-heal
	$(call build-memory,$(BIN))

# What payloads preload: SwiftPM would have it load the Swift runtime too.
define build-memory
	clang -std=c23 -D_GNU_SOURCE -Wall -Wextra -Wconversion -Wshadow -Werror -O2 -fPIC -shared \
	  -fvisibility=hidden -fstack-protector-strong -Wl,-z,relro,-z,now,-s \
	  -o $(1)/libsentinel-memory.so Sources/Sandbox/shared-memory/shared_memory.c
endef

# The sample shop is vulnerable on purpose: findings (exit code 1) are what a demo must show.
demo: build
	$(BIN)/sentinel tools install
	@echo; echo '$$ sentinel scan Tests/Fixtures/sample-shop'
	@code=0; $(BIN)/sentinel scan Tests/Fixtures/sample-shop --format html=$(SCRATCH)/demo.html \
	    || code=$$?; \
	  if [ $$code -ne 1 ]; then echo "demo: exit code $$code, expected 1 (findings)" >&2; exit 1; fi; \
	  echo; echo "demo: the sample shop's findings are above; exit code 1, as expected"; \
	  echo "demo: $(SCRATCH)/demo.html is the same for a browser"
	@echo; echo '$$ sentinel heal Tests/Fixtures/sample-shop --scan --test "python3 -m unittest"'
	@$(BIN)/sentinel heal Tests/Fixtures/sample-shop --scan --test "python3 -m unittest" \
	  --state $(SCRATCH)/demo-state

build-tests: setup
	$(BUILD) --build-tests
	$(call build-memory,$(SCRATCH)/debug)

test: build-tests test-fixers test-rules
	@Scripts/run-tests $(SCRATCH)

# The pinned tools, installed by the product as a user installs them, for the tests that run them.
test-tools: build-tests
	@$(SCRATCH)/debug/sentinel tools install

# Our own rules by their examples, under the pinned semgrep.
test-rules: test-tools
	@Scripts/check-rules $(SCRATCH)/debug

# What the fixers of rules/fixers and their tests need, at the versions and digests of tools/.
FIXER_LOCKS := tools/libcst.lock tools/bandit.lock tools/ruff.lock
FIXER_PYTHON := $(SCRATCH)/fixers/bin/python

$(SCRATCH)/fixers/installed: $(FIXER_LOCKS)
	rm -rf $(SCRATCH)/fixers
	python3 -m venv $(SCRATCH)/fixers
	$(FIXER_PYTHON) -I -m pip install --quiet --disable-pip-version-check --no-input --no-deps \
	  --require-hashes --only-binary :all: $(addprefix --requirement ,$(FIXER_LOCKS))
	touch $@

# Needs the package index only until the locked packages are there.
test-fixers: setup $(SCRATCH)/fixers/installed
	$(FIXER_PYTHON) -I -B -m unittest discover --start-directory Tests/Heal/Fixers --buffer

# Limits, namespaces and refusals on a kernel with cgroup v2 alone, emulated: about three minutes.
test-vm: build
	@SENTINEL_PROBE="$(wildcard $(SCRATCH)/debug/sentinel-probe)" Scripts/test-vm $(BIN)

# Runs in containers as runtimes make them by default, on this machine's files; needs root.
places: build
	@Scripts/setup $(PLACE_PACKAGES)
	@Scripts/places $(BIN)

# Four of them: two that forbid namespaces, one that masks proc, one that maps its users.
test-places: build
	@Scripts/setup $(PLACE_PACKAGES)
	@Scripts/places --check $(BIN) docker docker-user kubernetes-default podman-user

# Every call of every part of Sentinel fails once, in five ways: an hour or two.
test-faults: build-tests
	SENTINEL_FAULTS=all swift test --scratch-path $(SCRATCH) --skip-build --disable-xctest \
	  --filter SecurityTests.EscapeTests/FaultTests

# Also what takes minutes: a thousand starts.
test-large: test-rules test-fixers test-vm
	@SENTINEL_ENDURANCE=1 Scripts/run-tests $(SCRATCH)

# Changed inputs through every parser of the broker, of patches and of reports, one after the other;
# stops at the first fault.
fuzz: setup
	$(BUILD) $(RELEASE) --product egress-fuzz
	$(BUILD) $(RELEASE) --product signals-fuzz
	@timeout $$(( 10 * $(FUZZ_SECONDS) + 60 )) $(BIN)/signals-fuzz $(FUZZ_SECONDS) $(FUZZ_SEED) \
	  Tests/Fixtures/signals $(SCRATCH)/signals-fuzz.last
	@parsers=$$($(BIN)/egress-fuzz --list); for parser in $$parsers; do \
	  timeout $$(( 10 * $(FUZZ_SECONDS) + 60 )) $(BIN)/egress-fuzz $$parser $(FUZZ_SECONDS) $(FUZZ_SEED) \
	    || exit 1; done

cheats: setup
	$(BUILD) $(RELEASE) --product sentinel-launch
	$(BUILD) $(RELEASE) --product cheat-matrix
	@$(BIN)/cheat-matrix

exams: build
	$(BUILD) $(RELEASE) --product cheat-matrix
	@Benchmarks/exams $(BIN)
	@Benchmarks/deaths $(BIN)

bench: build
	@Scripts/setup $(BENCH_PACKAGES)
	@Benchmarks/bench $(BIN)
	@Benchmarks/egress $(BIN)
	@Benchmarks/contained $(BIN)

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests
	@if command -v clang-format >/dev/null; then clang-format -i $(C_SOURCES); fi

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests
	@if command -v clang-format >/dev/null; then clang-format --dry-run -Werror $(C_SOURCES); \
	  else echo "lint: clang-format is not installed, C left to the compiler's warnings"; fi

graph: setup
	@Scripts/check-graph

docs-check:
	@Scripts/check-docs

# What Kubernetes itself takes; needs the package index once.
$(SCRATCH)/deploy/installed: Makefile
	rm -rf $(SCRATCH)/deploy
	python3 -m venv $(SCRATCH)/deploy
	$(SCRATCH)/deploy/bin/python -I -m pip install --quiet --disable-pip-version-check --no-input \
	  --only-binary :all: kubernetes-validate==1.37.0
	touch $@

deploy-check: setup $(SCRATCH)/deploy/installed
	@$(SCRATCH)/deploy/bin/kubernetes-validate --strict deploy/kubernetes-*.yaml

# Builds only what is not there, so that root can install what a user has built.
install:
	@test -x $(BIN)/sentinel-launch -a -x $(BIN)/sentinel-egress -a -x $(BIN)/sentinel-heal \
	  -a -x $(BIN)/libsentinel-memory.so \
	  || $(MAKE) build
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/libexec/sentinel"
	install -m 755 $(BIN)/sentinel "$(DESTDIR)$(PREFIX)/bin/sentinel"
	install -m 755 $(BIN)/sentinel-launch "$(DESTDIR)$(PREFIX)/libexec/sentinel/sentinel-launch"
	install -m 755 $(BIN)/libsentinel-memory.so "$(DESTDIR)$(PREFIX)/libexec/sentinel/libsentinel-memory.so"
	install -m 755 $(BIN)/sentinel-egress "$(DESTDIR)$(PREFIX)/libexec/sentinel/sentinel-egress"
	install -m 755 $(BIN)/sentinel-heal "$(DESTDIR)$(PREFIX)/libexec/sentinel/sentinel-heal"
	Scripts/install-extras $(BIN)/sentinel $(BIN)/sentinel-heal "$(DESTDIR)$(PREFIX)/share"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/sentinel"
	rm -rf "$(DESTDIR)$(PREFIX)/libexec/sentinel"
	rm -f "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/sentinel" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_sentinel" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/sentinel.fish"
	rm -f "$(DESTDIR)$(PREFIX)"/share/man/man1/sentinel.1 \
	  "$(DESTDIR)$(PREFIX)"/share/man/man1/sentinel-*.1

clean:
	rm -rf $(SCRATCH)
