pictures() { # the first N of the shared pictures, into a folder
  mkdir -p "$2"
  for i in $(seq -f %07g 0 $(($1 - 1))); do cp "$SHARED/pictures/train-$i.png" "$2/$i.png"; done
}

pictures 6 coco/val2014
images= captions=
for i in 0 1 2 3 4 5; do
  images="$images,{\"id\": $i, \"file_name\": \"000000$i.png\"}"
  captions="$captions,{\"id\": $i, \"image_id\": $i, \"caption\": \"a shape, number $i\"}"
done
echo "{\"images\": [${images#,}], \"annotations\": [${captions#,}]}" >captions_val2014.json

pictures 6 images
echo '[{"image": "0000000.png", "caption": "a ring"}, {"image": "0000001.png", "caption": "a bar"}]' \
  >train.json
printf 'filepath\ttitle\nimages/0000002.png\ta ring\nimages/0000003.png\ta cross\n' >train.tsv
printf 'file;alt\nimages/0000004.png;a ring\nimages/0000005.png;a cross\n' >t.csv

pictures 4 flickr30k
echo '{"images": [
  {"filename": "0000000.png", "split": "test", "sentences": [{"raw": "a ring"}, {"raw": "a bar"}]},
  {"filename": "0000001.png", "split": "train", "sentences": [{"raw": "a cross"}]}]}' \
  >dataset_flickr30k.json
(cd flickr30k && for i in 0 1 2 3; do printf 'a ring\na bar\n' >000000$i.txt; done &&
  tar cf 0.tar -- * && rm ./*.txt)

pictures 2 images_flickr_1k_test
"${JAVA%java}jar" cfM images_flickr_1k_test.zip images_flickr_1k_test
printf 'filename,raw\n0000000.png,"[""a ring"", ""a bar""]"\n0000001.png,"[""a cross""]"\n' \
  >test_1k_flickr.csv

pictures 3 my-photos
for i in 0 1 2; do echo "a shape" >my-photos/000000$i.txt; done

ln -s "$SHARED/scenes" DATA
ln -s "$SHARED/cc3m" cc3m
ln -s "$SHARED/plan.parquet" plan.parquet

mkdir dict
cat >dict/data.noun <<EOF
00001740 03 n 01 entity 0 000 | x
02084071 05 n 02 dog 0 Canis_familiaris 0 001 @ 00001740 n 0000 | a
02121620 05 n 01 true_cat 0 001 @ 00001740 n 0000 | b
EOF
printf 'n02084071\nn02121620\n' >wnids.txt
pictures 6 tiny-imagenet-200/train/n02084071/images
pictures 6 tiny-imagenet-200/train/n02121620/images
