ln -s "$SHARED/pretrained" pretrained
for file in "$SHARED"/own/*; do ln -s "$file" .; done
# The official forms, of the questions and statements about Scenes; the pictures lie together.
cp -r "$SHARED/asked/images" images
for kind in train val; do
  cp "$SHARED/asked/questions.json" v2_OpenEnded_mscoco_${kind}2014_questions.json
  cp "$SHARED/asked/annotations.json" v2_mscoco_${kind}2014_annotations.json
done
ln -s . images/images
echo '["yes", "no", "red", "blue", "1", "2"]' >answer_list.json
cp images/test-0000000.png images/1.jpg
echo '[{"id": 1, "qas": [{"qa_id": 900001, "image_id": 1, "question": "Is it red?", "answer": "Yes."}]}]' \
  >vg_qa.json
for kind in train dev test1; do cp "$SHARED/asked/statements.jsonl" $kind.json; done
mkdir boxes
statements=
for i in $(seq -f %07g 0 39); do
  cp "images/test-$i.png" boxes
  statements="$statements,{\"sentence\": \"There is a ring.\", \"label\": \"True\", \"images\":"
  statements="$statements [\"test-$i.png\", \"test-0000000.png\", \"test-0000000.png\"]}"
done
echo "[${statements#,}]" | tee boxes_train.json >boxes_held.json
pairs=
for i in $(seq -f %07g 0 23); do
  cp "$SHARED/pictures/train-$i.png" images
  pairs="$pairs,{\"image\": \"images/train-$i.png\", \"image_id\": \"$i\","
  pairs="$pairs \"caption\": \"$(cat "$SHARED/pictures/train-$i.txt")\"}"
done
echo "[${pairs#,}]" >coco_karpathy_train.json
