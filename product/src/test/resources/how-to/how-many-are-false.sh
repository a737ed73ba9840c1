ln -s "$SHARED/pictures" photos
ln -s "$FALCON_HOME/onnx-models/scenes-tiny" clip
