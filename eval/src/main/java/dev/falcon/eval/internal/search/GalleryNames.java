// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import dev.falcon.eval.internal.vectors.ImageNames;
import dev.falcon.eval.internal.vectors.ShardRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the images and captions that a truth names. An image is named by a sample's key, by its
 * file, or by its number in COCO; a caption by its key or by its id. A name that several share
 * names none of them.
 */
public final class GalleryNames {
  private static final String COCO_CAPTION = "^COCO_(train|val|test)20[0-9]{2}:sentid:";
  private static final int SEVERAL = -1;

  private final Map<String, Integer> imageKeys = new HashMap<>();
  private final Map<String, Integer> imageNames = new HashMap<>();
  private final Map<String, Integer> textKeys = new HashMap<>();
  private final Map<String, Integer> textIds = new HashMap<>();
  private String anyId = "";

  GalleryNames() {}

  /** Returns the names of images and captions that have only keys. */
  public static GalleryNames ofKeys(List<String> images, List<String> texts) {
    GalleryNames names = new GalleryNames();
    images.forEach(key -> names.imageKeys.put(key, names.imageKeys.size()));
    texts.forEach(key -> names.textKeys.put(key, names.textKeys.size()));
    return names;
  }

  /** Adds a sample of an image. */
  void addImage(ShardRow sample, int image) {
    imageKeys.put(sample.key(), image);
    add(imageNames, ImageNames.plain(sample.key()), image);
    if (!sample.fileName().isEmpty()) {
      add(imageNames, ImageNames.plain(sample.fileName()), image);
    }
    // Karpathy's splits of COCO have numbers of their own, too, which are not COCO's.
    boolean isCoco = ImageNames.isCoco(sample.key()) || ImageNames.isCoco(sample.fileName());
    if (!isCoco && !sample.imageId().equals(sample.key())) {
      ImageNames.ofCocoNumber(sample.imageId()).ifPresent(name -> add(imageNames, name, image));
    }
  }

  /**
   * Adds a caption.
   *
   * @param id empty for none
   */
  void addText(String key, String id, int text) {
    textKeys.put(key, text);
    if (!id.isEmpty()) {
      anyId = id;
      add(textIds, id, text);
    }
  }

  private static void add(Map<String, Integer> names, String name, int number) {
    names.merge(name, number, (known, other) -> known.equals(other) ? known : SEVERAL);
  }

  /** Returns the image of this name, by key, by file or by COCO's number, in this order. */
  public Optional<Integer> image(String name) {
    return find(imageKeys, name)
        .or(() -> find(imageNames, ImageNames.plain(name)))
        .or(() -> ImageNames.ofCocoNumber(name).flatMap(coco -> find(imageNames, coco)));
  }

  /** Returns the caption of this name, by key or by id. */
  public Optional<Integer> text(String name) {
    return find(textKeys, name).or(() -> find(textIds, name.replaceFirst(COCO_CAPTION, "")));
  }

  private static Optional<Integer> find(Map<String, Integer> names, String name) {
    return Optional.ofNullable(names.get(name)).filter(number -> number != SEVERAL);
  }

  /** Returns a caption's id, for messages; empty if no caption has one. */
  Optional<String> anyTextId() {
    return Optional.of(anyId).filter(id -> !id.isEmpty());
  }
}
