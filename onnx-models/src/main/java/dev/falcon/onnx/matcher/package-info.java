/**
 * Models beside the dual encoders: match scores of pictures and captions, answers to questions,
 * classification of statements, and the quantile scheduler.
 */
package dev.falcon.onnx.matcher;
