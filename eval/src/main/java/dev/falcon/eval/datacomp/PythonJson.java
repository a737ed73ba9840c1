// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;

/**
 * Writes JSON in the form of Python's {@code json.dumps}: a space after commas and colons,
 * non-ASCII characters escaped, {@code NaN} written out, doubles in their shortest form with
 * Python's choice between plain and scientific notation.
 */
public final class PythonJson {
  private static final int LAST_ASCII = 0x7f;
  private static final int MOST_DIGITS = 17;
  private static final int FIRST_SCIENTIFIC_POINT = 17;
  private static final int LAST_SMALL_SCIENTIFIC_POINT = -4;

  private PythonJson() {}

  /** Writes null, a string, a double, or a map from strings to such values, in the map's order. */
  public static String write(Object value) {
    StringBuilder out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  private static void append(StringBuilder out, Object value) {
    if (value == null) {
      out.append("null");
    } else if (value instanceof String text) {
      appendString(out, text);
    } else if (value instanceof Double number) {
      out.append(number(number));
    } else if (value instanceof Map<?, ?> map) {
      appendMap(out, map);
    } else {
      throw new IllegalArgumentException("cannot be written: " + value.getClass());
    }
  }

  private static void appendMap(StringBuilder out, Map<?, ?> map) {
    out.append('{');
    String separator = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      appendString(out, (String) entry.getKey());
      out.append(": ");
      append(out, entry.getValue());
      separator = ", ";
    }
    out.append('}');
  }

  private static void appendString(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\f' -> out.append("\\f");
        case '\b' -> out.append("\\b");
        default -> {
          if (c < ' ' || c > LAST_ASCII) {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /** Returns the shortest decimal that reads back as the same double, in Python's notation. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
    if (value == 0) {
      return sign + "0.0";
    }
    BigDecimal shortest = shortest(Math.abs(value)).stripTrailingZeros();
    String digits = shortest.unscaledValue().toString();
    int point = digits.length() - shortest.scale();
    return sign
        + (point >= FIRST_SCIENTIFIC_POINT || point <= LAST_SMALL_SCIENTIFIC_POINT
            ? scientific(digits, point - 1)
            : plain(digits, point));
  }

  /**
   * Returns the shortest decimal. The JDK's own conversion is not always the shortest before Java
   * 19.
   */
  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = 1; digits < MOST_DIGITS; digits++) {
      for (RoundingMode mode :
          new RoundingMode[] {RoundingMode.HALF_EVEN, RoundingMode.DOWN, RoundingMode.UP}) {
        BigDecimal rounded = exact.round(new MathContext(digits, mode));
        if (rounded.doubleValue() == value) {
          return rounded;
        }
      }
    }
    return exact.round(new MathContext(MOST_DIGITS, RoundingMode.HALF_EVEN));
  }

  private static String plain(String digits, int point) {
    if (point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    if (point >= digits.length()) {
      return digits + "0".repeat(point - digits.length()) + ".0";
    }
    return digits.substring(0, point) + "." + digits.substring(point);
  }

  private static String scientific(String digits, int exponent) {
    String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
    String magnitude = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + magnitude;
  }
}
