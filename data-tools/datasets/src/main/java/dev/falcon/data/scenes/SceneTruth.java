// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.sample.TruePairs;
import dev.falcon.data.table.TableFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** All true pairs among the first samples of a split. */
public final class SceneTruth {
  private static final int BLOCK = 1_024;

  private final int captionsPerImage;
  private final List<String> keys = new ArrayList<>();
  private final List<Scene> scenes = new ArrayList<>();
  private final List<Caption> captions = new ArrayList<>();

  private SceneTruth(Scenes world, Split split, int count) {
    this.captionsPerImage = world.config().captionsPerImage();
    for (int i = 0; i < count; i++) {
      keys.add(Scenes.key(split, i));
      scenes.add(world.scene(split, i));
      captions.addAll(world.captions(split, i));
    }
  }

  public static SceneTruth of(Scenes world, Split split, int count) {
    return new SceneTruth(world, split, count);
  }

  public MatchStatistics statistics() {
    return MatchStatistics.of(captions, scenes);
  }

  /**
   * Writes every true pair, ordered by caption and then by image, and the list's description.
   * Absent pairs are false.
   *
   * @return the number of pairs
   */
  public long write(Path folder, TableFormat format, Provenance provenance, Progress progress) {
    SceneIndex index = new SceneIndex(scenes);
    try (Progress.Task task = progress.begin("deciding truth", captions.size(), "captions");
        TruePairs pairs = TruePairs.create(folder, format)) {
      for (int start = 0; start < captions.size(); start += BLOCK) {
        List<Caption> block = captions.subList(start, Math.min(captions.size(), start + BLOCK));
        long[][] rows = new long[block.size()][];
        IntStream.range(0, rows.length)
            .parallel()
            .forEach(i -> rows[i] = index.matches(block.get(i)));
        for (int i = 0; i < rows.length; i++) {
          write(pairs, start + i, rows[i]);
        }
        task.advance(rows.length);
      }
      return pairs.commit(provenance);
    }
  }

  private void write(TruePairs pairs, int caption, long[] row) {
    String owner = keys.get(caption / captionsPerImage);
    String textKey = Scenes.textKey(owner, caption % captionsPerImage, captionsPerImage);
    for (int word = 0; word < row.length; word++) {
      for (long bits = row[word]; bits != 0; bits &= bits - 1) {
        int scene = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
        pairs.add(keys.get(scene), textKey);
      }
    }
  }
}
