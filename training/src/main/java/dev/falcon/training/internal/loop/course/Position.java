package dev.falcon.training.internal.loop.course;

/**
 * Where in the run a step is.
 *
 * @param epoch counted from 0
 * @param batch k, counted from 0 over the epoch's steps
 * @param step counted from 0 over the run
 * @param learningRate η
 * @param dropout the seed of what the step drops
 */
public record Position(int epoch, int batch, long step, double learningRate, long dropout) {}
