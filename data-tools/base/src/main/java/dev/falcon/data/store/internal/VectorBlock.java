// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.npy.Float16;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.VectorType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;

/** The vectors of a record batch in progress: rows are written directly into Arrow's memory. */
final class VectorBlock {
  private final int dimension;
  private final VectorType type;
  private final FloatBuffer floats;
  private final ShortBuffer shorts;

  VectorBlock(FixedSizeListVector vector, StoreOptions options, int rows) {
    this.dimension = vector.getListSize();
    this.type = options.vectorType();
    vector.setInitialCapacity(rows);
    vector.allocateNew();
    BaseFixedWidthVector components = (BaseFixedWidthVector) vector.getDataVector();
    int count = Math.multiplyExact(rows, dimension);
    components.allocateNew(count);
    // Every row and every component is valid; the capacity never changes, so this is set once.
    setAllOnes(vector.getValidityBuffer());
    setAllOnes(components.getValidityBuffer());
    ByteBuffer bytes =
        components
            .getDataBuffer()
            .nioBuffer(0, Math.multiplyExact(count, type.bytes()))
            .order(ByteOrder.LITTLE_ENDIAN);
    this.floats = bytes.asFloatBuffer();
    this.shorts = bytes.asShortBuffer();
  }

  void set(int row, float[] vector) {
    int position = row * dimension;
    if (type == VectorType.FLOAT32) {
      floats.put(position, vector, 0, dimension);
      return;
    }
    for (int i = 0; i < dimension; i++) {
      shorts.put(position + i, Float16.ofFloat(vector[i]));
    }
  }

  private static void setAllOnes(ArrowBuf validity) {
    validity.setOne(0, validity.capacity());
  }
}
