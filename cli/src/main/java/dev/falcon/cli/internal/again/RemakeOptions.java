// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.again;

import dev.falcon.cli.internal.option.InputFlag;
import dev.falcon.cli.internal.option.RecordedFlags;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.verify.FoundInputs;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Builds the words of a command line from the options in a provenance. Most options are recorded
 * under the long name of their flag. Every recorded option must be used or left out explicitly, so
 * that none is dropped silently.
 */
public final class RemakeOptions {
  private final List<String> words = new ArrayList<>();
  private final Map<String, Object> unused;

  private final List<String> path;
  private final CommandSpec falcon;
  private final FoundInputs inputs;

  /**
   * Starts with the words of the command; lists are recorded as output of {@code mine}.
   *
   * @param falcon the program, which has that command
   * @param inputs the recorded inputs
   */
  RemakeOptions(Provenance provenance, CommandSpec falcon, FoundInputs inputs) {
    String name = provenance.command().equals("mine") ? "lists" : provenance.command();
    path = List.of(name.split(" "));
    words.addAll(path);
    this.falcon = falcon;
    this.inputs = inputs;
    unused = new TreeMap<>(provenance.options());
  }

  /**
   * Adds what the command's own flags say of themselves: the recorded options among its {@link
   * RecordedFlags}, and the inputs of each {@link InputFlag}.
   */
  RemakeOptions declared() {
    CommandSpec command = falcon;
    for (String word : path) {
      command = command.subcommands().get(word).getCommandSpec();
    }
    for (OptionSpec option : command.options()) {
      if (option.userObject() instanceof Field field) {
        InputFlag read = field.getAnnotation(InputFlag.class);
        if (read != null) {
          flag(option.longestName(), inputs.maybe(read.value()));
        } else if (RecordedFlags.class.isAssignableFrom(field.getDeclaringClass())
            && !option.type().equals(Path.class)) {
          recorded(option.longestName().substring(2));
        }
      }
    }
    return this;
  }

  /**
   * Adds recorded options as flags of the same names; options that are absent or null are not
   * added.
   */
  RemakeOptions recorded(String... names) {
    for (String name : names) {
      take(name).ifPresent(value -> add("--" + name, value));
    }
    return this;
  }

  /**
   * Removes and returns an option, for a caller that adds it in another form; null counts as
   * absent.
   */
  public Optional<Object> take(String name) {
    return Optional.ofNullable(unused.remove(name));
  }

  /** Returns whether an unused option is recorded with a value. */
  boolean has(String name) {
    return unused.get(name) != null;
  }

  /** Returns a list's elements as text. */
  static List<String> texts(Object list) {
    List<String> texts = new ArrayList<>();
    if (list instanceof Iterable<?> several) {
      several.forEach(each -> texts.add(each.toString()));
    }
    return texts;
  }

  /** Adds a flag with a value. */
  public RemakeOptions flag(String flag, Object value) {
    words.add(flag + "=" + value);
    return this;
  }

  /** Adds a flag with a value, if there is one. */
  public RemakeOptions flag(String flag, Optional<Path> value) {
    value.ifPresent(path -> flag(flag, path));
    return this;
  }

  /** Adds a flag without a value, or an argument. */
  public RemakeOptions word(String word) {
    words.add(word);
    return this;
  }

  private void add(String flag, Object value) {
    if (value instanceof Boolean asked) {
      if (asked) {
        words.add(flag);
      }
    } else if (value instanceof Iterable<?> several) {
      String joined = String.join(",", texts(several));
      if (!joined.isEmpty()) {
        flag(flag, joined);
      }
    } else {
      flag(flag, value);
    }
  }

  /**
   * Returns the words.
   *
   * @throws RequestException if an option remains that this release does not know
   */
  List<String> all() {
    unused.values().removeIf(Objects::isNull);
    if (!unused.isEmpty()) {
      throw new RequestException(
          "the provenance has options that this release does not know: "
              + String.join(", ", unused.keySet()));
    }
    return List.copyOf(words);
  }
}
