# What the scripts beside this file share. Sourced, not run.
#
#   pip_packages NAME==VERSION…      a virtual environment; then `python` is its interpreter
#   npm_packages NAME@VERSION…       installed in $work; then `node` finds them from $work
#   maven_packages <<'EOF'           <dependency> elements; then $class_path holds their jars
#   needs_java VERSION               ends with 2 if this Java is older
#   expect <<'EOF'                   ends with 1 unless $seen, a file that the script wrote, holds exactly these lines
#   conclude TEXT                    the last line: what was seen, and the guess it belies
#
# The working folder is $work; it is removed at the end. Packages that cannot be had end the script with 2.

set -euo pipefail

work=$(mktemp -d)
seen=$work/seen.txt
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"

unreachable() {
  echo "$(basename "$0"): $1 cannot be installed: the registry cannot be reached, or no longer has it" >&2
  exit 2
}

pip_packages() {
  python3 -m venv --without-pip "$work/venv" || unreachable "a virtual environment of Python"
  python3 -m pip --python "$work/venv/bin/python" install --quiet --disable-pip-version-check --no-compile \
    --only-binary :all: --retries 1 "$@" 2>"$work/pip.log" || unreachable "$*"
  PATH=$work/venv/bin:$PATH
}

npm_packages() {
  npm install --silent --no-audit --no-fund --prefix "$work" "$@" >"$work/npm.log" 2>&1 || unreachable "$*"
}

maven_packages() {
  {
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>finding</groupId><artifactId>finding</artifactId><version>1</version><dependencies>'
    cat
    echo '</dependencies></project>'
  } >"$work/pom.xml"
  mvn -q -B -ntp -f "$work/pom.xml" dependency:build-classpath -Dmdep.outputFile="$work/class.path" \
    >"$work/maven.log" 2>&1 || unreachable "$(grep -o '<artifactId>[^<]*' "$work/pom.xml" | tail -n +2 | cut -d'>' -f2 | xargs)"
  class_path=$(cat "$work/class.path")
}

needs_java() {
  local version
  version=$(java -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p')
  if [ "${version:-0}" -lt "$1" ]; then
    echo "$(basename "$0"): needs Java $1 or later; this is Java ${version:-none}" >&2
    exit 2
  fi
}

expect() {
  cat >"$work/expected.txt"
  if ! diff "$work/expected.txt" "$seen" >"$work/difference.txt"; then
    echo "$(basename "$0"): the behaviour changed; < was seen, > is now:" >&2
    cat "$work/difference.txt" >&2
    exit 1
  fi
}

conclude() {
  echo "$1"
}
