/** A model folder opened as encoders, matcher and scheduler, on ONNX Runtime. */
package dev.falcon.onnx;
