// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A bit matrix of which caption is true of which scene, one bit per pair (4,800 captions x 4,800
 * scenes take 2.9 MB).
 */
public final class TruthMatrix {
  private final int scenes;
  private final long[][] rows; // [captions][ceil(scenes / 64)]

  private TruthMatrix(int scenes, long[][] rows) {
    this.scenes = scenes;
    this.rows = rows;
  }

  /** Decides every pair, on all cores. */
  public static TruthMatrix of(List<Caption> captions, List<Scene> scenes) {
    SceneIndex index = new SceneIndex(scenes);
    long[][] rows = new long[captions.size()][];
    IntStream.range(0, rows.length)
        .parallel()
        .forEach(row -> rows[row] = index.matches(captions.get(row)));
    return new TruthMatrix(scenes.size(), rows);
  }

  /** Returns the number of captions. */
  public int captions() {
    return rows.length;
  }

  /** Returns the number of scenes. */
  public int scenes() {
    return scenes;
  }

  /** Returns whether a caption is true of a scene. */
  public boolean matches(int caption, int scene) {
    return (rows[caption][scene / Long.SIZE] >>> (scene % Long.SIZE) & 1) != 0;
  }

  /** Returns the number of scenes of which a caption is true. */
  public int count(int caption) {
    int count = 0;
    for (long word : rows[caption]) {
      count += Long.bitCount(word);
    }
    return count;
  }
}
