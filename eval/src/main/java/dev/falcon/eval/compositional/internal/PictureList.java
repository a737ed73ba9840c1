// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.Png;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.RgbConversion;
import dev.falcon.data.sample.Sample;
import dev.falcon.eval.compositional.suite.SuitePicture;
import dev.falcon.eval.compositional.suite.SuitePicture.Box;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A suite's pictures by the names of their files, of which a file may have several: one per box. A
 * picture's sample is called by its number and the file's name.
 */
public final class PictureList {
  private final ImageDecoder decoder = new ImageDecoder();
  private final List<SuitePicture> pictures;
  private final Map<String, List<Integer>> byName = new LinkedHashMap<>();

  PictureList(List<SuitePicture> pictures) {
    this.pictures = List.copyOf(pictures);
    for (int i = 0; i < pictures.size(); i++) {
      byName.computeIfAbsent(pictures.get(i).name(), none -> new ArrayList<>()).add(i);
    }
  }

  /** Returns the number of the picture whose sample has this key. */
  public static int number(String key) {
    return Integer.parseInt(key.substring(0, key.indexOf(':')));
  }

  /** Returns a reject by the picture's name in place of its sample's key. */
  Reject named(Reject reject) {
    return reject.key().matches("[0-9]+:.*")
        ? new Reject(reject.source(), pictures.get(number(reject.key())).name(), reject.reason())
        : reject;
  }

  /** Returns the names of the files, each once. */
  List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /** Returns whether a picture comes from a file of this name. */
  boolean wants(String name) {
    return byName.containsKey(name);
  }

  /** Returns the pictures that come from a file; those whose box is unusable are rejected. */
  List<Sample> of(String source, String name, byte[] file, Consumer<Reject> rejects) {
    List<Sample> samples = new ArrayList<>();
    Optional<Raster> whole = Optional.empty();
    for (int number : byName.getOrDefault(name, List.of())) {
      Optional<Box> box = pictures.get(number).box();
      try {
        byte[] bytes = file;
        if (box.isPresent()) {
          whole = Optional.of(whole.orElseGet(() -> RgbConversion.of(decoder.decode(file))));
          bytes = cropped(whole.get(), box.get());
        }
        samples.add(Sample.of(number + ":" + name, bytes, List.of()));
      } catch (FalconException e) {
        rejects.accept(new Reject(source, name, e.getMessage()));
      }
    }
    return samples;
  }

  private static byte[] cropped(Raster picture, Box box) {
    int left = Math.max(0, box.x());
    int top = Math.max(0, box.y());
    int right = (int) Math.min(picture.width(), (long) box.x() + box.width());
    int bottom = (int) Math.min(picture.height(), (long) box.y() + box.height());
    if (left >= right || top >= bottom) {
      throw new FalconException(
          "the box "
              + box
              + " lies outside the picture of "
              + picture.width()
              + " x "
              + picture.height());
    }
    byte[] part = picture.crop(left, top, right - left, bottom - top).toBytes();
    return Png.encode(part, right - left, bottom - top);
  }
}
