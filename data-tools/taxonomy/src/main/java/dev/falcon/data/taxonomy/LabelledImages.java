// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.taxonomy.ImageColours.Colours;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The classes of a dataset's images, and their colours if captions name them. Memory: about 100
 * bytes per image.
 *
 * @param classOf the classes by the samples' keys, in the dataset's order
 * @param coloursOf the colours by the samples' keys; empty if no caption names colours
 */
record LabelledImages(Map<String, String> classOf, Map<String, Colours> coloursOf) {
  private static final int SHOWN = 3;

  /**
   * Reads the dataset.
   *
   * @param colours whether the images' colours are computed
   * @throws FalconException if a sample has no class, a key occurs twice, or the taxonomy lacks
   *     classes
   */
  static LabelledImages of(
      SampleSource source, Taxonomy taxonomy, String table, boolean colours, Progress progress) {
    ImageColours looks = new ImageColours();
    Map<String, Colours> coloursOf = new HashMap<>();
    Map<String, String> classOf = new LinkedHashMap<>();
    Set<String> unknown = new TreeSet<>();
    try (Progress.Task task = progress.begin("reading", source.knownSamples(), "labels")) {
      source.forEach(
          sample -> {
            String kind = sample.className(source.name());
            if (!taxonomy.has(kind)) {
              unknown.add(kind);
            }
            if (classOf.put(sample.key(), kind) != null) {
              throw new FalconException(
                  source.name() + ": the key '" + sample.key() + "' is there twice");
            }
            if (colours) {
              sample.image().ifPresent(image -> coloursOf.put(sample.key(), looks.of(image)));
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
    return new LabelledImages(classOf, coloursOf);
  }

  /** Returns only those images that are in a dataset. */
  LabelledImages in(SampleSource dataset) {
    Map<String, String> there = new LinkedHashMap<>();
    dataset.forEach(
        sample ->
            Optional.ofNullable(classOf.get(sample.key()))
                .ifPresent(kind -> there.put(sample.key(), kind)),
        reject -> {});
    return new LabelledImages(there, coloursOf);
  }

  /** Returns the colours of an image; both empty if captions name none. */
  Colours colours(String key) {
    return coloursOf.getOrDefault(key, Colours.NONE);
  }

  /** Returns a text that identifies a name and its colours. */
  static String meaning(String name, Colours named) {
    return name + '\t' + named.centre() + '\t' + named.border();
  }

  /**
   * Returns all true meanings of captions about an image: each name, with and without the colours.
   */
  Set<String> meanings(String key, String kind, Taxonomy taxonomy) {
    Colours own = colours(key);
    Set<String> meanings = new HashSet<>();
    for (String name : taxonomy.trueNames(kind)) {
      meanings.add(meaning(name, Colours.NONE));
      meanings.add(meaning(name, new Colours(own.centre(), "")));
      meanings.add(meaning(name, new Colours("", own.border())));
      meanings.add(meaning(name, own));
    }
    return meanings;
  }

  /** Returns the number of images of which each meaning is true. */
  Map<String, Long> imagesByMeaning(Taxonomy taxonomy) {
    Map<String, Long> images = new HashMap<>();
    classOf.forEach(
        (key, kind) ->
            meanings(key, kind, taxonomy).forEach(meaning -> images.merge(meaning, 1L, Long::sum)));
    return images;
  }
}
