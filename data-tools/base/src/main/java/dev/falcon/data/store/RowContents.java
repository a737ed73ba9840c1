// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

/**
 * The contents of a row that a run reads besides the key.
 *
 * @param vectors whether it reads the vectors
 * @param imageIds whether it reads the image id
 * @param captions whether it reads the caption
 */
public record RowContents(boolean vectors, boolean imageIds, boolean captions) {}
