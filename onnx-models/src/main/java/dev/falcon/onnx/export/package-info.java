/**
 * FALCON's networks as ONNX graphs, and the folder of files that holds them. A network is its shape
 * and its weights by name; who trained it, and with what, is not known here.
 */
package dev.falcon.onnx.export;
