ln -s "$FALCON_HOME/onnx-models/scenes-tiny" MODEL
mkdir -p images_mscoco_2014_5k_test winogavil_images images
cp "$SHARED"/pictures/train-000000[0-9].png images_mscoco_2014_5k_test
cp "$SHARED"/pictures/train-000000[0-9].png winogavil_images
cp "$SHARED"/pictures/*.png images
"${JAVA%java}jar" cfM images_mscoco_2014_5k_test.zip images_mscoco_2014_5k_test
{
  echo filename,raw
  for i in 0 1 2 3 4 5 6 7 8 9; do echo "train-000000$i.png,\"[\"\"a ring\"\", \"\"a bar\"\"]\""; done
} >test_5k_mscoco_2014.csv
cifar=evalsets/wds_cifar10_test
mkdir -p $cifar/test
printf '%s\n' ring bar cross plus circle square triangle diamond dot line >$cifar/classnames.txt
echo 'a {c}.' >$cifar/zeroshot_classification_templates.txt
echo 1 >$cifar/test/nshards.txt
mkdir labelled
for i in 0 1 2 3 4 5 6 7 8 9; do
  cp "$SHARED/pictures/train-000000$i.png" labelled/$i.png
  echo $i >labelled/$i.cls
done
(cd labelled && tar cf ../$cifar/test/0.tar -- *)
falcon eval datacomp --model "$SHARED/model" --data-dir evalsets --output-dir runs/b --quiet
mkdir evalsets/winogavil
all=$(printf ', ""train-000000%s""' 0 1 2 3 4 5 6 7 8 9)
printf 'cue,associations,candidates\nring,"[""train-0000000""]","[%s]"\n' "${all#, }" \
  >evalsets/winogavil/winogavil_dataset.csv
list=
for i in $(seq -f %07g 0 259); do
  list="$list,{\"image\": \"train-$i.png\", \"caption\": [\"a ring\", \"a bar\"]}"
done
echo "[${list#,}]" >coco_karpathy_test.json

# A part of COCO as Karpathy split it, and the two published truths about it.
mkdir -p coco/val2014 eccv-caption/eccv_caption/data Crisscrossed-Captions/data
list='' images='' captions='' graded=Crisscrossed-Captions/data/sits_test.csv
echo caption,image,agg_score,sampling_method >$graded
for i in 0 1 2 3 4 5 6 7 8 9; do
  file=COCO_val2014_00000000000$i.jpg
  cp "$SHARED/pictures/train-000000$i.png" coco/val2014/$file
  list="$list,{\"filepath\": \"val2014\", \"filename\": \"$file\", \"cocoid\": $i, \"split\": \"test\","
  list="$list \"sentids\": [70$i], \"sentences\": [{\"raw\": \"a ring $i\", \"sentid\": 70$i}]}"
  images="$images,\"$i\": [70$i, 700]"
  captions="$captions,\"70$i\": [$i, 0]"
  echo "COCO_val2014:sentid:70$i,$file,4.5,c2i_original" >>$graded
done
echo "{\"images\": [${list#,}]}" >dataset_coco.json
echo "{${images#,}}" >eccv-caption/eccv_caption/data/eccv_image_to_caption.json
echo "{${captions#,}}" >eccv-caption/eccv_caption/data/eccv_caption_to_image.json
