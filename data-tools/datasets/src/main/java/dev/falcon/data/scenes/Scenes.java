// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.Png;
import dev.falcon.data.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The generated world. Sample {@code index} of a split depends only on the parameters, the split
 * and the index: samples can be generated in any order, and a larger count extends a smaller one.
 *
 * <p>Thread-safe.
 */
public final class Scenes {
  private final ScenesConfig config;
  private final SceneSampler sampler;
  private final CaptionSampler captioner;
  private final SceneRenderer renderer;

  public Scenes(ScenesConfig config) {
    this.config = config;
    this.sampler = new SceneSampler(config.contents());
    this.captioner = new CaptionSampler(config.levelShares());
    this.renderer = new SceneRenderer(config);
  }

  /** Returns the parameters. */
  public ScenesConfig config() {
    return config;
  }

  /** Returns the key of a sample, such as {@code train-0000042}. */
  public static String key(Split split, long index) {
    return String.format(Locale.ROOT, "%s-%07d", split.word(), index);
  }

  /**
   * Returns the key of one of a sample's captions.
   *
   * @param caption the caption's number, from 0
   * @param captions the number of the sample's captions; a single caption has the sample's own key
   */
  public static String textKey(String sampleKey, int caption, int captions) {
    return captions == 1 ? sampleKey : sampleKey + '#' + caption;
  }

  /**
   * Returns a sample with its image, its captions and, in the metadata, its scene; see {@link
   * Scene#of(Sample)}.
   */
  public Sample sample(Split split, long index) {
    SortedMap<String, String> metadata = new TreeMap<>();
    metadata.put(Scene.METADATA_KEY, Json.line(scene(split, index)));
    List<String> texts = captions(split, index).stream().map(Caption::text).toList();
    return new Sample(
        key(split, index),
        Optional.of(png(split, index)),
        texts,
        Optional.empty(),
        OptionalInt.empty(),
        metadata,
        Map.of());
  }

  /**
   * Returns the scene of a sample's image. It always belongs to the split by {@link Split#of}.
   *
   * @throws dev.falcon.data.RequestException if the parameters leave no scene for the split
   */
  public Scene scene(Split split, long index) {
    return sampler.draw(stream("scene", split, index, 0), split);
  }

  /** Returns a sample's captions; they are true of its scene, and may be equal. */
  public List<Caption> captions(Split split, long index) {
    Scene scene = scene(split, index);
    List<Caption> captions = new ArrayList<>(config.captionsPerImage());
    for (int i = 0; i < config.captionsPerImage(); i++) {
      captions.add(captioner.draw(stream("caption", split, index, i), scene));
    }
    return captions;
  }

  /**
   * Returns a sample's image: red, green, blue, row by row from the top // [imageSize x imageSize x
   * 3].
   */
  public byte[] pixels(Split split, long index) {
    return renderer.render(scene(split, index), stream("drawing", split, index, 0));
  }

  /** Returns a sample's image as a PNG file, the same bytes on every machine. */
  public byte[] png(Split split, long index) {
    int side = config.drawing().imageSize();
    return Png.encode(pixels(split, index), side, side);
  }

  @SuppressWarnings("EnumOrdinal") // the constants' order is part of the world's definition
  private RandomStream stream(String purpose, Split split, long index, int part) {
    return RandomStream.of(config.seed(), "scenes " + purpose, split.ordinal(), index, part);
  }
}
