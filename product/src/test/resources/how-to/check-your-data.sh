ln -s "$SHARED/scenes" DATA
ln -s "$FALCON_HOME/onnx-models/scenes-tiny" CLIP
