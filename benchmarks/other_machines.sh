#!/bin/bash
# Asks of other machines whether plans, lists and audits have the same bytes: instruction sets that the JVM can be told
# not to use, other Java runtimes, and aarch64 under QEMU's user-mode emulation. Prints a line for each machine, and
# ends with 1 if one of them differs.
#
#   benchmarks/other_machines.sh ./falcon [JAVA_HOME ...]
#
# For aarch64 it takes Debian's packages qemu-user-static and, unpacked in the folder that ARM names,
# openjdk-17-jre-headless, libc6, libgcc-s1, libstdc++6 and zlib1g for arm64:
#
#   dpkg --add-architecture arm64 && apt-get update
#   apt-get download {openjdk-17-jre-headless,libc6,libgcc-s1,libstdc++6,zlib1g}:arm64
#   for package in *_arm64.deb; do dpkg-deb -x "$package" arm; done
#   ARM=$PWD/arm benchmarks/other_machines.sh ./falcon
set -euo pipefail
export ORT_DISABLE_TELEMETRY=1
falcon=$(realpath "$1")
shift
home=$(dirname "$falcon")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$falcon" data generate scenes --count 300 --seed 5 --quiet --out scenes >log
"$falcon" embed --input-dataset scenes --model "$home/onnx-models/scenes-tiny" --quiet --out vectors >>log

# No model runs here: ONNX Runtime's bits depend on its version and on the processor.
outputs() {
  rm -rf plan.parquet lists.parquet batches.parquet audit
  "$falcon" mine --embeddings vectors --quantiles falcon+ --search-space 150 --batch-size 15 --quiet --out plan.parquet &&
    "$falcon" lists --embeddings vectors --direction text-text --relative-margin 0.05 --num-negatives 4 \
      --sampling random --batches batches.parquet --batch-size 10 --quiet --out lists.parquet || return
  [ -n "${emulated:-}" ] ||
    "$falcon" audit-fn --embeddings vectors --plan plan.parquet --truth scenes/truth/pairs.parquet --quiet --out audit
}

sums() {
  outputs >said 2>&1 || { tail -n 3 said >&2; return 1; }
  sha256sum plan.parquet lists.parquet batches.parquet
  [ -n "${emulated:-}" ] || sha256sum audit/pairs.parquet
}

differs=0
ask() {
  local name=$1 begin=$SECONDS
  if ! sums >other.sums; then
    echo "$name: FAILED"
    differs=1
  elif cmp -s other.sums <(head -n "$(wc -l <other.sums)" first.sums); then
    echo "$name: the same bytes, $((SECONDS - begin)) s"
  else
    echo "$name: OTHER BYTES"
    diff other.sums first.sums || true
    differs=1
  fi
}

sums >first.sums
# Without the plain Java in which small work begins.
vectors=-Dfalcon.plain-products=0
for flags in -XX:UseAVX=0 -XX:UseAVX=1 -XX:UseAVX=2 -XX:UseAVX=3 -XX:-UseFMA -XX:TieredStopAtLevel=1; do
  FALCON_JVM_FLAGS="$flags $vectors" ask "$flags"
done
for java in "$@"; do
  JAVA_HOME=$java FALCON_JVM_FLAGS=$vectors ask "$(basename "$java")"
done
if [ -n "${ARM:-}" ]; then
  mkdir -p emulated/bin
  jvm=$(echo "$ARM"/usr/lib/jvm/java-[0-9][0-9]-openjdk-arm64)
  printf '#!/bin/bash\nexec qemu-aarch64-static -L "%s" "%s/bin/java" "$@"\n' "$ARM" "$jvm" >emulated/bin/java
  chmod +x emulated/bin/java
  [ ! -f "$jvm/release" ] || cp "$jvm/release" emulated/
  # Plans and lists only: the emulated JVM did not survive an audit.
  emulated=yes JAVA_HOME=$PWD/emulated ask aarch64
fi
exit $differs
