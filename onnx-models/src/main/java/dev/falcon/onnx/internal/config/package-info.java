/** The JSON files beside a folder's graphs, and the input tensors of a run. */
package dev.falcon.onnx.internal.config;
