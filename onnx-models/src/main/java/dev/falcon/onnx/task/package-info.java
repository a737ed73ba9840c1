/** Fine-tuned networks at work: questions are answered, statements judged. */
package dev.falcon.onnx.task;
