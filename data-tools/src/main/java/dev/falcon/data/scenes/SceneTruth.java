package dev.falcon.data.scenes;

import dev.falcon.data.Json;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** All true pairs among the first samples of a split. */
final class SceneTruth {
  private static final TableSchema SCHEMA =
      TableSchema.of(
          TableSchema.required("image_key", ColumnType.UTF8),
          TableSchema.required("text_key", ColumnType.UTF8),
          TableSchema.required("match", ColumnType.BOOL));

  private static final String PAIRS = "pairs";
  private static final String MEANING = "truth.json";
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

  static SceneTruth of(Scenes world, Split split, int count) {
    return new SceneTruth(world, split, count);
  }

  MatchStatistics statistics() {
    return MatchStatistics.of(captions, scenes);
  }

  /**
   * What a list of pairs means to its reader.
   *
   * @param file the list
   * @param pairs how many pairs it has
   * @param absentMeans what is to be taken for the match of a pair that it has not
   * @param provenance where it comes from
   */
  private record Meaning(String file, long pairs, boolean absentMeans, Provenance provenance) {}

  /**
   * Writes every true pair, by caption and then by image, and what the list means. Pairs that are
   * absent are false.
   *
   * @return the number of pairs
   */
  long write(Path folder, TableFormat format, Provenance provenance, Progress progress) {
    SceneIndex index = new SceneIndex(scenes);
    String name = PAIRS + "." + format.label();
    long pairs;
    try (Progress.Task task = progress.begin("deciding truth", captions.size(), "captions");
        TableWriter table =
            TableWriter.create(
                folder.resolve(name), format, SCHEMA, Map.of("absent_means", "false"))) {
      for (int start = 0; start < captions.size(); start += BLOCK) {
        List<Caption> block = captions.subList(start, Math.min(captions.size(), start + BLOCK));
        long[][] rows = new long[block.size()][];
        IntStream.range(0, rows.length)
            .parallel()
            .forEach(i -> rows[i] = index.matches(block.get(i)));
        for (int i = 0; i < rows.length; i++) {
          write(table, start + i, rows[i]);
        }
        task.advance(rows.length);
      }
      pairs = table.rows();
      table.commit();
    }
    Json.write(folder.resolve(MEANING), new Meaning(name, pairs, false, provenance));
    return pairs;
  }

  private void write(TableWriter table, int caption, long[] row) {
    String owner = keys.get(caption / captionsPerImage);
    String textKey = Scenes.textKey(owner, caption % captionsPerImage, captionsPerImage);
    for (int word = 0; word < row.length; word++) {
      for (long bits = row[word]; bits != 0; bits &= bits - 1) {
        int scene = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
        table.setString(0, keys.get(scene)).setString(1, textKey).setBoolean(2, true).endRow();
      }
    }
  }

  /** Removes what {@link #write} wrote into the folder earlier. */
  static void delete(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(MEANING));
    for (TableFormat format : TableFormat.values()) {
      Files.deleteIfExists(folder.resolve(PAIRS + "." + format.label()));
    }
  }
}
