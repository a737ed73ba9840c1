/**
 * FALCON's networks as ONNX graphs, and the folder of files that holds them. A network is its shape
 * and its weights by name, however they were trained.
 */
package dev.falcon.onnx.export;
