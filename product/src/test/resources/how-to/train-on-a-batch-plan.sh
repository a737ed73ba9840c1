ln -s "$SHARED/scenes" DATA
ln -s "$SHARED/plan.parquet" plan.parquet
ln -s "$FALCON_HOME/onnx-models/scenes-tiny" MODEL
