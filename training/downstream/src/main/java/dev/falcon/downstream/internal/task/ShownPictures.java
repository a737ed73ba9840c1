// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import dev.falcon.data.RandomStream;
import dev.falcon.training.config.AugmentConfig;
import dev.falcon.training.internal.input.PictureMaker;
import dev.falcon.training.internal.input.Pictures;
import dev.falcon.training.internal.input.PixelFormat;
import java.util.List;

/** The pictures of examples, grouped by example. */
final class ShownPictures implements Pictures {
  private final PictureFolder folder;
  private final List<String> names;
  private final PixelFormat format;
  private final ThreadLocal<PictureMaker> makers;

  /**
   * @param names the names of the image files, by row
   */
  ShownPictures(
      PictureFolder folder, List<String> names, PixelFormat format, AugmentConfig augment) {
    this.folder = folder;
    this.names = names;
    this.format = format;
    this.makers = ThreadLocal.withInitial(() -> new PictureMaker(format, augment));
  }

  @Override
  public int rows() {
    return names.size();
  }

  @Override
  public PixelFormat format() {
    return format;
  }

  @Override
  public byte[] picture(int row, RandomStream augment) {
    return makers.get().make(folder.read(names.get(row)), augment);
  }
}
