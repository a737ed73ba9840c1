// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Reads comparisons: those that Falcon ships and those that users write. */
public final class ComparisonReader {
  private static final String FOLDER = "/dev/falcon/reproduce/";
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .addModule(new Jdk8Module())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .build();

  private ComparisonReader() {}

  /**
   * Returns a comparison that Falcon ships: {@code scenes}, {@code scenes-siglip2}, {@code
   * scenes-blip2}, {@code photographs}, {@code photographs-siglip2}, {@code scenes-quick}, {@code
   * photographs-quick} or {@code coco}.
   */
  public static Comparison builtIn(String name) {
    return own(name, Comparison.class);
  }

  /**
   * Returns a table of the paper.
   *
   * @param name the table's name, one of {@link Reference#NAMES}
   */
  public static Reference reference(String name) {
    Reference.requireKnown(name);
    return own("published/" + name, Reference.class);
  }

  private static <T> T own(String name, Class<T> type) {
    return Resources.read(
        ComparisonReader.class, FOLDER + name + ".yaml", bytes -> MAPPER.readValue(bytes, type));
  }

  /**
   * Reads a user's comparison.
   *
   * @throws RequestException if it is not YAML or not a comparison; the message names file and key
   */
  public static Comparison read(Path file) {
    try {
      return MAPPER.readValue(Files.readAllBytes(file), Comparison.class);
    } catch (JsonMappingException e) {
      if (e.getCause() instanceof RequestException request) {
        throw new RequestException(file + ": " + request.getMessage());
      }
      throw new RequestException(file + ": " + key(e) + reason(e));
    } catch (JsonProcessingException e) {
      // The parser reports no position when one of its own limits, such as nesting, is exceeded.
      String line = e.getLocation() == null ? "?" : Integer.toString(e.getLocation().getLineNr());
      throw new RequestException(file + ": not YAML at line " + line + ": " + reason(e));
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the key of a rejected value, with a colon; empty for the file as a whole. */
  private static String key(JsonMappingException failure) {
    String path =
        failure.getPath().stream()
            .map(step -> step.getFieldName() == null ? "" + step.getIndex() : step.getFieldName())
            .collect(Collectors.joining("."));
    return path.isEmpty() ? "" : path + ": ";
  }

  private static String reason(JsonProcessingException failure) {
    return failure.getOriginalMessage().replaceAll("(?s)(\\R| \\(class ).*", "");
  }
}
