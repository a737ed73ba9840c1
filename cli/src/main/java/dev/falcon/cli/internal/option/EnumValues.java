// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts flags whose values are constants of an enum, written in lower case as in the help and
 * the pages.
 */
public final class EnumValues {
  private EnumValues() {}

  /** Installs the conversion for all such flags of a command and of its subcommands. */
  public static void in(CommandLine command) {
    command.getCommandSpec().args().stream()
        .map(EnumValues::type)
        .flatMap(Optional::stream)
        .distinct()
        .forEach(type -> register(command, type));
    command.getSubcommands().values().forEach(EnumValues::in);
  }

  /** Returns the enum of a flag's value or of each of its values; empty for other flags. */
  public static Optional<Class<?>> type(ArgSpec flag) {
    return Stream.concat(Stream.of(flag.type()), Stream.of(flag.auxiliaryTypes()))
        .filter(Class::isEnum)
        .findFirst();
  }

  /** Returns a value as written on the command line. */
  public static String written(Object value) {
    return value.toString().toLowerCase(Locale.ROOT);
  }

  private static <T> void register(CommandLine command, Class<T> type) {
    command.registerConverter(type, new Converter<>(List.of(type.getEnumConstants())));
  }

  /**
   * Finds the constant that a word names. This is no lambda: the JVM's archive would then exclude
   * picocli's interface and all classes that implement it, for which a start searches all jars.
   */
  private record Converter<T>(List<T> values) implements ITypeConverter<T> {
    @Override
    public T convert(String text) {
      for (T value : values) {
        if (isNamed(value, text)) {
          return value;
        }
      }
      throw new TypeConversionException(
          values.stream()
              .map(EnumValues::written)
              .collect(Collectors.joining(", ", "expected one of ", " but was '" + text + "'")));
    }
  }

  private static boolean isNamed(Object value, String text) {
    String name = text.replace('-', '_');
    return name.equalsIgnoreCase(((Enum<?>) value).name())
        || name.equalsIgnoreCase(value.toString().replace('-', '_'));
  }
}
