mkdir nfs onnx-models
ln -s "$SHARED/store" nfs/store
ln -s "$FALCON_HOME/onnx-models/scenes-tiny" onnx-models/scenes-tiny
ln -s "$SHARED/store" store
