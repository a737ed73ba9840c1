/**
 * The course of a run, for pretraining and fine-tuning: epochs of steps, checkpoints, resumption,
 * and the metrics of steps and epochs.
 */
package dev.falcon.training.internal.loop.course;
