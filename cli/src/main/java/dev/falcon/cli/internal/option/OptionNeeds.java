// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.data.RequestException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Refuses options that have no effect beside the others that are given, or without them. Every
 * command does so for its flags with an {@link Effect}; conditions on values are its own.
 */
public final class OptionNeeds {
  /** Options that say how a result is shown, or that permit something. */
  private static final List<String> ALWAYS =
      List.of("--json", "--quiet", "--verbose", "--overwrite", "--accept-rejects");

  private OptionNeeds() {}

  /**
   * Refuses a given option that has no effect by its {@link Effect}. A default is accepted
   * everywhere, since records of outputs name all options.
   */
  public static void requireEffects(ParseResult given) {
    for (OptionSpec option : given.matchedOptions()) {
      Optional<Effect> stated = effect(given.commandSpec(), option);
      if (stated.isPresent() && !isDefault(option)) {
        require(given, option.longestName(), stated.get().with());
        refuse(given, option.longestName(), stated.get().without());
      }
    }
  }

  /** Returns what is stated at an option's field, else at that of the mixin that it belongs to. */
  public static Optional<Effect> effect(CommandSpec command, OptionSpec option) {
    Stream<AnnotatedElement> mixins =
        Arrays.stream(command.userObject().getClass().getDeclaredFields())
            .filter(field -> isOfMixin(command, field, option))
            .map(field -> field);
    return Stream.concat(Stream.of((AnnotatedElement) option.userObject()), mixins)
        .map(element -> element.getAnnotation(Effect.class))
        .filter(Objects::nonNull)
        .findFirst();
  }

  private static boolean isOfMixin(CommandSpec command, Field field, OptionSpec option) {
    Mixin named = field.getAnnotation(Mixin.class);
    if (named == null) {
      return false;
    }
    String name = named.name().isEmpty() ? field.getName() : named.name();
    return command.mixins().get(name).findOption(option.longestName()) != null;
  }

  private static boolean isDefault(OptionSpec option) {
    return option.defaultValue() != null
        ? option.originalStringValues().equals(List.of(option.defaultValue()))
        : option.initialValue() != null && option.initialValue().equals(option.getValue());
  }

  private static void require(ParseResult given, String option, String... oneOf) {
    for (String other : oneOf) {
      if (given.hasMatchedOption(other)) {
        return;
      }
    }
    if (oneOf.length > 0) {
      throw new RequestException(option + " requires " + String.join(" or ", oneOf));
    }
  }

  private static void refuse(ParseResult given, String option, String... others) {
    for (String other : others) {
      if (given.hasMatchedOption(other)) {
        throw withoutEffect(option, other);
      }
    }
  }

  /** Refuses each of some options that is given, since another has made it needless. */
  public static void refuse(CommandSpec command, String because, List<String> options) {
    ParseResult given = command.commandLine().getParseResult();
    for (String option : options) {
      if (given.hasMatchedOption(option)) {
        throw withoutEffect(option, because);
      }
    }
  }

  /**
   * Refuses all options but one, those beside it, and those on how its result is shown. In place of
   * the one, words may name what makes the others needless.
   */
  public static void alone(CommandSpec command, String option, String... beside) {
    for (OptionSpec other : command.commandLine().getParseResult().matchedOptions()) {
      String name = other.longestName();
      if (!name.equals(option) && !ALWAYS.contains(name) && !List.of(beside).contains(name)) {
        throw withoutEffect(name, option);
      }
    }
  }

  private static RequestException withoutEffect(String option, String because) {
    return new RequestException(option + " has no effect with " + because + "; omit it");
  }
}
