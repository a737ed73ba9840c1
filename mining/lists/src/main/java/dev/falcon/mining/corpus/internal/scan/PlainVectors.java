// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.mining.internal.certificate.ErrorBound;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * Vectors stored one after another outside the heap, where another library can read them.
 *
 * @param values the vectors, [count x dimension]
 * @param longest the length of the longest vector
 */
record PlainVectors(FloatBuffer values, double longest) {
  static PlainVectors of(float[] vectors, int dimension) {
    FloatBuffer values =
        ByteBuffer.allocateDirect(Math.multiplyExact(vectors.length, Float.BYTES))
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    values.put(0, vectors);
    return new PlainVectors(values, ErrorBound.longest(vectors, dimension));
  }
}
