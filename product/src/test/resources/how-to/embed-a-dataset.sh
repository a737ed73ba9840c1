ln -s "$SHARED/cc3m" cc3m
ln -s "$FALCON_HOME/onnx-models/scenes-tiny" clip-vit-base-patch32
ln -s "$FALCON_HOME/onnx-models" onnx-models
