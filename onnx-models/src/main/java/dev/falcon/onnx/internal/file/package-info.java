/** ONNX files, read without ONNX Runtime. */
package dev.falcon.onnx.internal.file;
