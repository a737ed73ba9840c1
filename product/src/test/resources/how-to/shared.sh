# What several pages use: Scenes as tars and as pictures, a tiny training run and what it exports.
falcon data generate scenes --count 260 --quiet --out scenes
falcon data generate scenes --count 40 --split test --questions-per-image 2 --statements 10 \
  --truth none --quiet --out asked
mkdir pictures
tar xf scenes/00000.tar -C pictures
rm pictures/*.json
cat > tiny.yaml <<EOF
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
EOF
falcon train --preset scenes-tiny --config tiny.yaml --quiet --out run
falcon export run --out model
falcon embed --input-dataset scenes --model "$FALCON_HOME/onnx-models/scenes-tiny" --quiet --out store
falcon mine --embeddings store --batch-size 20 --quiet --out plan.parquet
falcon data generate scenes --count 332 --samples-per-shard 1 --truth none --quiet --out cc3m

# A dataset of one's own as Karpathy split COCO, its words, and a run on it.
mkdir own
cd own
mkdir -p coco/val2014 bert-base-uncased
cp ../pictures/*.png coco/val2014
split=train images=
for i in $(seq -f %07g 0 59); do
  [ "$i" = 0000040 ] && split=test
  images="$images,{\"filepath\": \"val2014\", \"filename\": \"train-$i.png\", \"split\": \"$split\","
  images="$images \"sentences\": [{\"raw\": \"$(cat ../pictures/train-$i.txt)\"}]}"
done
echo "{\"images\": [${images#,}]}" >dataset_coco.json
{
  printf '%s\n' '[PAD]' '[UNK]' '[CLS]' '[SEP]' '[MASK]'
  cat ../pictures/*.txt | tr -s ' ,.' '\n' | sort -u
} >bert-base-uncased/vocab.txt
cat >coco.yaml <<EOF
preset: albef-base
threads: 1
device: cpu
data:
  train: {dataset: dataset_coco.json, split: "train,restval", image_root: coco}
  held: {dataset: dataset_coco.json, split: test, image_root: coco}
  text: {tokenizer: bert-base-uncased, max_tokens: 12, held_tokens: 12}
model:
  image_size: 32
  vision: {width: 16, heads: 2, layers: 1, feed_forward: 16}
  text: {width: 16, heads: 2, layers: 1, feed_forward: 16}
  fusion_layers: 1
  projection: 8
  max_tokens: 12
method: {search_space: 12}
scheduler: {quantiles: 8, hidden: 8}
train: {epochs: 1, batch_size: 4}
EOF
falcon train --config coco.yaml --quiet --out ../pretrained
cd ..
