// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.ImageTypes;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes samples as one WebDataset tar: {@code key.jpg} (or the suffix of the image's type), {@code
 * key.txt} with the caption, {@code key.cls} for the label, {@code key.json} for the image id and
 * the metadata, {@code key.positive_image.jpg} for the second image of a pair, and the sample's
 * other raw members under their suffixes. Equal samples give equal bytes: no time, no owner.
 *
 * <p>Several captions are written one per line, with a line feed in one as a backslash and an n,
 * and as the list {@code captions} of {@code key.json}, which distinguishes them from one caption
 * of several lines. A dot in a key is written as an underscore, since it would end the key.
 * Metadata that parses as a JSON number, boolean, list or object is written as one, all else as a
 * string.
 */
public final class WebDatasetWriter implements SampleWriter {
  /** Members written from the sample's parts, and so not from its raw members. */
  private static final Set<String> OWN_SUFFIXES =
      Set.of(
          "txt",
          "json",
          "cls",
          "webp",
          "png",
          "jpg",
          "jpeg",
          "gif",
          "bmp",
          "tif",
          "tiff",
          "caption",
          "captions",
          "text");

  private static final String POSITIVE_IMAGE = "positive_image";
  private static final int LARGEST_EXACT_DIGITS = 15;

  private final Path file;
  private final AtomicFile output;
  private final TarWriter tar;
  private String previousKey;

  /**
   * Starts a tar.
   *
   * @param file its final path, replacing an older one
   */
  public WebDatasetWriter(Path file) {
    this.file = file;
    this.output = AtomicFile.create(file);
    this.tar = new TarWriter(output.path());
  }

  @Override
  public Optional<String> refusal(Sample sample) {
    String key = memberKey(sample);
    if (key.isEmpty() || key.endsWith("/") || key.indexOf('\0') >= 0) {
      return Optional.of("the key '" + key + "' cannot name a file");
    }
    if (MemberName.leadsOutside(key + ".txt") || MemberName.of(key + ".txt").isEmpty()) {
      return Optional.of("the key '" + key + "' names no member that WebDataset would read");
    }
    if (key.equals(previousKey)) {
      return Optional.of("the key '" + key + "' is that of the sample before it");
    }
    if (!sample.hasImage() && sample.captions().isEmpty() && sample.label().isEmpty()) {
      return Optional.of("it has no image, caption or label");
    }
    return Optional.empty();
  }

  @Override
  public void write(Sample sample) {
    refusal(sample)
        .ifPresent(
            reason -> {
              throw new FalconException(file + ": sample '" + sample.key() + "': " + reason);
            });
    String key = memberKey(sample);
    previousKey = key;
    try {
      if (sample.image().isPresent()) {
        byte[] image = sample.image().get();
        tar.write(key + '.' + ImageTypes.suffixOf(image).orElse("jpg"), image);
      }
      if (sample.hasPositiveImage()) {
        byte[] image = sample.positiveImage().orElseThrow();
        String type = ImageTypes.suffixOf(image).orElse("jpg");
        tar.write(key + '.' + POSITIVE_IMAGE + '.' + type, image);
      }
      if (!sample.captions().isEmpty()) {
        tar.write(key + ".txt", utf8(CaptionFile.text(sample.captions())));
      }
      if (sample.label().isPresent()) {
        tar.write(key + ".cls", utf8(Integer.toString(sample.label().getAsInt())));
      }
      boolean several = sample.captions().size() > 1;
      if (several || sample.imageId().isPresent() || !sample.metadata().isEmpty()) {
        tar.write(key + ".json", utf8(json(sample).toString()));
      }
      for (Map.Entry<String, byte[]> member : sample.members().entrySet()) {
        boolean own =
            OWN_SUFFIXES.contains(member.getKey())
                || (sample.hasPositiveImage() && isPositiveImage(member.getKey()));
        if (!own) {
          tar.write(key + '.' + member.getKey(), member.getValue());
        }
      }
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private static boolean isPositiveImage(String suffix) {
    return suffix.equals(POSITIVE_IMAGE) || suffix.startsWith(POSITIVE_IMAGE + '.');
  }

  /** Returns the key without dots in the file's name, since a dot would end the key. */
  private static String memberKey(Sample sample) {
    int name = sample.key().lastIndexOf('/') + 1;
    return sample.key().substring(0, name) + sample.key().substring(name).replace('.', '_');
  }

  private static JsonNode json(Sample sample) {
    ObjectNode json = Json.mapper().createObjectNode();
    sample.imageId().ifPresent(id -> json.put("image_id", id));
    sample.metadata().forEach((field, value) -> json.set(field, node(value)));
    if (sample.captions().size() > 1) {
      ArrayNode list = json.putArray(CaptionFile.LIST);
      sample.captions().forEach(list::add);
    }
    return json;
  }

  private static JsonNode node(String value) {
    boolean longNumber = value.matches("-?[0-9]{" + (LARGEST_EXACT_DIGITS + 1) + ",}");
    if (!longNumber && !value.isEmpty() && "[{tf-0123456789".indexOf(value.charAt(0)) >= 0) {
      try {
        JsonNode node = Json.mapper().readTree(value);
        if (node != null && node.toString().equals(value)) {
          return node;
        }
      } catch (JsonProcessingException e) {
        return TextNode.valueOf(value);
      }
    }
    return TextNode.valueOf(value);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void commit() {
    endTar();
    output.commit();
  }

  @Override
  public void close() {
    try (output) {
      endTar();
    }
  }

  private void endTar() {
    try {
      tar.close();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
