package dev.falcon.data.taxonomy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Sample;
import dev.falcon.data.SampleSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The classes of a dataset's images: about 100 bytes an image.
 *
 * @param classOf by the samples' keys, in the dataset's order
 */
record LabelledImages(Map<String, String> classOf) {
  private static final int SHOWN = 3;

  /**
   * Looks through the dataset.
   *
   * @throws FalconException if a sample has no class, a key is there twice, or the taxonomy lacks
   *     classes
   */
  static LabelledImages of(
      SampleSource source, Taxonomy taxonomy, String table, Progress progress) {
    Map<String, String> classOf = new LinkedHashMap<>();
    Set<String> unknown = new TreeSet<>();
    try (Progress.Task task = progress.begin("reading", source.knownSamples(), "labels")) {
      source.forEach(
          sample -> {
            String kind = kind(sample, source.name());
            if (!taxonomy.has(kind)) {
              unknown.add(kind);
            }
            if (classOf.put(sample.key(), kind) != null) {
              throw new FalconException(
                  source.name() + ": the key '" + sample.key() + "' is there twice");
            }
            task.advance(1);
          },
          reject -> {});
    }
    if (classOf.isEmpty()) {
      throw new FalconException(source.name() + ": holds no image that can be read");
    }
    if (!unknown.isEmpty()) {
      List<String> shown = unknown.stream().limit(SHOWN).toList();
      throw new FalconException(
          table
              + ": lacks "
              + unknown.size()
              + " of the classes in "
              + source.name()
              + ": "
              + String.join(", ", shown)
              + (unknown.size() > SHOWN ? " and others" : ""));
    }
    return new LabelledImages(classOf);
  }

  /** A sample's class: its label, or the first folder of its key. */
  static String kind(Sample sample, String dataset) {
    if (sample.label() != null) {
      return sample.label().toString();
    }
    int slash = sample.key().indexOf('/');
    if (slash < 1) {
      throw new FalconException(
          dataset
              + ": sample '"
              + sample.key()
              + "' has no class: it has no label and lies in no folder that is called by one");
    }
    return sample.key().substring(0, slash);
  }

  /** How many images each name is true of. */
  Map<String, Long> imagesByName(Taxonomy taxonomy) {
    Map<String, Long> imagesOfClass = new HashMap<>();
    classOf.values().forEach(kind -> imagesOfClass.merge(kind, 1L, Long::sum));
    Map<String, Long> images = new HashMap<>();
    imagesOfClass.forEach(
        (kind, count) ->
            taxonomy.trueNames(kind).forEach(name -> images.merge(name, count, Long::sum)));
    return images;
  }
}
