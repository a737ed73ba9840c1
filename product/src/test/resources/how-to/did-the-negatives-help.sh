ln -s "$FALCON_HOME/onnx-models/scenes-tiny" BEFORE
ln -s "$FALCON_HOME/onnx-models/scenes-tiny" AFTER
mkdir -p images val2017 sugar-crepe/data
cp "$SHARED"/pictures/train-000000[0-9].png images
cp "$SHARED/pictures/train-0000000.png" val2017/000000000001.jpg
{
  echo image,caption,negative_caption,subset
  for i in 0 1 2 3 4 5 6 7 8 9; do echo "train-000000$i.png,a red circle,a blue square,shape"; done
} >items.csv
for subset in add_att add_obj replace_att replace_obj replace_rel swap_att swap_obj; do
  echo '{"0": {"filename": "000000000001.jpg", "caption": "a red circle",
    "negative_caption": "a blue square"}}' >sugar-crepe/data/$subset.json
done
