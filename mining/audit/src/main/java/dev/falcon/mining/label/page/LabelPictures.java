// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.image.ImageDecoder;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.Png;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.RgbConversion;
import dev.falcon.data.sample.PairSide;
import dev.falcon.data.sample.SampleImages;
import dev.falcon.data.sample.SampleSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The pictures to show, copied from the dataset once, since a dataset in tars gives no direct
 * access to a single picture. Their names are digests of their samples' keys.
 *
 * @param folder the folder of the copies
 */
record LabelPictures(Path folder) {
  private static final int NAME_DIGITS = 32;

  /** Copies the pictures that are not in the folder yet. */
  void fetch(SampleSource data, Set<PairSide.Picture> pictures) {
    Folders.make(folder);
    Set<PairSide.Picture> missing = new HashSet<>(pictures);
    missing.removeIf(picture -> Folders.isFile(file(picture)));
    if (missing.isEmpty()) {
      return;
    }
    Map<PairSide.Picture, byte[]> found = SampleImages.of(data, missing);
    found.forEach((picture, bytes) -> write(file(picture), shown(bytes)));
    missing.removeAll(found.keySet());
    if (!missing.isEmpty()) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: has no picture of %,d samples that are to be shown, the first '%s'",
              data.name(),
              missing.size(),
              missing.stream().map(PairSide.Picture::key).sorted().findFirst().orElseThrow()));
    }
  }

  private Path file(PairSide.Picture picture) {
    String name = picture.second() ? picture.key() + "\0second" : picture.key();
    String digest = Sha256.of(name.getBytes(StandardCharsets.UTF_8));
    return folder.resolve(digest.substring(0, NAME_DIGITS));
  }

  private static void write(Path target, byte[] bytes) {
    try (AtomicFile file = AtomicFile.create(target)) {
      Files.write(file.path(), bytes);
      file.commit();
    } catch (IOException e) {
      throw new FalconException(target + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /**
   * Returns a picture in a format that browsers support. One that cannot be decoded is returned
   * unchanged, and the page reports it.
   */
  private static byte[] shown(byte[] bytes) {
    if (type(bytes).isPresent()) {
      return bytes;
    }
    try {
      Raster raster = RgbConversion.of(new ImageDecoder().decode(bytes));
      return Png.encode(raster.toBytes(), raster.width(), raster.height());
    } catch (ImageException e) {
      return bytes;
    }
  }

  /**
   * Returns whether browsers can show a picture: whether it exists, in a format that they support.
   */
  boolean shows(PairSide.Picture picture) {
    return Folders.isFile(file(picture)) && type(read(picture)).isPresent();
  }

  /** Returns the bytes of a picture. */
  byte[] read(PairSide.Picture picture) {
    try {
      return Files.readAllBytes(file(picture));
    } catch (IOException e) {
      throw new FalconException(file(picture) + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the media type by the first bytes; empty unless it is one that browsers show and that
   * cannot hold scripts.
   */
  static Optional<String> type(byte[] bytes) {
    if (begins(bytes, 0, 0xFF, 0xD8, 0xFF)) {
      return Optional.of("image/jpeg");
    }
    if (begins(bytes, 0, 0x89, 'P', 'N', 'G')) {
      return Optional.of("image/png");
    }
    if (begins(bytes, 0, 'G', 'I', 'F', '8')) {
      return Optional.of("image/gif");
    }
    return begins(bytes, 0, 'R', 'I', 'F', 'F') && begins(bytes, 8, 'W', 'E', 'B', 'P')
        ? Optional.of("image/webp")
        : Optional.empty();
  }

  private static boolean begins(byte[] bytes, int from, int... begin) {
    byte[] wanted = new byte[begin.length];
    for (int i = 0; i < begin.length; i++) {
      wanted[i] = (byte) begin[i];
    }
    return bytes.length >= from + begin.length
        && Arrays.equals(bytes, from, from + begin.length, wanted, 0, begin.length);
  }
}
