/**
 * Models other than the dual encoders: those for match scores, for answers to questions and for the
 * classification of statements, and the quantile scheduler.
 */
package dev.falcon.onnx.matcher;
