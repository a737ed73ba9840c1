package dev.falcon.training.internal.framework.decision;

/**
 * A pair that matching judges.
 *
 * @param image the batch row of the image
 * @param caption the batch row of the caption
 * @param match what the right answer is
 */
public record LabelledPair(int image, int caption, boolean match) {}
