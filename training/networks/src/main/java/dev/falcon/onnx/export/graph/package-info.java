/** FALCON's networks as ONNX graphs, and each network's configuration with Hugging Face's keys. */
package dev.falcon.onnx.export.graph;
