// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import dev.falcon.data.ImageTypes;
import dev.falcon.data.sample.ColumnNames;
import dev.falcon.data.sample.Sample;
import java.util.Optional;

/**
 * The names by which files of other programs name an image. They are compared without folders,
 * extension and COCO's prefix, so that {@code val2014/COCO_val2014_000000222235.jpg} is {@code
 * 000000222235}.
 */
public final class ImageNames {
  private static final int COCO_DIGITS = 12;

  private ImageNames() {}

  /** Returns the form in which names are compared. */
  public static String plain(String name) {
    String file = name.substring(name.lastIndexOf('/') + 1);
    int dot = file.lastIndexOf('.');
    boolean suffixed = dot > 0 && ImageTypes.isImageSuffix(file.substring(dot + 1));
    return (suffixed ? file.substring(0, dot) : file)
        .replaceFirst("^COCO_(train|val|test)20[0-9]{2}_", "");
  }

  /** Returns whether a name is one of COCO's. */
  public static boolean isCoco(String name) {
    return plain(name).matches("[0-9]{" + COCO_DIGITS + "}");
  }

  /** Returns the plain form of COCO's name of a number; empty for what is no such number. */
  public static Optional<String> ofCocoNumber(String number) {
    return number.matches("[0-9]{1," + COCO_DIGITS + "}")
        ? Optional.of("0".repeat(COCO_DIGITS - number.length()) + number)
        : Optional.empty();
  }

  /** Returns the name of the image's file, which a converted sample has in its metadata. */
  static Optional<String> file(Sample sample) {
    return sample
        .imageFile()
        .map(file -> file.getFileName().toString())
        .or(
            () ->
                ColumnNames.COMMON.image().stream()
                    .flatMap(column -> Optional.ofNullable(sample.metadata().get(column)).stream())
                    .filter(
                        path -> ImageTypes.isImageSuffix(path.substring(path.lastIndexOf('.') + 1)))
                    .findFirst());
  }
}
