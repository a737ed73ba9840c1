// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

/**
 * A pair of a gallery with a grade.
 *
 * @param query the number of the caption, or of the first of two of one kind
 * @param cosine the cosine of the two vectors
 * @param grade the grade, such as people's mean rating from 0 to 5
 */
public record GradedPair(int query, float cosine, double grade) {}
