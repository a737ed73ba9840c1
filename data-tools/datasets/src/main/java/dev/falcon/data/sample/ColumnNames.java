// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import java.util.List;

/**
 * The names of the parts of a sample in a dataset. A name denotes a table's column, a JSON object's
 * field or a file's suffix, depending on the layout. If a part has several names, the first that
 * exists is used; a part without names is not read.
 *
 * @param image the encoded image, or the path of its file
 * @param caption the caption or a list of captions
 * @param key the sample's name; without one, the layout's own rule gives the key
 * @param imageId shared by samples of the same image
 * @param label the class number
 * @param anchor the text that takes the place of the image, in rows without an image
 * @param positive the text or texts that belong to an anchor; takes precedence over {@code caption}
 *     there
 * @param positiveImage the second image of a pair, encoded or as the path of its file, in rows
 *     without captions
 */
public record ColumnNames(
    List<String> image,
    List<String> caption,
    List<String> key,
    List<String> imageId,
    List<String> label,
    List<String> anchor,
    List<String> positive,
    List<String> positiveImage) {

  /** The names that common tools write. */
  public static final ColumnNames COMMON =
      new ColumnNames(
          List.of(
              "webp",
              "png",
              "jpg",
              "jpeg",
              "gif",
              "bmp",
              "tif",
              "tiff",
              "image",
              "image_bytes",
              "img",
              "bytes",
              "filepath",
              "file_name",
              "filename",
              "image_path",
              "path"),
          List.of(
              "txt",
              "caption",
              "captions",
              "text",
              "TEXT",
              "title",
              "sentences",
              "sentence",
              "raw"),
          List.of("key", "__key__", "uid", "id", "_id"),
          List.of("image_id", "cocoid", "imgid", "img_id"),
          List.of("cls", "label"),
          List.of("anchor", "query", "question", "sentence1"),
          List.of("positive", "answer", "passage", "document", "response", "sentence2"),
          List.of("positive_image"));

  public ColumnNames {
    image = List.copyOf(image);
    caption = List.copyOf(caption);
    key = List.copyOf(key);
    imageId = List.copyOf(imageId);
    label = List.copyOf(label);
    anchor = List.copyOf(anchor);
    positive = List.copyOf(positive);
    positiveImage = List.copyOf(positiveImage);
  }

  /** Returns the names of each part. */
  public List<List<String>> parts() {
    return List.of(image, caption, key, imageId, label, anchor, positive, positiveImage);
  }

  /** Returns a copy with other names for the image. */
  public ColumnNames withImage(List<String> names) {
    return new ColumnNames(names, caption, key, imageId, label, anchor, positive, positiveImage);
  }

  /** Returns a copy with other names for the captions and for the texts of an anchor. */
  public ColumnNames withCaption(List<String> names) {
    return new ColumnNames(image, names, key, imageId, label, anchor, names, positiveImage);
  }

  /** Returns a copy with other names for the key. */
  public ColumnNames withKey(List<String> names) {
    return new ColumnNames(image, caption, names, imageId, label, anchor, positive, positiveImage);
  }

  /** Returns a copy with other names for the image id. */
  public ColumnNames withImageId(List<String> names) {
    return new ColumnNames(image, caption, key, names, label, anchor, positive, positiveImage);
  }

  /** Returns a copy with other names for the label. */
  public ColumnNames withLabel(List<String> names) {
    return new ColumnNames(image, caption, key, imageId, names, anchor, positive, positiveImage);
  }

  /** Returns a copy with other names for the anchor. */
  public ColumnNames withAnchor(List<String> names) {
    return new ColumnNames(image, caption, key, imageId, label, names, positive, positiveImage);
  }

  /** Returns a copy with other names for the second image of a pair. */
  public ColumnNames withPositiveImage(List<String> names) {
    return new ColumnNames(image, caption, key, imageId, label, anchor, positive, names);
  }
}
