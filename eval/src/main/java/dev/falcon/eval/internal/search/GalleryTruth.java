package dev.falcon.eval.internal.search;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.CaptionParser;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.TruthMatrix;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.eval.metric.Relevance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The matching pairs of a gallery.
 *
 * @param source the source of the truth
 * @param relevance the matching pairs, by the gallery's numbers
 */
public record GalleryTruth(String source, Relevance relevance) {
  /** Returns the truth of Scenes, which decides every pair exactly. */
  public static GalleryTruth ofScenes(SampleSource data, Gallery gallery) {
    Map<String, Scene> byKey = new HashMap<>();
    data.forEach(sample -> byKey.put(sample.key(), Scene.of(sample)), reject -> {});
    List<Scene> scenes = gallery.keys().stream().map(byKey::get).toList();
    List<Caption> captions = gallery.captions().stream().map(CaptionParser::parse).toList();
    TruthMatrix matrix = TruthMatrix.of(captions, scenes);
    return new GalleryTruth("Scenes", (image, caption) -> matrix.matches(caption, image));
  }

  /** Returns whether every sample names its scene. */
  public static boolean isOfScenes(Sample sample) {
    return sample.metadata().containsKey("scene");
  }

  /**
   * Returns the truth of labelled pairs. A pair that is not listed does not match, except that an
   * image's own captions match unless the list says otherwise.
   */
  public static GalleryTruth ofFile(Path file, Gallery gallery) {
    Map<String, Integer> captions = new HashMap<>();
    List<BitSet> rows = new ArrayList<>();
    for (int i = 0; i < gallery.texts(); i++) {
      captions.put(gallery.textKeys().get(i), i);
      BitSet row = new BitSet();
      row.set(gallery.owner()[i]);
      rows.add(row);
    }
    long used = 0;
    try (TableReader table = TableReader.open(file)) {
      int imageKey = table.column(ColumnType.UTF8, "image_key");
      int textKey = table.column(ColumnType.UTF8, "text_key");
      int match = table.column(ColumnType.BOOL, "match");
      while (table.next()) {
        Integer image = gallery.imageOf().get(table.getString(imageKey));
        Integer caption = captions.get(table.getString(textKey));
        if (image != null && caption != null) {
          rows.get(caption).set(image, table.getBoolean(match));
          used++;
        }
      }
    }
    if (used == 0) {
      throw new FalconException(
          file
              + ": no pair is of this dataset; its keys are such as '"
              + gallery.keys().get(0)
              + "' and '"
              + gallery.textKeys().get(0)
              + "'");
    }
    return new GalleryTruth(
        file.getFileName().toString(), (image, caption) -> rows.get(caption).get(image));
  }
}
