// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.start;

import dev.falcon.data.RequestException;
import dev.falcon.data.scenes.Colour;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.SceneObject;
import dev.falcon.data.scenes.Shape;
import dev.falcon.data.scenes.Size;
import dev.falcon.training.config.ModelConfig;

/**
 * The labels of a scene: for every cell, the shape, colour and size of its object (0 for none), and
 * for the whole scene, the kinds of objects in it. A cell corresponds to a patch.
 */
@SuppressWarnings("EnumOrdinal") // labels are numbers; their order matters only within one run
final class SceneLabels {
  static final int SHAPES = Shape.values().length + 1;
  static final int COLOURS = Colour.values().length + 1;
  static final int SIZES = Size.values().length + 1;

  /**
   * The number of logits per patch: shapes, then colours, then sizes, each with one more for none.
   */
  static final int PATCH_LOGITS = SHAPES + COLOURS + SIZES;

  /** The number of kinds of objects, which are combinations of shape, colour and size. */
  static final int KINDS = Shape.values().length * Colour.values().length * Size.values().length;

  /** The number of the shape in every cell, 0 for an empty cell [cells]. */
  final int[] shapes;

  final int[] colours;
  final int[] sizes;

  /** 1 for every kind that is in the scene, otherwise 0 [KINDS]. */
  final float[] kinds = new float[KINDS];

  SceneLabels(Scene scene) {
    int cells = scene.cellsPerSide() * scene.cellsPerSide();
    shapes = new int[cells];
    colours = new int[cells];
    sizes = new int[cells];
    for (SceneObject object : scene.objects()) {
      int cell = object.row() * scene.cellsPerSide() + object.column();
      shapes[cell] = object.shape().ordinal() + 1;
      colours[cell] = object.colour().ordinal() + 1;
      sizes[cell] = object.size().ordinal() + 1;
      int kind = object.shape().ordinal() * Colour.values().length + object.colour().ordinal();
      kinds[kind * Size.values().length + object.size().ordinal()] = 1;
    }
  }

  /** Fails if patches do not coincide with cells. */
  static void requireAligned(ModelConfig model, int cellsPerSide) {
    if (model.imageSize() / model.patchSize() != cellsPerSide) {
      throw new RequestException(
          "the supervised warm start needs a patch for every cell of a scene: "
              + cellsPerSide
              + " a side; model.image_size="
              + model.imageSize()
              + ", model.patch_size="
              + model.patchSize()
              + "; or set start.image_encoder to random");
    }
  }
}
