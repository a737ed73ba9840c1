// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.store.StoreWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreDifferenceTest {
  private static final int ROWS = 1100; // more than are read at once

  @TempDir private Path folder;

  private Path store(String name, int rows, float last, String lastKey) {
    Path store = folder.resolve(name);
    try (StoreWriter writer = StoreWriter.to(store, 2)) {
      for (int row = 0; row < rows; row++) {
        boolean isLast = row == rows - 1;
        float[] text = {1, isLast ? last : 0};
        writer.append(isLast ? lastKey : "k" + row, "i" + row, "caption", new float[] {0, 1}, text);
      }
      writer.finish();
    }
    return store;
  }

  @Test
  void rowsMustBeTheSameAndVectorsNear() {
    Path first = store("first", ROWS, 0, "last");

    assertThat(StoreDifference.first(first, store("near", ROWS, 5e-5f, "last"))).isEmpty();
    assertThat(StoreDifference.first(first, store("far", ROWS, 2e-4f, "last")))
        .hasValueSatisfying(
            line ->
                assertThat(line)
                    .startsWith("row 1099, last: has a value 0.0, made again 2.0E-4")
                    .endsWith("more than 1.0E-4 apart"));
    assertThat(StoreDifference.first(first, store("renamed", ROWS, 0, "other")))
        .hasValue(
            "row 1099, last: is 'last' of image 'i1099' with 'caption', made again 'other' of image"
                + " 'i1099' with 'caption'");
    assertThat(StoreDifference.first(first, store("longer", ROWS + 1, 0, "last")))
        .hasValue("1100 rows of 2 and 2 numbers, made again 1101 rows of 2 and 2 numbers");
  }
}
