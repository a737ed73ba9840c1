ln -s "$FALCON_HOME/onnx-models" onnx-models
