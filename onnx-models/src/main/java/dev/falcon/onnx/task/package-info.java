/** What fine-tuned networks are asked, whichever engine runs them. */
package dev.falcon.onnx.task;
