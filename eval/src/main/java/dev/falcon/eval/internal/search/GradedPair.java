// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

/**
 * A pair of a gallery with a grade.
 *
 * @param image the image's number
 * @param caption the caption's number
 * @param grade the grade, such as people's mean rating from 0 to 5
 */
public record GradedPair(int image, int caption, double grade) {}
