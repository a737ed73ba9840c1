// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.CsvText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The one place that says by which contents a column can be a key, a number, a truth, a vector and
 * so on, and how each is read: any writer's types count by what they mean. Other contents are
 * refused, never guessed.
 */
public final class Meaning {
  /** Copies a value into a column of a row. */
  @FunctionalInterface
  interface Setter {
    void set(Cell cell, Row row, int position);
  }

  private Meaning() {}

  /**
   * Returns how values are copied.
   *
   * @throws UnfitColumnException if such contents cannot be read as this type
   */
  static Setter setter(Content held, ColumnType type) {
    if (held instanceof Content.Nothing) {
      return (cell, row, position) -> {};
    }
    return switch (type) {
      case INT32 -> {
        ToLongFunction<Cell> whole = required(whole(held), held, "whole numbers");
        yield unlessNaN(
            held, (cell, row, position) -> row.setInt(position, narrow(whole.applyAsLong(cell))));
      }
      case INT64 -> {
        ToLongFunction<Cell> whole = required(whole(held), held, "whole numbers");
        yield unlessNaN(
            held, (cell, row, position) -> row.setLong(position, whole.applyAsLong(cell)));
      }
      case FLOAT32 -> {
        ToDoubleFunction<Cell> number = required(number(held, true), held, "numbers");
        yield (cell, row, position) -> row.setFloat(position, (float) number.applyAsDouble(cell));
      }
      case FLOAT64 -> {
        ToDoubleFunction<Cell> number = required(number(held, false), held, "numbers");
        yield (cell, row, position) -> row.setDouble(position, number.applyAsDouble(cell));
      }
      case BOOL -> {
        Predicate<Cell> truth = required(truth(held), held, "true or false, or 1 or 0");
        yield unlessNaN(held, (cell, row, position) -> row.setBoolean(position, truth.test(cell)));
      }
      case UTF8 -> objects(type, required(text(held), held, "texts or whole numbers"));
      case BINARY -> objects(type, required(bytes(held), held, "bytes"));
      case UTF8_LIST -> objects(type, required(texts(held), held, "lists of texts"));
      case FLOAT32_LIST ->
          objects(
              type,
              required(
                  vector(held),
                  held,
                  "vectors, which are lists of floating-point numbers, or float32 as bytes"));
    };
  }

  private static <T> T required(Optional<T> reading, Content held, String wanted) {
    return reading.orElseThrow(() -> new UnfitColumnException(held, wanted));
  }

  private static <T> Setter objects(ColumnType type, Function<Cell, T> reading) {
    return (cell, row, position) -> row.setObject(position, type, reading.apply(cell));
  }

  /** Tools without a null for whole numbers and truths turn these into floats and write NaN. */
  private static Setter unlessNaN(Content held, Setter setter) {
    return held instanceof Content.Real
        ? (cell, row, position) -> {
          if (!Double.isNaN(cell.real())) {
            setter.set(cell, row, position);
          }
        }
        : setter;
  }

  /** Returns the type as which these contents are read without loss. */
  static ColumnType natural(Content held) {
    if (held instanceof Content.Whole whole) {
      return whole.unsigned() ? ColumnType.UTF8 : ColumnType.INT64;
    }
    if (held instanceof Content.Real real) {
      return real.bits() == Double.SIZE ? ColumnType.FLOAT64 : ColumnType.FLOAT32;
    }
    if (held instanceof Content.Lists lists) {
      return lists.element() instanceof Content.Real
          ? ColumnType.FLOAT32_LIST
          : ColumnType.UTF8_LIST;
    }
    return held instanceof Content.Truth
        ? ColumnType.BOOL
        : held instanceof Content.Bytes ? ColumnType.BINARY : ColumnType.UTF8;
  }

  private static Optional<ToLongFunction<Cell>> whole(Content held) {
    if (held instanceof Content.Whole whole) {
      return Optional.of(whole.unsigned() ? Meaning::signed : Cell::whole);
    }
    if (held instanceof Content.Real) {
      return Optional.of(cell -> exact(BigDecimal.valueOf(finite(cell.real()))));
    }
    if (held instanceof Content.Decimals) {
      return Optional.of(cell -> exact(cell.decimal()));
    }
    return held instanceof Content.Anything
        ? Optional.of(cell -> exact(decimal(cell.text(), "whole number")))
        : Optional.empty();
  }

  private static long signed(Cell cell) {
    long value = cell.whole();
    if (value < 0) {
      throw new UnfitValueException(Long.toUnsignedString(value) + " is too large");
    }
    return value;
  }

  private static double finite(double value) {
    if (Double.isInfinite(value)) {
      throw new UnfitValueException(value + " is no whole number");
    }
    return value;
  }

  private static long exact(BigDecimal value) {
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      throw new UnfitValueException(value + " is no whole number of 64 bits");
    }
  }

  private static BigDecimal decimal(String text, String what) {
    try {
      return new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      throw new UnfitValueException("'" + text + "' is no " + what);
    }
  }

  private static int narrow(long value) {
    if (value != (int) value) {
      throw new UnfitValueException(value + " is too large");
    }
    return (int) value;
  }

  /**
   * @param single whether the number is to be a float, to which a text is rounded once
   */
  private static Optional<ToDoubleFunction<Cell>> number(Content held, boolean single) {
    if (held instanceof Content.Whole whole) {
      return Optional.of(
          whole.unsigned() ? cell -> unsigned(cell.whole()).doubleValue() : Cell::whole);
    }
    if (held instanceof Content.Real) {
      return Optional.of(Cell::real);
    }
    if (held instanceof Content.Decimals) {
      return Optional.of(cell -> cell.decimal().doubleValue());
    }
    return held instanceof Content.Anything
        ? Optional.of(cell -> number(cell.text(), single))
        : Optional.empty();
  }

  private static double number(String text, boolean single) {
    try {
      return single ? CsvText.single(text) : CsvText.number(text);
    } catch (NumberFormatException e) {
      throw new UnfitValueException("'" + text + "' is no number");
    }
  }

  private static BigInteger unsigned(long bits) {
    return new BigInteger(Long.toUnsignedString(bits));
  }

  private static Optional<Predicate<Cell>> truth(Content held) {
    if (held instanceof Content.Truth) {
      return Optional.of(Cell::truth);
    }
    if (held instanceof Content.Text || held instanceof Content.Anything) {
      return Optional.of(cell -> truth(cell.text()));
    }
    return number(held, false).map(number -> cell -> truth(number.applyAsDouble(cell)));
  }

  private static boolean truth(String text) {
    return switch (text.strip()) {
      case "true", "True", "TRUE", "1", "1.0" -> true;
      case "false", "False", "FALSE", "0", "0.0" -> false;
      default ->
          throw new UnfitValueException(
              "'" + text + "' is neither true nor false; it must be one of these, or 1 or 0");
    };
  }

  private static boolean truth(double number) {
    if (number != 0 && number != 1) {
      throw new UnfitValueException(
          BigDecimal.valueOf(finite(number)).stripTrailingZeros().toPlainString()
              + " is neither true nor false; it must be 1 or 0");
    }
    return number == 1;
  }

  /**
   * Returns how values are read as texts, such as keys; empty for contents that have no one text.
   * Floating-point numbers have none: a key 17 that was read as 17.0 would no longer be that of its
   * row.
   */
  public static Optional<Function<Cell, String>> text(Content held) {
    if (held instanceof Content.Text || held instanceof Content.Anything) {
      return Optional.of(Cell::text);
    }
    if (held instanceof Content.Whole whole) {
      return Optional.of(
          whole.unsigned()
              ? cell -> Long.toUnsignedString(cell.whole())
              : cell -> Long.toString(cell.whole()));
    }
    if (held instanceof Content.Decimals) {
      return Optional.of(cell -> cell.decimal().toPlainString());
    }
    if (held instanceof Content.Bytes) {
      return Optional.of(cell -> decoded(cell.bytes()));
    }
    if (held instanceof Content.Uuids) {
      return Optional.of(cell -> uuid(cell.bytes()));
    }
    if (held instanceof Content.Days) {
      return Optional.of(cell -> LocalDate.ofEpochDay(cell.whole()).toString());
    }
    return held instanceof Content.Moments moments
        ? Optional.of(cell -> iso(cell.whole(), moments))
        : Optional.empty();
  }

  /**
   * Returns how values are read as keys.
   *
   * @throws UnfitColumnException if they cannot be keys
   */
  public static Function<Cell, String> key(Content held) {
    return required(text(held), held, "texts or whole numbers to be the key");
  }

  private static String decoded(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.chars().noneMatch(c -> Character.isISOControl(c) && !Character.isWhitespace(c))) {
        return text;
      }
    } catch (CharacterCodingException e) {
      throw noText(bytes);
    }
    throw noText(bytes);
  }

  private static UnfitValueException noText(byte[] bytes) {
    return new UnfitValueException(bytes.length + " bytes that are no text; write it as text");
  }

  private static String uuid(byte[] bytes) {
    ByteBuffer halves = ByteBuffer.wrap(bytes);
    return new java.util.UUID(halves.getLong(), halves.getLong()).toString();
  }

  private static String iso(long value, Content.Moments moments) {
    long perSecond = ChronoUnit.SECONDS.getDuration().dividedBy(moments.unit().getDuration());
    Instant moment =
        Instant.ofEpochSecond(
            Math.floorDiv(value, perSecond),
            Math.floorMod(value, perSecond) * (1_000_000_000 / perSecond));
    String text =
        DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
            LocalDateTime.ofInstant(moment, ZoneOffset.UTC));
    return moments.zoned() ? text + 'Z' : text;
  }

  private static Optional<Function<Cell, byte[]>> bytes(Content held) {
    if (held instanceof Content.Bytes
        || held instanceof Content.Text
        || held instanceof Content.Uuids) {
      return Optional.of(Cell::bytes);
    }
    return held instanceof Content.Anything
        ? Optional.of(cell -> Base64.getDecoder().decode(cell.text()))
        : Optional.empty();
  }

  private static Optional<Function<Cell, List<String>>> texts(Content held) {
    Content element = held instanceof Content.Lists lists ? lists.element() : held;
    if (element == held && !(held instanceof Content.Anything)) {
      return Optional.empty();
    }
    return text(element)
        .or(() -> element instanceof Content.Nothing ? Optional.of(Cell::text) : Optional.empty())
        .map(
            text ->
                cell -> {
                  List<String> values = new ArrayList<>();
                  cell.elements(value -> values.add(text.apply(value)), () -> {});
                  return values;
                });
  }

  private static Optional<Function<Cell, FloatList>> vector(Content held) {
    if (held instanceof Content.Bytes) {
      return Optional.of(cell -> floats(cell.bytes()));
    }
    boolean reals = held instanceof Content.Lists lists && lists.element() instanceof Content.Real;
    boolean nulls =
        held instanceof Content.Lists lists && lists.element() instanceof Content.Nothing;
    if (!reals && !nulls && !(held instanceof Content.Anything)) {
      return Optional.empty();
    }
    ToDoubleFunction<Cell> number = reals ? Cell::real : cell -> number(cell.text(), true);
    return Optional.of(
        new Function<>() {
          private int expected = 16;

          @Override
          public FloatList apply(Cell cell) {
            FloatList values = new FloatList(expected);
            cell.elements(
                value -> values.put((float) number.applyAsDouble(value)),
                () -> values.put(Float.NaN)); // counts as a component that is no number
            expected = values.size();
            return values;
          }
        });
  }

  private static FloatList floats(byte[] bytes) {
    if (bytes.length % Float.BYTES != 0) {
      throw new UnfitValueException(
          bytes.length + " bytes; float32 components must have four bytes each");
    }
    ByteBuffer values = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    FloatList floats = new FloatList(bytes.length / Float.BYTES);
    while (values.hasRemaining()) {
      floats.put(values.getFloat());
    }
    return floats;
  }
}
