// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.CenterCrop;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.data.image.Rescale;
import dev.falcon.data.image.Resize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads Hugging Face's {@code preprocessor_config.json}, as written by the old feature extractors
 * or by current image processors, or the {@code image_processor} part of {@code
 * processor_config.json}.
 *
 * <p>If libraries round differently, which affects a pixel's position or a float's last bit,
 * torchvision's rounding is used, with which CLIP, BLIP and ALBEF were trained and are evaluated;
 * {@code "image_rounding": "transformers"} in {@code falcon.json} selects the rounding of
 * transformers.
 */
public final class PreprocessorConfig {
  public static final String FILE = "preprocessor_config.json";

  /** The filters in the order of Pillow's numbers, from 0. */
  public static final List<ResampleFilter> PILLOW =
      List.of(
          ResampleFilter.NEAREST,
          ResampleFilter.LANCZOS,
          ResampleFilter.BILINEAR,
          ResampleFilter.BICUBIC,
          ResampleFilter.BOX,
          ResampleFilter.HAMMING);

  private static final String NEWER_FILE = "processor_config.json";

  private static final double BYTE_FACTOR = 1.0 / 255;
  private static final int USUAL_SIZE = 224;

  private final Path file;
  private final JsonNode tree;
  private final boolean clip;
  private final boolean transformersRounding;

  private PreprocessorConfig(Path file, JsonNode tree, boolean transformersRounding) {
    this.file = file;
    this.tree = tree;
    String type =
        tree.path("image_processor_type").asText("")
            + tree.path("feature_extractor_type").asText("");
    this.clip = type.toUpperCase(Locale.ROOT).contains("CLIP");
    this.transformersRounding = transformersRounding;
  }

  /**
   * Returns the file in a folder that specifies the preprocessing of pictures; empty if there is
   * none.
   */
  public static Optional<Path> find(Path folder) {
    for (String name : List.of(FILE, NEWER_FILE)) {
      if (Folders.isFile(folder.resolve(name))) {
        return Optional.of(folder.resolve(name));
      }
    }
    return Optional.empty();
  }

  /** Like {@link #find}, but fails if there is no such file. */
  public static Path require(Path folder) {
    return find(folder)
        .orElseThrow(
            () ->
                new FalconException(
                    folder.resolve(FILE)
                        + ": there is no such file; an image model needs its preprocessing"
                        + " beside it"));
  }

  /** Reads the preprocessing of pictures of a folder. */
  public static ImageTransform read(FolderConfig config) {
    Path file = require(config.folder());
    JsonNode tree = Json.readTree(file);
    JsonNode nested = tree.path("image_processor");
    String rounding = config.falconText("image_rounding").orElse("torchvision");
    if (!rounding.equals("torchvision") && !rounding.equals("transformers")) {
      throw config.wrong(
          "image_rounding",
          config.falcon().path("image_rounding"),
          "\"torchvision\" or \"transformers\"");
    }
    return new PreprocessorConfig(
            file, nested.isObject() ? nested : tree, rounding.equals("transformers"))
        .transform();
  }

  private ImageTransform transform() {
    if (tree.has("crop_pct")) {
      throw wrong("crop_pct", "absent: state size and crop_size instead");
    }
    boolean normalise = flag("do_normalize", true);
    try {
      return new ImageTransform(
          flag("do_convert_rgb", true)
              ? ConvertOrder.RGB_THEN_RESIZE
              : ConvertOrder.RESIZE_THEN_RGB,
          flag("do_resize", true) ? resize() : new Resize.None(),
          filter(),
          crop(),
          0,
          rescale(),
          normalise ? channels("image_mean", ImageTransform.CLIP_MEAN) : List.of(0f, 0f, 0f),
          normalise ? channels("image_std", ImageTransform.CLIP_STD) : List.of(1f, 1f, 1f));
    } catch (IllegalArgumentException e) {
      throw new FalconException(file + ": " + e.getMessage(), e);
    }
  }

  private Resize resize() {
    JsonNode size = tree.path("size");
    if (size.isMissingNode() || size.isNull()) {
      return clip ? new Resize.ShortestEdge(USUAL_SIZE) : new Resize.Squash(USUAL_SIZE, USUAL_SIZE);
    }
    if (size.isInt()) {
      boolean shortest = clip || (!tree.has("image_processor_type") && crops());
      return shortest
          ? new Resize.ShortestEdge(size.intValue())
          : new Resize.Squash(size.intValue(), size.intValue());
    }
    if (size.size() == 1 && size.path("shortest_edge").isInt()) {
      return new Resize.ShortestEdge(size.path("shortest_edge").intValue());
    }
    if (size.size() == 1 && size.path("longest_edge").isInt()) {
      int edge = size.path("longest_edge").intValue();
      return new Resize.LongestEdge(edge, edge);
    }
    if (size.path("height").isInt() && size.path("width").isInt()) {
      return new Resize.Squash(size.path("height").intValue(), size.path("width").intValue());
    }
    if (size.path("max_height").isInt() && size.path("max_width").isInt()) {
      return new Resize.LongestEdge(
          size.path("max_height").intValue(), size.path("max_width").intValue());
    }
    throw wrong(
        "size",
        "a number, {height, width}, {shortest_edge}, {longest_edge} or {max_height, max_width}");
  }

  private boolean crops() {
    return flag("do_center_crop", clip || tree.has("crop_size"));
  }

  private Optional<CenterCrop> crop() {
    if (!crops()) {
      return Optional.empty();
    }
    JsonNode size = tree.path("crop_size");
    CenterCrop.Placement placement =
        transformersRounding ? CenterCrop.Placement.DOWN : CenterCrop.Placement.HALF_TO_EVEN;
    if (size.isMissingNode() || size.isNull()) {
      return Optional.of(new CenterCrop(USUAL_SIZE, USUAL_SIZE, placement));
    }
    if (size.isInt()) {
      return Optional.of(new CenterCrop(size.intValue(), size.intValue(), placement));
    }
    if (size.path("height").isInt() && size.path("width").isInt()) {
      return Optional.of(
          new CenterCrop(size.path("height").intValue(), size.path("width").intValue(), placement));
    }
    throw wrong("crop_size", "a number or {height, width}");
  }

  /** Returns the filter by Pillow's number. */
  private ResampleFilter filter() {
    JsonNode number = tree.path("resample");
    if (number.isMissingNode() || number.isNull()) {
      return ResampleFilter.BICUBIC;
    }
    int index = number.asInt(-1);
    if (index < 0 || index >= PILLOW.size()) {
      throw wrong("resample", "one of Pillow's numbers 0 to 5");
    }
    return PILLOW.get(index);
  }

  private Rescale rescale() {
    if (!flag("do_rescale", true)) {
      return new Rescale.Multiply(1);
    }
    JsonNode factor = tree.path("rescale_factor");
    if (factor.isMissingNode() || factor.isNull()) {
      return transformersRounding ? new Rescale.Multiply(BYTE_FACTOR) : Rescale.DIVIDE_BY_255;
    }
    if (!factor.isNumber() || factor.doubleValue() <= 0) {
      throw wrong("rescale_factor", "a number above 0");
    }
    boolean byteFactor = Math.abs(factor.doubleValue() - BYTE_FACTOR) < 1e-9;
    return byteFactor && !transformersRounding
        ? Rescale.DIVIDE_BY_255
        : new Rescale.Multiply(factor.doubleValue());
  }

  private List<Float> channels(String key, List<Float> clips) {
    JsonNode values = tree.path(key);
    if ((values.isMissingNode() || values.isNull()) && clip) {
      return clips;
    }
    if (values.isNumber()) {
      float value = values.floatValue();
      return List.of(value, value, value);
    }
    List<Float> channels = new ArrayList<>();
    for (JsonNode value : values) {
      if (!value.isNumber()) {
        throw wrong(key, "three numbers");
      }
      channels.add(value.floatValue());
    }
    if (channels.size() != 3) {
      throw wrong(key, "three numbers");
    }
    return channels;
  }

  private boolean flag(String key, boolean otherwise) {
    JsonNode value = tree.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return otherwise;
    }
    if (!value.isBoolean()) {
      throw wrong(key, "true or false");
    }
    return value.booleanValue();
  }

  private FalconException wrong(String key, String right) {
    JsonNode value = tree.path(key);
    return new FalconException(
        file
            + ": "
            + key
            + (value.isMissingNode() ? " is missing" : " is " + value)
            + " and must be "
            + right);
  }
}
