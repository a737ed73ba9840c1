ln -s "$FALCON_HOME/onnx-models/scenes-tiny" clip
ln -s "$SHARED/run" RUN
