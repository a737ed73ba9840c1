// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import dev.falcon.training.config.StartConfig.SupervisedConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Labelled images, encoded and all held in memory. Images that cannot be decoded are skipped.
 *
 * @param files the encoded images
 * @param classes the class of each image, from 0 in the order of the classes' names
 * @param names the names of the classes
 */
record LabelledPictures(List<byte[]> files, List<Integer> classes, List<String> names) {

  private record Labelled(String kind, byte[] image) {}

  /** Opens a dataset of the configuration. */
  static SampleSource source(SupervisedConfig config) {
    SourceOptions options = SourceOptions.DEFAULTS;
    return SampleSources.open(
        config.dataset(),
        config.imageRoot().isEmpty()
            ? options
            : options.withImageRoot(Path.of(config.imageRoot())));
  }

  /**
   * Reads a dataset.
   *
   * @param most the maximum number of images; if there are more, each is kept with equal
   *     probability
   * @param random the source of the selection
   * @throws FalconException if an image has no class, or a stop is requested
   */
  static LabelledPictures read(
      SampleSource source, int most, RandomStream random, BooleanSupplier stop) {
    ImageDecoder decoder = new ImageDecoder();
    List<Labelled> kept = new ArrayList<>();
    int[] seen = {0};
    source.forEach(
        sample -> {
          if (stop.getAsBoolean()) {
            throw new FalconException(
                source.name() + ": interrupted while it was read; the same command begins again");
          }
          if (sample.image().filter(image -> decodes(decoder, image)).isEmpty()) {
            return;
          }
          Labelled labelled = new Labelled(sample.className(source.name()), sample.image().get());
          int place = kept.size() < most ? kept.size() : random.nextInt(seen[0] + 1);
          seen[0]++;
          if (place == kept.size()) {
            kept.add(labelled);
          } else if (place < most) {
            kept.set(place, labelled);
          }
        },
        reject -> {});
    Map<String, Integer> numbers = new TreeMap<>();
    kept.forEach(labelled -> numbers.put(labelled.kind(), 0));
    List<String> names = List.copyOf(numbers.keySet());
    if (names.size() < 2) {
      throw new RequestException(
          source.name() + ": a warm start needs images of two classes or more; there are " + names);
    }
    for (int i = 0; i < names.size(); i++) {
      numbers.put(names.get(i), i);
    }
    return new LabelledPictures(
        kept.stream().map(Labelled::image).toList(),
        kept.stream().map(labelled -> numbers.get(labelled.kind())).toList(),
        names);
  }

  private static boolean decodes(ImageDecoder decoder, byte[] image) {
    try {
      decoder.decode(image);
      return true;
    } catch (ImageException e) {
      return false;
    }
  }
}
