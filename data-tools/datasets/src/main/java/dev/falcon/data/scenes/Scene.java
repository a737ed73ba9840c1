// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The contents of an image. Two scenes are equal if they contain the same things in the same
 * places: objects are held in reading order, whatever the order in which they were given.
 *
 * @param cellsPerSide the grid's side in cells, even
 * @param background the background
 * @param objects 1 to 3 objects in distinct cells
 */
public record Scene(int cellsPerSide, Background background, List<SceneObject> objects) {
  /** Maximum number of objects in a scene. */
  public static final int MAX_OBJECTS = 3;

  /** The metadata field that holds a sample's scene, as JSON. */
  public static final String METADATA_KEY = "scene";

  private static final Comparator<SceneObject> READING_ORDER =
      Comparator.comparingInt(SceneObject::row).thenComparingInt(SceneObject::column);

  public Scene {
    Objects.requireNonNull(background, "background");
    if (cellsPerSide < 2 || cellsPerSide % 2 != 0) {
      throw new IllegalArgumentException("cells per side must be even: " + cellsPerSide);
    }
    if (objects.isEmpty() || objects.size() > MAX_OBJECTS) {
      throw new IllegalArgumentException("a scene holds 1 to 3 objects, not " + objects.size());
    }
    List<SceneObject> ordered = new ArrayList<>(objects);
    ordered.sort(READING_ORDER);
    for (int i = 0; i < ordered.size(); i++) {
      SceneObject object = ordered.get(i);
      if (!inside(object.row(), cellsPerSide) || !inside(object.column(), cellsPerSide)) {
        throw new IllegalArgumentException("outside the grid: " + object);
      }
      if (i > 0 && READING_ORDER.compare(ordered.get(i - 1), object) == 0) {
        throw new IllegalArgumentException("two objects in one cell: " + object);
      }
    }
    objects = List.copyOf(ordered);
  }

  /**
   * Returns the scene of a sample of Scenes, from the sample's metadata.
   *
   * @throws FalconException if the sample is not of Scenes
   */
  public static Scene of(Sample sample) {
    String json = sample.metadata().get(METADATA_KEY);
    if (json == null) {
      throw new FalconException(
          "sample '" + sample.key() + "' has no metadata '" + METADATA_KEY + "': not of Scenes");
    }
    try {
      return Json.mapper().readValue(json, Scene.class);
    } catch (JsonProcessingException e) {
      throw new FalconException(
          "sample '" + sample.key() + "': its metadata '" + METADATA_KEY + "' is not a scene", e);
    }
  }

  private static boolean inside(int coordinate, int cellsPerSide) {
    return coordinate >= 0 && coordinate < cellsPerSide;
  }
}
