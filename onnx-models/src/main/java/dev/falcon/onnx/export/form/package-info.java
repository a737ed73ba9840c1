/**
 * What a model folder says of each network: its graphs, and its configuration with Hugging Face's
 * keys.
 */
package dev.falcon.onnx.export.form;
