// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One row of a dataset: usually an image and its captions, or a pair of images or of texts. The
 * byte arrays are not copied and must not be modified.
 *
 * @param key the sample's name within its dataset
 * @param image the encoded image file (JPEG, PNG, WebP, …) as found, not decoded and perhaps broken
 * @param captions the texts, in the dataset's order; empty for none
 * @param imageId the id that samples of the same image share; empty if the dataset has none
 * @param label the class number of a classification dataset
 * @param metadata all other fields of the sample, as text; values other than strings and numbers
 *     are JSON
 * @param members the raw files of a sample that consists of files, by their lower-case suffix
 *     ({@code npy}, {@code cls}, {@code json}, …), including the image and the captions; empty for
 *     datasets whose samples are rows
 * @param imageFile the file of the image alone, unless it is inside a tar or a table. Samples are
 *     equal wherever their images are stored
 * @param positiveImage the encoded second image of a pair, which takes the place of captions; empty
 *     in samples with captions
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
    Optional<Path> imageFile,
    Optional<byte[]> positiveImage) {

  public Sample {
    Objects.requireNonNull(key, "key");
    captions = List.copyOf(captions);
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    members = Collections.unmodifiableMap(members);
  }

  /** The metadata field that holds the text in place of an image. */
  public static final String ANCHOR = "anchor";

  /** The metadata field with the list of the captions' ids, under the name of Karpathy's splits. */
  public static final String CAPTION_IDS = "sentids";

  /** Creates a sample with at most one image, which has no file of its own. */
  public Sample(
      String key,
      Optional<byte[]> image,
      List<String> captions,
      Optional<String> imageId,
      OptionalInt label,
      SortedMap<String, String> metadata,
      Map<String, byte[]> members) {
    this(
        key,
        image,
        captions,
        imageId,
        label,
        metadata,
        members,
        Optional.empty(),
        Optional.empty());
  }

  /** Returns a copy with another image file; empty for none. */
  public Sample withImageFile(Optional<Path> file) {
    return new Sample(key, image, captions, imageId, label, metadata, members, file, positiveImage);
  }

  /** Returns a copy with another key. */
  public Sample withKey(String other) {
    return new Sample(
        other, image, captions, imageId, label, metadata, members, imageFile, positiveImage);
  }

  /** Returns a copy with another second image; empty for none. */
  public Sample withPositiveImage(Optional<byte[]> positive) {
    return new Sample(key, image, captions, imageId, label, metadata, members, imageFile, positive);
  }

  /** Returns a sample of an image with its captions. */
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

  /** Returns whether there is an image, decodable or not. */
  public boolean hasImage() {
    return image.isPresent();
  }

  /** Returns whether there are two images that belong together, decodable or not. */
  public boolean hasPositiveImage() {
    return image.isPresent() && positiveImage.isPresent();
  }

  /** Returns the text in place of the image, such as a query; empty if there is an image. */
  public Optional<String> anchor() {
    return hasImage() ? Optional.empty() : Optional.ofNullable(metadata.get(ANCHOR));
  }

  /** Returns why a sample without an image cannot be used where one is needed. */
  public String reasonWithoutImage() {
    if (anchor().isPresent()) {
      return "the sample has no image, but a text in its place, which only models of texts take";
    }
    return "the sample has no image"
        + metadata.entrySet().stream()
            .filter(field -> field.getValue().matches("(?s)https?://.*"))
            .map(Map.Entry::getKey)
            .filter(column -> column.toLowerCase(Locale.ROOT).contains("url"))
            .findFirst()
            .map(
                column -> ", only an address in column '" + column + "'; download the images first")
            .orElse("");
  }

  /**
   * Returns the identity of the image: the image id if there is one, otherwise the sample's key.
   */
  public String imageIdOrKey() {
    return imageId.orElse(key);
  }

  /** Returns the captions' ids, in their order; empty unless each caption has one. */
  public List<String> captionIds() {
    try {
      JsonNode listed = Json.mapper().readTree(metadata.getOrDefault(CAPTION_IDS, "[]"));
      boolean whole = listed.isArray() && listed.size() == captions.size();
      List<String> ids = new ArrayList<>();
      for (JsonNode id : whole ? listed : Json.mapper().createArrayNode()) {
        ids.add(id.isTextual() || id.isIntegralNumber() ? id.asText() : "");
      }
      return ids.contains("") ? List.of() : List.copyOf(ids);
    } catch (JsonProcessingException e) {
      return List.of(); // a field of this name that is no list
    }
  }

  /** Returns a sample of one of the captions, with its id, under another key. */
  public Sample withOneCaption(String other, int caption) {
    List<String> ids = captionIds();
    SortedMap<String, String> fields = new TreeMap<>(metadata);
    fields.remove(CAPTION_IDS);
    if (!ids.isEmpty()) {
      fields.put(CAPTION_IDS, Json.line(List.of(ids.get(caption))));
    }
    return new Sample(
        other,
        image,
        List.of(captions.get(caption)),
        Optional.of(imageIdOrKey()),
        label,
        fields,
        members);
  }

  /**
   * Returns the name of the sample's class: its label, or the first folder of its key.
   *
   * @param dataset the dataset's name, for messages
   * @throws FalconException if the sample has neither a label nor such a folder
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
        && Arrays.equals(positiveImage.orElse(null), that.positiveImage.orElse(null))
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
        key,
        Arrays.hashCode(image.orElse(null)),
        Arrays.hashCode(positiveImage.orElse(null)),
        captions,
        imageId,
        label,
        metadata);
  }

  @Override
  public String toString() {
    return "Sample["
        + key
        + ", "
        + image.map(bytes -> bytes.length + " bytes").orElse("no image")
        + positiveImage.map(bytes -> " and " + bytes.length + " bytes").orElse("")
        + ", captions "
        + captions
        + "]";
  }
}
