package dev.falcon.training.internal.framework.pass;

import ai.djl.ndarray.NDArray;

/**
 * What an encoder makes of images or captions.
 *
 * @param states what matching looks at: of images [rows x tokens x width], of captions without
 *     padding [tokens x width]
 * @param vectors contrastive ones of unit length [rows x width]
 */
public record Encoding(NDArray states, NDArray vectors) {}
