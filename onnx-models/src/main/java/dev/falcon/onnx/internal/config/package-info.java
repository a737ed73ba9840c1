/** The JSON files beside a folder's graphs. */
package dev.falcon.onnx.internal.config;
