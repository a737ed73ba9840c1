// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A number of bytes as people write it: {@code 2g}, {@code 512m}, in powers of 1024; {@code auto},
 * which is not a number, is read as null.
 *
 * @param bytes the number of bytes, at least 1
 */
public record ByteSize(long bytes) {
  private static final Pattern PATTERN = Pattern.compile("(\\d{1,9})([kmgt]?)b?");
  private static final long MOST = 1 << 20; // in the largest unit
  private static final String UNITS = "kmgt";
  private static final long LEAST_PLAIN = 1 << 20; // a smaller number of bytes lacks its unit
  private static final String AUTOMATIC = "auto";

  /** Parses a number of bytes from a command line. */
  public static final class Converter implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String text) {
      if (text.equalsIgnoreCase(AUTOMATIC)) {
        return null;
      }
      Matcher matcher = PATTERN.matcher(text.toLowerCase(Locale.ROOT));
      if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
        throw new TypeConversionException(
            "'" + text + "' is not a size such as 2g or 512m, or auto");
      }
      if (Long.parseLong(matcher.group(1)) > MOST && matcher.group(2).equals("t")) {
        throw new TypeConversionException("'" + text + "' is too large");
      }
      long number = Long.parseLong(matcher.group(1));
      if (matcher.group(2).isEmpty() && number < LEAST_PLAIN) {
        throw new TypeConversionException(
            "'" + text + "' is " + number + " bytes; give a unit, such as " + number + "m");
      }
      int power = matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2)) + 1;
      return new ByteSize(Long.parseLong(matcher.group(1)) << (10 * power));
    }
  }
}
