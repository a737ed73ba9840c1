falcon data generate scenes --count 120 --captions-per-image 5 --truth none --quiet --out DATA
ln -s "$FALCON_HOME/onnx-models/scenes-tiny" CLIP
