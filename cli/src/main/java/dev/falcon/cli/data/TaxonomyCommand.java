// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.data.taxonomy.WordNetNouns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon data taxonomy}: WordNet's nouns as a table. */
@Command(
    name = "taxonomy",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Write WordNet's nouns as the table that data convert --captions-from takes.",
      "Kinds have ImageNet's identifiers: n and eight digits."
    })
final class TaxonomyCommand implements Callable<Integer> {
  @Option(
      names = "--wordnet",
      required = true,
      paramLabel = "FILE",
      description = "WordNet's data.noun; ImageNet's identifiers are those of WordNet 3.0.")
  private Path dataNoun;

  @Option(
      names = "--classes",
      paramLabel = "FILE",
      description = "Only these identifiers, one per line, and their ancestors.")
  private Path classes;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The table to write.")
  private Path out;

  @Mixin private OutputOptions outputs;

  @Override
  public Integer call() {
    List<Path> inputs = new ArrayList<>(List.of(dataNoun));
    Optional.ofNullable(classes).ifPresent(inputs::add);
    outputs.requireFile(out, inputs);
    int kinds = WordNetNouns.convert(dataNoun, Optional.ofNullable(classes), out);
    outputs.result(
        Map.of("file", out.toString(), "kinds", kinds),
        () -> String.format(Locale.ROOT, "%s: %,d kinds%n", out, kinds));
    return 0;
  }
}
