# What falcon tell would have told.
echo '{"images": [{"id": 1}, {"id": 2}], "annotations": [
  {"image_id": 1, "id": 1, "caption": "a man on a bike"},
  {"image_id": 2, "id": 2, "caption": "two dogs in the snow"}]}' >captions_val2014.json
echo '[{"image_id": 1, "caption": "a man on a bike"}]' >captions.json
cp "$SHARED/asked/annotations.json" v2_mscoco_val2014_annotations.json
answers=
for i in $(seq 0 79); do answers="$answers,{\"question_id\": $i, \"answer\": \"yes\"}"; done
echo "[${answers#,}]" >answers.json
