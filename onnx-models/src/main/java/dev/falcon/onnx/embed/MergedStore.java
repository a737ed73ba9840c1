// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import java.nio.file.Path;

/**
 * A store merged from its parts.
 *
 * @param folder the store's folder
 * @param rows the number of rows of the store
 * @param dimension length of a vector
 * @param samples the number of samples read, including rejected ones; null if an earlier call
 *     merged the store
 * @param rejects number of unusable rows
 */
public record MergedStore(Path folder, long rows, int dimension, Long samples, long rejects) {
  /** Returns the same store after it was moved to a folder. */
  MergedStore in(Path place) {
    return new MergedStore(place, rows, dimension, samples, rejects);
  }
}
