ln -s "$FALCON_HOME/onnx-models/scenes-tiny" DIR
