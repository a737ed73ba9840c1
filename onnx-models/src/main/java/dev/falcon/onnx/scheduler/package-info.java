/** The learned quantile scheduler, opened. */
package dev.falcon.onnx.scheduler;
