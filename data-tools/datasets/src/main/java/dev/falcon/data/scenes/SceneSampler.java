// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import java.util.ArrayList;
import java.util.List;

/** Draws scenes. */
public final class SceneSampler {
  /**
   * The number of draws after which the world counts as too small to be split: fewer than one draw
   * in a thousand belongs to the split.
   */
  private static final int MAX_DRAWS = 10_000;

  private final ScenesConfig.Contents contents;
  private final Choice objectCount;
  private final Choice shape;
  private final Choice colour;

  public SceneSampler(ScenesConfig.Contents contents) {
    this.contents = contents;
    this.objectCount = Choice.ofShares(contents.objectShares());
    this.shape = Choice.zipf(contents.shapes(), contents.zipfExponent());
    this.colour = Choice.zipf(contents.colours(), contents.zipfExponent());
  }

  /** Draws until a scene belongs to the split. */
  public Scene draw(RandomStream random, Split split) {
    for (int i = 0; i < MAX_DRAWS; i++) {
      Scene scene = draw(random);
      if (Split.of(scene) == split) {
        return scene;
      }
    }
    throw new RequestException(
        "so few scenes are possible that none belongs to the split " + split.word());
  }

  @SuppressWarnings("EnumOrdinal") // the constants' order is that of frequency
  private Scene draw(RandomStream random) {
    int side = contents.cellsPerSide();
    int count = 1 + objectCount.draw(random);
    List<Integer> cells = new ArrayList<>(count);
    List<SceneObject> objects = new ArrayList<>(count);
    while (objects.size() < count) {
      int cell = random.nextInt(side * side);
      if (!cells.contains(cell)) {
        cells.add(cell);
        objects.add(
            new SceneObject(
                Shape.values()[shape.draw(random)],
                Colour.values()[colour.draw(random)],
                Size.values()[random.nextInt(Size.values().length)],
                cell / side,
                cell % side));
      }
    }
    Background background = Background.values()[random.nextInt(contents.backgrounds())];
    return new Scene(side, background, objects);
  }
}
