// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.falcon.data.FalconException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Falcon's JSON: snake_case names, records in and out, one mapper for all. JSON has no NaN: it is
 * written as null, and null is read as NaN for a number.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      // Jackson itself formats numbers: the platform's format differs between JDKs.
      JsonMapper.builder(
              new JsonFactoryBuilder()
                  .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                  .characterEscapes(new OneLine())
                  .build())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          // A path as the user wrote it; Jackson's default is an absolute file: address.
          .addModule(
              new SimpleModule()
                  .addSerializer(Path.class, ToStringSerializer.instance)
                  .addSerializer(Double.class, new Finite())
                  .addSerializer(Double.TYPE, new Finite())
                  .addDeserializer(Double.TYPE, new NullIsNaN()))
          .addModule(new Jdk8Module())
          .build();
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final DefaultIndenter LINE_FEED = new DefaultIndenter("  ", "\n");

  /** The fault that {@link #hasHalfCharacter} finds, for messages. */
  public static final String HALF_CHARACTER =
      " holds half of a surrogate pair, such as \\ud83d alone, which is no character";

  private Json() {}

  /**
   * Escapes the characters beyond ASCII at which Python's {@code splitlines} and Java's {@code
   * Scanner} end a line, so that a line of JSON is one for them, too.
   */
  private static final class OneLine extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    @Override
    public int[] getEscapeCodesForAscii() {
      return standardAsciiEscapesForJSON();
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
      return switch (character) {
        case '\u0085' -> new SerializedString("\\u0085");
        case '\u2028' -> new SerializedString("\\u2028");
        case '\u2029' -> new SerializedString("\\u2029");
        default -> null;
      };
    }
  }

  private static final class Finite extends StdSerializer<Double> {
    private static final long serialVersionUID = 1;

    Finite() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (Double.isNaN(value) || Double.isInfinite(value)) {
        out.writeNull();
      } else {
        out.writeNumber(value);
      }
    }
  }

  private static final class NullIsNaN extends NumberDeserializers.DoubleDeserializer {
    private static final long serialVersionUID = 1;

    NullIsNaN() {
      super(Double.TYPE, Double.NaN);
    }

    /** Returns the value of a number that an older file lacks. */
    @Override
    public Object getAbsentValue(DeserializationContext context) {
      return 0.0;
    }
  }

  /** Returns the shared mapper. */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  /** Returns a value as JSON on one line. */
  public static String line(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not expressible in JSON: " + value, e);
    }
  }

  /** Returns a value as indented JSON, with the same bytes on every platform. */
  public static String pretty(Object value) {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(LINE_FEED).withArrayIndenter(LINE_FEED);
    try {
      return MAPPER.writer(printer).writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not expressible in JSON: " + value, e);
    }
  }

  /** Writes a value to a file as indented JSON, atomically. */
  public static void write(Path file, Object value) {
    AtomicFile.write(file, pretty(value));
  }

  /** Like {@link #write}, for a file that other processes may be writing at the same time. */
  public static void writeAttempt(Path file, Object value) {
    AtomicFile.writeAttempt(file, pretty(value));
  }

  /** Returns why a text is not the expected JSON, in one line. */
  public static String reason(JsonProcessingException failure) {
    if (failure.getCause() instanceof NullPointerException) {
      return "a field that it must have is missing or null";
    }
    String message = failure.getOriginalMessage();
    // If a limit is exceeded, Jackson's message names the method that sets the limit.
    return message == null
        ? "it cannot be parsed"
        : message
            .lines()
            .findFirst()
            .orElse("")
            .replaceAll(", from `[^`]*`", "")
            .replaceAll(": enable `[^`]*` to allow", "")
            .replaceAll(" \\([^(]*REDACTED.*", "");
  }

  /** Reads a file as the given type. */
  public static <T> T read(Path file, Class<T> type) {
    try {
      T value = MAPPER.readValue(Files.readAllBytes(file), type);
      if (value != null) {
        return value;
      }
    } catch (JsonProcessingException e) {
      throw new FalconException(file + ": has unexpected JSON: " + reason(e), e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    throw new FalconException(file + ": has unexpected JSON: it is null");
  }

  /**
   * Returns a parser of what other tools write: NaN, which Python's {@code json} writes and JSON
   * does not have, is a number.
   */
  public static JsonParser lenientParser(InputStream input) throws IOException {
    return lenient(MAPPER.createParser(input));
  }

  /** Like {@link #lenientParser(InputStream)}, of a text that may begin with a byte order mark. */
  public static JsonParser lenientParser(Reader text) throws IOException {
    text.mark(1);
    if (text.read() != BYTE_ORDER_MARK) {
      text.reset();
    }
    return lenient(MAPPER.createParser(text));
  }

  private static JsonParser lenient(JsonParser parser) {
    return parser.enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS.mappedFeature());
  }

  /** Replaces every NaN within a tree by null; returns the tree. */
  public static JsonNode withoutNaN(JsonNode tree) {
    if (tree instanceof ObjectNode object) {
      object.properties().forEach(field -> field.setValue(withoutNaN(field.getValue())));
    } else if (tree instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, withoutNaN(array.get(i)));
      }
    }
    return tree.isNumber() && tree.isFloatingPointNumber() && Double.isNaN(tree.doubleValue())
        ? NullNode.getInstance()
        : tree;
  }

  /**
   * Returns whether a name or a text within a tree has half of a surrogate pair, as an escape in
   * JSON can write it. It is no character: in UTF-8 a question mark would take its place.
   */
  public static boolean hasHalfCharacter(JsonNode tree) {
    if (tree.isTextual()) {
      return !isWhole(tree.textValue());
    }
    for (JsonNode child : tree) {
      if (hasHalfCharacter(child)) {
        return true;
      }
    }
    return tree.properties().stream().anyMatch(field -> !isWhole(field.getKey()));
  }

  private static boolean isWhole(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return text.codePoints()
            .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
      }
    }
    return true;
  }

  /** Parses a text of a file as a tree. */
  public static JsonNode parse(Path file, String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new FalconException(file + ": has unexpected JSON: " + reason(e), e);
    }
  }

  /** Reads a file as a tree. */
  public static JsonNode readTree(Path file) {
    return read(file, JsonNode.class);
  }
}
