#!/bin/bash
# Runs commands on the built-in data, and prints the SHA-256 of every file that they write. Two builds
# of Falcon compute the same where the two lists are equal:
#
#   benchmarks/same_bytes.sh BUILD/falcon BUILD/onnx-models/scenes-tiny >one.txt
#
# The first argument is the command, the second a model folder. It works in a new temporary folder, so
# that no path differs between the lists; give TRAIN=none to leave out training, which takes longest,
# and EXCLUDE= for a release before --exclude none, when it was the default.
set -euo pipefail
export ORT_DISABLE_TELEMETRY=1
: "${EXCLUDE=--exclude none}"
falcon=$1
model=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp -r "$model" model

run() {
  echo "# falcon $*"
  "$falcon" "$@" --quiet >>log 2>&1 || { tail -n 3 log >&2 && echo "failed: $*" >&2; }
}

run data generate scenes --count 1000 --seed 5 --out scenes
run data convert scenes --out converted
run embed --input-dataset scenes --model model --out vectors
mine() {
  local out=$1
  shift
  run mine --embeddings vectors --search-space 240 --batch-size 16 --out "$out" "$@"
}
for policy in falcon+ grit 0.7 fixed:0.25 margin:0.2 hardening softening random uniform gcbs \
  b3:30 kmeans:8 simans:-0.05; do
  mine "plan-${policy//[:.]/-}.csv" --quantiles "$policy" --epochs 2 --remainder keep $EXCLUDE
done
for direction in image-text text-image; do
  run lists --embeddings vectors --direction "$direction" --num-negatives 4 --relative-margin 0.05 \
    --out "corpus-$direction.parquet"
done
mine parts --quantiles 0.9 --shard 0/1 $EXCLUDE
run merge parts --out parts.parquet
run audit-fn --input-dataset scenes --embeddings vectors --plan plan-grit.csv \
  --truth scenes/truth/pairs.parquet --max-pairs 300 --out audit
run eval retrieval --input-dataset scenes --model model --output-dir retrieval

if [ "${TRAIN:-}" != none ]; then
  cat >tiny.yaml <<'YAML'
threads: 1
data: {scenes: {pairs: 50, held_images: 12, held_captions: 2}}
model:
  vision: {width: 16, heads: 2, layers: 1, feed_forward: 16}
  text: {width: 16, heads: 2, layers: 1, feed_forward: 16}
  fusion_layers: 1
  projection: 8
start: {supervised: {images: 20, steps: 2, batch_size: 4}}
objective: {momentum: {queue: 10}}
method: {search_space: 20}
scheduler: {quantiles: 8, hidden: 8}
train: {epochs: 3, batch_size: 6}
evaluation: {rerank: 4, rerank_images: 6, rerank_captions: 6}
YAML
  for method in albef grit-vlp falcon; do
    run train --preset scenes-tiny --method "$method" --config tiny.yaml --out "run-$method"
    run export "run-$method" --out "model-$method"
  done
  run embed --input-dataset scenes --model model-falcon --out trained
  run mine --embeddings trained --model model-falcon --quantile-levels 8 --search-space 240 \
    --batch-size 16 --out scheduled.parquet $EXCLUDE
fi
# Times differ between any two runs.
find . -type f ! -name log ! -name timing.json ! -path './model/*' | sort | while read -r file; do sha256sum "$file"; done
