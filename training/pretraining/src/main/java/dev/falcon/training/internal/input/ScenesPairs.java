// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import java.util.ArrayList;
import java.util.List;

/**
 * Pairs of the generated world, all held in memory; an image takes size² · 3 bytes. Their truth is
 * known.
 */
public final class ScenesPairs implements PairData, Truth {
  private final PixelFormat format;
  private final Split split;
  private final int captionsPerImage;
  private final byte[][] images;
  private final List<Scene> scenes;
  private final List<Caption> captions;
  private final int[][] tokens;

  private ScenesPairs(PixelFormat format, Split split, int captionsPerImage, int images) {
    this.format = format;
    this.split = split;
    this.captionsPerImage = captionsPerImage;
    this.images = new byte[images][];
    this.scenes = new ArrayList<>(images);
    this.captions = new ArrayList<>(images * captionsPerImage);
    this.tokens = new int[images * captionsPerImage][];
  }

  /**
   * Generates the first samples of a split.
   *
   * @param images number of images
   * @param vocabulary the vocabulary that tokenises the captions
   */
  public static ScenesPairs generate(
      Scenes world,
      Split split,
      int images,
      PixelFormat format,
      ScenesVocabulary vocabulary,
      Progress progress) {
    ScenesPairs pairs = new ScenesPairs(format, split, world.config().captionsPerImage(), images);
    try (Progress.Task task = progress.begin("scenes " + split.word(), images, "images")) {
      for (int i = 0; i < images; i++) {
        pairs.images[i] = world.pixels(split, i);
        pairs.scenes.add(world.scene(split, i));
        pairs.captions.addAll(world.captions(split, i));
        task.advance(1);
      }
    }
    for (int row = 0; row < pairs.tokens.length; row++) {
      pairs.tokens[row] = vocabulary.tokens(pairs.captions.get(row).text());
    }
    return pairs;
  }

  @Override
  public int rows() {
    return tokens.length;
  }

  @Override
  public String key(int row) {
    String key = Scenes.key(split, image(row));
    return captionsPerImage == 1 ? key : key + "#" + row % captionsPerImage;
  }

  @Override
  public int image(int row) {
    return row / captionsPerImage;
  }

  @Override
  public int images() {
    return images.length;
  }

  @Override
  public String caption(int row) {
    return captions.get(row).text();
  }

  @Override
  public PixelFormat format() {
    return format;
  }

  /**
   * {@inheritDoc} Scenes are not augmented, since a mirror image would falsify captions with
   * positions.
   */
  @Override
  public byte[] picture(int row, RandomStream augment) {
    return images[image(row)];
  }

  @Override
  public int[] tokens(int row) {
    return tokens[row];
  }

  @Override
  public boolean matches(int captionRow, int imageRow) {
    return captions.get(captionRow).matches(scenes.get(image(imageRow)));
  }
}
