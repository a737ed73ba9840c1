package dev.falcon.data.format;

import java.util.List;

/**
 * What the parts of a sample are called in a dataset. A name stands for a table's column, a JSON
 * object's field or a file's suffix, whichever the layout has; of several, the first that is there
 * is taken.
 *
 * @param image holds the encoded image, or the path of its file
 * @param caption holds the caption or a list of captions
 * @param key names the sample; where there is none, the layout's own rule gives the key
 * @param imageId says which samples show the same image
 * @param label holds the class number
 */
public record ColumnNames(
    List<String> image,
    List<String> caption,
    List<String> key,
    List<String> imageId,
    List<String> label) {

  /** The names that widely used tools write. */
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
          List.of("key", "__key__", "uid", "id"),
          List.of("image_id", "cocoid", "imgid", "img_id"),
          List.of("cls", "label"));

  public ColumnNames {
    image = List.copyOf(image);
    caption = List.copyOf(caption);
    key = List.copyOf(key);
    imageId = List.copyOf(imageId);
    label = List.copyOf(label);
  }

  /** The same with other names for the image. */
  public ColumnNames withImage(List<String> names) {
    return new ColumnNames(names, caption, key, imageId, label);
  }

  /** The same with other names for the captions. */
  public ColumnNames withCaption(List<String> names) {
    return new ColumnNames(image, names, key, imageId, label);
  }

  /** The same with other names for the key. */
  public ColumnNames withKey(List<String> names) {
    return new ColumnNames(image, caption, names, imageId, label);
  }

  /** The same with other names for the image id. */
  public ColumnNames withImageId(List<String> names) {
    return new ColumnNames(image, caption, key, names, label);
  }

  /** The same with other names for the label. */
  public ColumnNames withLabel(List<String> names) {
    return new ColumnNames(image, caption, key, imageId, names);
  }
}
