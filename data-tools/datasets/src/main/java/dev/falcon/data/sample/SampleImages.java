// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Fetches a few images of a dataset, for pages of results. */
public final class SampleImages {
  private SampleImages() {}

  /**
   * Returns the encoded images of the samples with these keys, by key; samples without an image are
   * left out.
   */
  public static Map<String, byte[]> byKey(SampleSource data, Set<String> keys) {
    Map<String, byte[]> images = new HashMap<>();
    for (int shard = 0; shard < data.shards() && images.size() < keys.size(); shard++) {
      try (SampleReader reader = data.open(shard, reject -> {})) {
        while (reader.hasNext() && images.size() < keys.size()) {
          Sample sample = reader.next();
          if (keys.contains(sample.key())) {
            sample.image().ifPresent(image -> images.putIfAbsent(sample.key(), image));
          }
        }
      }
    }
    return images;
  }

  /**
   * Returns the encoded images of pictures, each the first or second of its sample; those that do
   * not exist are left out.
   */
  public static Map<PairSide.Picture, byte[]> of(
      SampleSource data, Set<PairSide.Picture> pictures) {
    Map<PairSide.Picture, byte[]> images = new HashMap<>();
    for (int shard = 0; shard < data.shards() && images.size() < pictures.size(); shard++) {
      try (SampleReader reader = data.open(shard, reject -> {})) {
        while (reader.hasNext() && images.size() < pictures.size()) {
          Sample sample = reader.next();
          put(images, pictures, new PairSide.Picture(sample.key(), false), sample.image());
          put(images, pictures, new PairSide.Picture(sample.key(), true), sample.positiveImage());
        }
      }
    }
    return images;
  }

  private static void put(
      Map<PairSide.Picture, byte[]> images,
      Set<PairSide.Picture> wanted,
      PairSide.Picture picture,
      Optional<byte[]> bytes) {
    if (wanted.contains(picture)) {
      bytes.ifPresent(image -> images.putIfAbsent(picture, image));
    }
  }

  /**
   * Returns the encoded images of the samples with these keys, by key: for a pair both images in
   * order, otherwise one.
   */
  public static Map<String, List<byte[]>> allByKey(SampleSource data, Set<String> keys) {
    Map<String, List<byte[]>> images = new HashMap<>();
    for (int shard = 0; shard < data.shards() && images.size() < keys.size(); shard++) {
      try (SampleReader reader = data.open(shard, reject -> {})) {
        while (reader.hasNext() && images.size() < keys.size()) {
          Sample sample = reader.next();
          if (sample.hasImage() && keys.contains(sample.key())) {
            List<byte[]> own = new ArrayList<>();
            sample.image().ifPresent(own::add);
            sample.positiveImage().ifPresent(own::add);
            images.putIfAbsent(sample.key(), own);
          }
        }
      }
    }
    return images;
  }
}
