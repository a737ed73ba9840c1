package dev.falcon.training.internal.framework.decision;

/**
 * A caption that the generative loss tells from an image beside the batch's own pairs.
 *
 * @param image the batch row of the image
 * @param caption the batch row of the caption
 */
public record ExtraSequence(int image, int caption) {}
