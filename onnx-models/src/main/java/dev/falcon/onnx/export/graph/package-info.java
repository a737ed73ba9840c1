/** FALCON's networks as ONNX graphs. */
package dev.falcon.onnx.export.graph;
