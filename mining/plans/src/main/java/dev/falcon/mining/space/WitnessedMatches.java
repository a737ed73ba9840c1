// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.ProductViewer;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.SecondWitness;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Pairs suspected by a wide margin and confirmed by both other similarities of the two samples:
 * that of their images and that of their captions. These are computed on demand, for few pairs.
 *
 * @param wide the wide margin's suspects
 * @param viewer the same suspects, which must receive all products of the search space
 */
record WitnessedMatches(
    Conflicts wide, ProductViewer viewer, SpaceVectors vectors, SecondWitness witness) {
  static <M extends Conflicts & ProductViewer> WitnessedMatches of(
      M wide, SpaceVectors vectors, SecondWitness witness) {
    return new WitnessedMatches(wide, wide, vectors, witness);
  }

  /**
   * Returns the conflicts of a sample, including those that are found already.
   *
   * @param found the conflicts found already, ascending
   */
  int[] with(int sample, int[] found) {
    int[] confirmed =
        Arrays.stream(wide.with(sample))
            .filter(other -> Arrays.binarySearch(found, other) < 0 && confirmed(sample, other))
            .toArray();
    return confirmed.length == 0
        ? found
        : IntStream.concat(Arrays.stream(found), Arrays.stream(confirmed)).sorted().toArray();
  }

  private boolean confirmed(int i, int j) {
    float across = Math.max(vectors.cosine(i, j), vectors.cosine(j, i));
    return witness.suspects(across, captions(i, j)) && witness.suspects(across, images(i, j));
  }

  private float captions(int i, int j) {
    return Kernel.cosine(vectors.text(), vectors.text(), vectors.dimension(), i, j);
  }

  /** Returns the cosine of two images; if they have several vectors, the highest. */
  private float images(int i, int j) {
    int several = vectors.perImage();
    float highest = Float.NEGATIVE_INFINITY;
    for (int a = i * several; a < (i + 1) * several; a++) {
      for (int b = j * several; b < (j + 1) * several; b++) {
        highest =
            Math.max(
                highest,
                Kernel.cosine(vectors.image(), vectors.image(), vectors.dimension(), a, b));
      }
    }
    return highest;
  }
}
