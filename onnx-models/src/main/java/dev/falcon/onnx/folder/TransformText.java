// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import dev.falcon.data.image.CenterCrop;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.image.Rescale;
import dev.falcon.data.image.Resize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Describes an image transform in words, step by step. */
public final class TransformText {
  private TransformText() {}

  /** Returns the steps, separated by commas. */
  public static String of(ImageTransform transform) {
    List<String> steps = new ArrayList<>();
    String filter = transform.filter().name().toLowerCase(Locale.ROOT);
    Resize resize = transform.resize();
    if (resize instanceof Resize.ShortestEdge shortest) {
      steps.add("shorter side to " + shortest.size() + " (" + filter + ")");
    } else if (resize instanceof Resize.Squash squash) {
      steps.add("both sides to " + size(squash.height(), squash.width()) + " (" + filter + ")");
    } else if (resize instanceof Resize.LongestEdge box) {
      steps.add("fitted into " + size(box.height(), box.width()) + " (" + filter + "), padded");
    }
    transform.crop().map(TransformText::crop).ifPresent(steps::add);
    int convert = transform.convertOrder() == ConvertOrder.RGB_THEN_RESIZE ? 0 : steps.size();
    steps.add(convert, "to RGB");
    steps.add(
        transform.rescale() instanceof Rescale.Multiply multiply
            ? "times " + multiply.factor()
            : "divided by 255");
    steps.add("mean " + transform.mean());
    steps.add("std " + transform.std());
    return String.join(", ", steps);
  }

  private static String crop(CenterCrop crop) {
    return "centre "
        + size(crop.height(), crop.width())
        + (crop.placement() == CenterCrop.Placement.DOWN ? " (rounded down)" : "");
  }

  private static String size(int height, int width) {
    return height + " x " + width;
  }
}
