// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import java.util.Locale;

/**
 * The splits of the world. A scene's content alone decides its split, so no two splits share a
 * scene, whatever the seeds.
 */
public enum Split {
  /** Half of all scenes. */
  TRAIN,
  /** A quarter of all scenes. */
  VAL,
  /** A quarter of all scenes. */
  TEST;

  private static final Split[] QUARTERS = {TRAIN, TRAIN, VAL, TEST};

  /** Returns the split that owns a scene. */
  @SuppressWarnings("EnumOrdinal") // the constants' order is part of the world's definition
  public static Split of(Scene scene) {
    long[] content = new long[2 + 5 * scene.objects().size()];
    int length = 0;
    content[length++] = scene.cellsPerSide();
    content[length++] = scene.background().ordinal();
    for (SceneObject object : scene.objects()) {
      content[length++] = object.row();
      content[length++] = object.column();
      content[length++] = object.shape().ordinal();
      content[length++] = object.colour().ordinal();
      content[length++] = object.size().ordinal();
    }
    return QUARTERS[RandomStream.of(0, "split", content).nextInt(QUARTERS.length)];
  }

  /** Returns the split with this name. */
  public static Split ofWord(String word) {
    for (Split split : values()) {
      if (split.word().equals(word)) {
        return split;
      }
    }
    throw new RequestException("Scenes has the splits train, val and test, not '" + word + "'");
  }

  /** Returns the name in keys, options and JSON: train, val, test. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
