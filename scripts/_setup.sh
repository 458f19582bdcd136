# Sourced by the other scripts: finds a Python, makes .venv, installs what is pinned.
# A script that sources this stands in the top folder of the checkout.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# need WHAT PACKAGE...: installs Debian packages where that asks no password, or names the command.
need() {
    local what=$1 sudo=sudo; shift
    local missing="$what is missing. Install it, then run this again:
    sudo apt-get update && sudo apt-get install -y $*"
    command -v apt-get >/dev/null || die "$what is missing. Install it, then run this again."
    if [ "$(id -u)" = 0 ]; then sudo=; else sudo -n true 2>/dev/null || die "$missing"; fi
    say "Installing $what: apt-get install $*"
    { $sudo apt-get update -qq &&
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null; } || die "$missing"
}

# Prints the first Python that is new enough and can make a virtual environment.
find_python() {
    local name
    for name in python3.13 python3.12 python3.11 python3; do
        "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        echo "$name"; return
    done
    return 1
}

# install run|test: brings .venv up to requirements/$1.txt. The stamp makes the second time free;
# it holds the folder too, because an editable install points at it.
install() {
    local key python package=python3-venv
    key="$PWD $(cat pyproject.toml requirements/*.txt | cksum)"
    if .venv/bin/python -c '' 2>/dev/null; then
        [ "$(cat ".venv/installed-$1" 2>/dev/null)" != "$key" ] || return 0
    else
        # Ubuntu 22.04 has a python3 that is too old, and a newer one beside it.
        ! python3 -c 'import sys; sys.exit(sys.version_info >= (3, 11))' 2>/dev/null || package=python3.11-venv
        python=$(find_python) || { need "Python 3.11+ with venv" $package; python=$(find_python); } ||
            die "No Python 3.11 or newer that can make a virtual environment was found. Install one."
        "$python" -m venv --clear .venv
    fi
    say "Installing requirements/$1.txt into .venv ..."
    local pip=(.venv/bin/python -m pip --disable-pip-version-check --no-input --quiet install)
    "${pip[@]}" --require-hashes -r "requirements/$1.txt"
    "${pip[@]}" --no-build-isolation --no-deps --editable .
    # pygraphviz brings Graphviz along, but not the libraries of the system that Graphviz uses.
    .venv/bin/python -c 'import pygraphviz' 2>/dev/null || need "Graphviz with its libraries" graphviz
    echo "$key" >".venv/installed-$1"
    # test.txt holds all of run.txt, in the same versions.
    [ "$1" != test ] || echo "$key" >.venv/installed-run
}
