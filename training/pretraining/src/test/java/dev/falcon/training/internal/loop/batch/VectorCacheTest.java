// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.training.internal.framework.seam.Framework.VectorShape;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VectorCacheTest {
  /** Two vectors of two values an image, one a caption. */
  private static final VectorShape SHAPE = new VectorShape(2, 2);

  private static VectorCache written() {
    VectorCache cache = new VectorCache(3, SHAPE);
    cache.write(
        new int[] {2, 0}, new float[] {1, 2, 3, 4, 5, 6, 7, 8}, new float[] {9, 10, 11, 12});
    return cache;
  }

  @Test
  void vectorsOfAnEpochAreReadInTheNext() {
    VectorCache cache = written();
    assertThat(cache.images(new int[] {2})).containsExactly(0, 0, 0, 0);
    cache.turn();
    assertThat(cache.images(new int[] {0, 2})).containsExactly(5, 6, 7, 8, 1, 2, 3, 4);
    assertThat(cache.texts(new int[] {2, 0})).containsExactly(9, 10, 11, 12);
  }

  @Test
  void vectorsWrittenAfterATurnAreReadAtTheNext() {
    VectorCache cache = written();
    cache.turn();
    cache.write(new int[] {2}, new float[4], new float[2]);
    assertThat(cache.texts(new int[] {2})).containsExactly(9, 10);
    cache.turn();
    assertThat(cache.texts(new int[] {2})).containsExactly(0, 0);
  }

  @Test
  void aPairThatAnEpochLeftOutKeepsItsOlderVectors() {
    VectorCache cache = written();
    cache.turn();
    cache.write(new int[] {2}, new float[] {0, 0, 0, 1}, new float[] {0, 1});
    cache.turn();
    assertThat(cache.images(new int[] {0})).containsExactly(5, 6, 7, 8);
    assertThat(cache.images(new int[] {2})).containsExactly(0, 0, 0, 1);
  }

  @Test
  void namesPairsThatNoBatchHasShown() {
    VectorCache cache = written();
    assertThat(cache.unseen()).containsExactly(1);
    cache.write(new int[] {1}, new float[] {1, 0, 1, 0}, new float[] {0, 1});
    assertThat(cache.unseen()).isEmpty();
  }

  @Test
  void aTableOfManyBlocksIsOneTable() {
    VectorTable table = new VectorTable(5, 2, 2);
    table.write(new float[] {1, 2, 3, 4}, 1, 4);
    table.write(new float[] {5, 6}, 0, 1);
    assertThat(table.gather(new int[] {4, 1, 0})).containsExactly(3, 4, 5, 6, 0, 0);
    Map<String, float[]> saved = new LinkedHashMap<>();
    table.save("name", saved);
    assertThat(saved).containsOnlyKeys("name", "name.1", "name.2");
    VectorTable other = new VectorTable(5, 2, 2);
    other.restore("name", saved);
    VectorTable copy = new VectorTable(5, 2, 2);
    copy.set(other);
    table.write(new float[2], 0, 4);
    assertThat(copy.gather(new int[] {4, 1})).containsExactly(3, 4, 5, 6);
  }

  @Test
  void aCheckpointKeepsBothTables() {
    VectorCache before = written();
    before.turn();
    before.write(new int[] {1}, new float[] {1, 1, 1, 1}, new float[] {2, 2});
    VectorCache after = new VectorCache(3, SHAPE);
    after.restore(before.saved());
    assertThat(after.texts(new int[] {0, 1})).containsExactly(11, 12, 0, 0);
    after.turn();
    assertThat(after.texts(new int[] {0, 1})).containsExactly(11, 12, 2, 2);
  }
}
