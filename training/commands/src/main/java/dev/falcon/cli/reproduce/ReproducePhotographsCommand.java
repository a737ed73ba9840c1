// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.reproduce;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.taxonomy.CaptionRules;
import dev.falcon.data.taxonomy.ImageFolders;
import dev.falcon.data.taxonomy.ImageFoldersRequest;
import dev.falcon.data.taxonomy.ImageFoldersResult;
import dev.falcon.reproduce.model.ComparisonReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code falcon reproduce photographs}: compares the policies on labelled photographs. */
@Command(
    name = "photographs",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Train with the policies on labelled photographs and compare. Captions name the class of a"
          + " photograph more or less generally, so every match is known.",
      "An interrupted comparison resumes when the command is repeated."
    })
final class ReproducePhotographsCommand implements Callable<Integer> {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description =
          "A folder with one folder per class, perhaps below train/, such as Tiny ImageNet or"
              + " CIFAR-10; it is only read.")
  private Path data;

  @Option(
      names = "--taxonomy",
      paramLabel = "FILE",
      description =
          "The kinds above the classes, as a tab-separated table child, parent, names. Default:"
              + " WordNet's for ImageNet's identifiers, a built-in one for CIFAR-10's classes.")
  private Path taxonomy;

  @Effect(without = "--taxonomy")
  @Option(
      names = "--wordnet",
      paramLabel = "DIR",
      description = "The folder of WordNet 3.0's data.noun.")
  private Path wordNet = Path.of("/usr/share/wordnet");

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description =
          "Photographs to train on. Default: 19200; 4800 with --quick; 24000 with siglip2.")
  private Integer pairs;

  @Option(
      names = "--held-images",
      paramLabel = "N",
      description =
          "Photographs to evaluate on, with 5 captions each. Default: 1000; 500 with --quick.")
  private Integer heldImages;

  @Option(
      names = "--generality",
      paramLabel = "P",
      description = "Probability that a caption goes each further step up the taxonomy.")
  private double generality = CaptionRules.GENERALITY;

  @Option(
      names = "--colours",
      paramLabel = "P",
      description =
          "Probability that a caption names the colour of the photograph's centre and, likewise,"
              + " that of its border. Default: 0.4; 0.9 with --quick or siglip2.")
  private Double colours;

  @Option(
      names = "--quick",
      description =
          "Run a small version for a first look on two cores, made for CIFAR-10: a small network"
              + " on 32 x 32 pixels, 600 steps, one seed.")
  private boolean quick;

  @Option(
      names = "--framework",
      paramLabel = "NAME",
      description =
          "The framework: ${COMPLETION-CANDIDATES}. SIGLIP2 compares by contrast alone, on 32 x 32"
              + " pixels.")
  private Framework framework = Framework.ALBEF;

  @Mixin private ComparisonOptions options;

  /** The frameworks, each with its own defaults. */
  private enum Framework {
    ALBEF("photographs", 19_200, 0.4),
    SIGLIP2("photographs-siglip2", 24_000, 0.9);

    private final String comparison;
    private final int pairs;
    private final double colours;

    Framework(String comparison, int pairs, double colours) {
      this.comparison = comparison;
      this.pairs = pairs;
      this.colours = colours;
    }
  }

  @Override
  public Integer call() {
    if (quick && framework != Framework.ALBEF) {
      throw new RequestException(
          "--quick works with albef only; with --framework siglip2, use --only, --seeds and --set"
              + " train.epochs=N");
    }
    return options.run(
        () -> ComparisonReader.builtIn(quick ? "photographs-quick" : framework.comparison),
        Optional.empty(),
        Runtime.getRuntime().availableProcessors(),
        this::prepare);
  }

  private List<String> prepare(Path out, boolean overwrite, Progress progress) {
    ImageFoldersResult made =
        ImageFolders.prepare(
            new ImageFoldersRequest(
                data,
                Optional.ofNullable(taxonomy),
                wordNet,
                pairs == null ? (quick ? 4800 : framework.pairs) : pairs,
                heldImages == null ? (quick ? 500 : 1000) : heldImages,
                5,
                new CaptionRules(
                    1,
                    generality,
                    CaptionRules.MOST_TRUE,
                    CaptionRules.TEMPLATES,
                    1,
                    colours == null ? (quick ? 0.9 : framework.colours) : colours),
                out.resolve("photographs"),
                overwrite),
            progress);
    return List.of(
        "data.train={dataset: '" + made.train() + "', truth: '" + made.trainTruth() + "'}",
        "data.held={dataset: '" + made.held() + "', truth: '" + made.heldTruth() + "'}",
        "data.text.tokenizer='" + made.vocabulary() + "'",
        "start.supervised.dataset='" + made.labelled() + "'",
        "start.supervised.image_root='" + data + "'");
  }
}
