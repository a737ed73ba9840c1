falcon data generate scenes --count 120 --captions-per-image 5 --truth none --quiet --out DATA
falcon embed --input-dataset DATA --model "$FALCON_HOME/onnx-models/scenes-tiny" --quiet --out vectors
ln -s vectors captions
