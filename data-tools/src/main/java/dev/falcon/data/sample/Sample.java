package dev.falcon.data.sample;

import dev.falcon.data.FalconException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One row of a dataset: usually an image and what is said of it. The bytes are not copied and must
 * not be changed.
 *
 * @param key names the sample within its dataset
 * @param image the encoded image file (JPEG, PNG, WebP, …) as it was found, not decoded and perhaps
 *     broken
 * @param captions the texts, in the dataset's order; empty where it has none
 * @param imageId what samples that show the same image share, where the dataset says so
 * @param label the class number of a classification dataset
 * @param metadata all else that the dataset says of the sample, as text; what is neither a string
 *     nor a number in the dataset is given as JSON
 * @param members the raw files of a sample that is made of files, by their lower-case suffix
 *     ({@code npy}, {@code cls}, {@code json}, …), the image and the captions among them; empty for
 *     datasets whose samples are rows
 * @param imageFile the file that holds the image and nothing else, where it does not lie inside a
 *     tar or a table. Samples are equal wherever their images lie
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record Sample(
    String key,
    Optional<byte[]> image,
    List<String> captions,
    Optional<String> imageId,
    OptionalInt label,
    SortedMap<String, String> metadata,
    Map<String, byte[]> members,
    Optional<Path> imageFile) {

  public Sample {
    Objects.requireNonNull(key, "key");
    captions = List.copyOf(captions);
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    members = Collections.unmodifiableMap(members);
  }

  /** A sample whose image is in no file of its own. */
  public Sample(
      String key,
      Optional<byte[]> image,
      List<String> captions,
      Optional<String> imageId,
      OptionalInt label,
      SortedMap<String, String> metadata,
      Map<String, byte[]> members) {
    this(key, image, captions, imageId, label, metadata, members, Optional.empty());
  }

  /** The same with its image's file. */
  public Sample withImageFile(Optional<Path> file) {
    return new Sample(key, image, captions, imageId, label, metadata, members, file);
  }

  /** An image with its captions, and nothing else. */
  public static Sample of(String key, byte[] image, List<String> captions) {
    return new Sample(
        key,
        Optional.of(image),
        captions,
        Optional.empty(),
        OptionalInt.empty(),
        new TreeMap<>(),
        Map.of());
  }

  /** Whether there is an image; it may still be one that cannot be decoded. */
  public boolean hasImage() {
    return image.isPresent();
  }

  /** What tells images apart: the image id where there is one, or else the key. */
  public String imageIdOrKey() {
    return imageId.orElse(key);
  }

  /**
   * The name of the sample's class: its label, or the first folder of its key.
   *
   * @param dataset what messages call the dataset
   * @throws FalconException if it has neither
   */
  public String className(String dataset) {
    if (label.isPresent()) {
      return Integer.toString(label.getAsInt());
    }
    int slash = key.indexOf('/');
    if (slash < 1) {
      throw new FalconException(
          dataset
              + ": sample '"
              + key
              + "' has no class: it has no label and lies in no folder that is called by one");
    }
    return key.substring(0, slash);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sample that
        && key.equals(that.key)
        && Arrays.equals(image.orElse(null), that.image.orElse(null))
        && captions.equals(that.captions)
        && imageId.equals(that.imageId)
        && label.equals(that.label)
        && metadata.equals(that.metadata)
        && sameMembers(that);
  }

  private boolean sameMembers(Sample that) {
    return members.keySet().equals(that.members.keySet())
        && members.keySet().stream()
            .allMatch(suffix -> Arrays.equals(members.get(suffix), that.members.get(suffix)));
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        key, Arrays.hashCode(image.orElse(null)), captions, imageId, label, metadata);
  }

  @Override
  public String toString() {
    return "Sample["
        + key
        + ", "
        + image.map(bytes -> bytes.length + " bytes").orElse("no image")
        + ", captions "
        + captions
        + "]";
  }
}
