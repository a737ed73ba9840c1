// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.falcon.cli.internal.again.RecordedRequest;
import dev.falcon.cli.internal.builtin.BuiltIn;
import dev.falcon.cli.internal.builtin.CacheFolder;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.NamedInput;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.VerificationText;
import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.verify.FoundInputs;
import dev.falcon.data.verify.InputSearch;
import dev.falcon.data.verify.OutputDifference;
import dev.falcon.data.verify.RecordedOutput;
import dev.falcon.data.verify.Verification;
import dev.falcon.mining.PlanVerifier;
import dev.falcon.mining.RecordedPlan;
import dev.falcon.mining.Repetition;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code falcon verify}: checks whether an output agrees with its provenance. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Check an output against its provenance: read its files and inputs, and list those that are"
          + " missing or changed. On request, make it again, or some search spaces of a plan, and"
          + " compare.",
      "",
      "Exit code 0: it holds; 1: something differs; 2: it cannot be checked, for example because"
          + " an input is missing.",
      ""
    })
final class VerifyCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "OUTPUT",
      description =
          "A plan, lists, a store, an audit, an evaluation, or converted or generated data.")
  private Path file;

  @Option(
      names = "--input",
      paramLabel = "PATH",
      description =
          "A file or folder in which to look for inputs by name and content, three folders deep;"
              + " may be repeated (default: the output's folder and the working folder).",
      showDefaultValue = Visibility.NEVER)
  private List<Path> inputs = List.of();

  @Option(
      names = "--again",
      description =
          "Make the output again with its command, in OUTPUT.again beside it, and compare every"
              + " byte; an output that differs is kept there.")
  private boolean again;

  @Effect(with = "--again")
  @Option(
      names = "--image-root",
      paramLabel = "DIR",
      description =
          "With --again: the folder or zip of the pictures that a table names, if the command had"
              + " --image-root.")
  private Path imageRoot;

  @Effect(with = "--again")
  @Option(
      names = "--meteor-jar",
      paramLabel = "JAR",
      description =
          "With --again: the jar that computed the output's METEOR. Without it, no program runs"
              + " that only a record names.")
  private Path meteorJar;

  @Effect(with = "--again")
  @Option(
      names = "--spice-jar",
      paramLabel = "JAR",
      description = "With --again: the jar that computed the output's SPICE.")
  private Path spiceJar;

  @Option(
      names = "--against",
      paramLabel = "OTHER",
      description =
          "Compare every byte with OTHER, which the same command made elsewhere. For outputs of"
              + " any kind.")
  private Path against;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description =
          "Make N search spaces of the plan again and compare their rows; reports what share of"
              + " all may differ, at 95 %% confidence.")
  private Integer sample;

  @Effect(with = "--sample")
  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed that draws the search spaces of --sample.")
  private long seed = 42;

  @Effect(with = {"--again", "--sample"})
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads to mine with (default: all processors).",
      showDefaultValue = Visibility.NEVER)
  private int threads = Runtime.getRuntime().availableProcessors();

  @Mixin private OutputOptions output;
  @Spec private CommandSpec spec;

  /** The result. */
  @JsonPropertyOrder({"holds", "verification", "repetition", "madeAgain", "notRepeated", "against"})
  record Result(
      boolean holds,
      @JsonUnwrapped Verification verification,
      Optional<Repetition> repetition,
      Optional<OutputDifference> madeAgain,
      Optional<String> notRepeated,
      Optional<OutputDifference> against) {
    private boolean differs() {
      return verification.differs()
          || repetition.flatMap(Repetition::difference).isPresent()
          || Stream.of(madeAgain, against)
              .flatMap(Optional::stream)
              .anyMatch(compared -> compared.difference().isPresent());
    }
  }

  @Override
  public Integer call() {
    if (again && sample != null) {
      throw new RequestException("--again makes all search spaces; omit --sample");
    }
    if (sample != null && sample < 1) {
      throw new RequestException("--sample must be at least 1 search space; --sample=" + sample);
    }
    for (Path input : inputs) {
      if (!Folders.exists(input)) {
        throw new RequestException(
            input + ": does not exist; give --input the file or folder of the inputs");
      }
    }
    RecordedOutput recorded = RecordedOutput.open(file);
    RecordedPlan plan = new RecordedPlan(recorded.provenance());
    Optional<BesideOutput> beside =
        again ? Optional.of(BesideOutput.of(recorded.output())) : Optional.empty();
    Verification verification = Verification.of(recorded, search(recorded));
    if (verification.isEmpty() && !verification.differs()) {
      throw new RequestException(
          recorded.record()
              + ": has no digest of a file or of an input, so nothing can be checked");
    }
    Optional<OutputDifference> compared =
        Optional.ofNullable(against)
            .map(other -> OutputDifference.of(recorded, RecordedOutput.open(other)));
    Optional<Repetition> repetition = Optional.empty();
    Optional<OutputDifference> made = Optional.empty();
    Optional<String> notRepeated = Optional.empty();
    if (again || sample != null) {
      notRepeated = RemakeRefused.reason(plan, verification, again);
      if (notRepeated.isEmpty()) {
        try {
          if (plan.isOfSearchSpaces()) {
            repetition =
                Optional.of(
                    beside.isPresent()
                        ? again(recorded, plan, verification, beside.get())
                        : sample(recorded, plan, verification));
          } else {
            made = Optional.of(madeAgain(recorded, verification, beside.orElseThrow()));
          }
        } catch (RequestException e) {
          // The findings on the inputs are reported in any case.
          notRepeated = Optional.of(e.getMessage());
        }
      }
    }
    return report(verification, repetition, made, notRepeated, compared);
  }

  private int report(
      Verification verification,
      Optional<Repetition> repetition,
      Optional<OutputDifference> made,
      Optional<String> notRepeated,
      Optional<OutputDifference> compared) {
    Result found = new Result(true, verification, repetition, made, notRepeated, compared);
    boolean holds = !found.differs() && !verification.lacksInputs() && notRepeated.isEmpty();
    Result result = new Result(holds, verification, repetition, made, notRepeated, compared);
    output.result(
        result,
        () ->
            VerificationText.of(verification, repetition, made, notRepeated)
                + compared.map(VerificationText::of).orElse(""));
    return holds ? ExitCode.OK : result.differs() ? ExitCode.SOFTWARE : ExitCode.USAGE;
  }

  private OutputDifference madeAgain(
      RecordedOutput recorded, Verification found, BesideOutput beside) {
    OutputAgain.requireWhole(recorded, found.sameRelease());
    RecordedRequest request =
        new RecordedRequest(
            recorded, found, beside.made(), Optional.ofNullable(imageRoot), programs());
    return new OutputAgain(request, beside).compare(output, spec);
  }

  /** Returns the programs that the user names, by their flags. */
  private Map<String, Path> programs() {
    Map<String, Path> programs = new HashMap<>();
    programs.put("--meteor-jar", meteorJar);
    programs.put("--spice-jar", spiceJar);
    programs.values().removeIf(Objects::isNull);
    programs.values().forEach(NamedInput::requireThere);
    return programs;
  }

  private InputSearch search(RecordedOutput recorded) {
    List<Path> roots = new ArrayList<>(inputs);
    roots.addAll(programs().values());
    if (inputs.isEmpty()) {
      // For a single file of a folder, the parent of that folder.
      Path output = recorded.isBeside() ? file : recorded.record().toAbsolutePath().getParent();
      Path above = output.toAbsolutePath().getParent();
      roots.add(relative(above == null ? output : above));
      roots.add(Path.of(""));
    }
    List<Path> builtIn = new ArrayList<>(List.of(CacheFolder.path()));
    BuiltIn.folder().ifPresent(builtIn::add);
    return new InputSearch(roots, builtIn, recorded.provenance().inputs());
  }

  private PlanVerifier verifier() {
    Sessions sessions = new Sessions(SessionSettings.on(Device.CPU).withThreads(1), output::note);
    return new PlanVerifier(sessions, output.progress(), output::note);
  }

  private Repetition sample(RecordedOutput recorded, RecordedPlan plan, Verification found) {
    Path work = Folders.temporary("falcon-verify-");
    try {
      MiningRequest request = request(plan, found, work.resolve("sample"));
      return verifier()
          .sample(recorded.output(), recorded.provenance(), request, found.digests(), sample, seed);
    } finally {
      Folders.delete(work);
    }
  }

  private Repetition again(
      RecordedOutput recorded, RecordedPlan plan, Verification found, BesideOutput beside) {
    MiningRequest request = request(plan, found, beside.made());
    Repetition repetition =
        output.resumable(() -> verifier().again(recorded.output(), recorded.provenance(), request));
    if (repetition.holds()) {
      beside.removeMade();
    } else {
      output.note(beside.made() + ": the output that was made again, for comparison");
    }
    return repetition;
  }

  private MiningRequest request(RecordedPlan plan, Verification found, Path made) {
    FoundInputs inputs = new FoundInputs(plan.provenance(), found);
    Path store =
        inputs
            .store(InputRole.STORE)
            .orElseThrow(() -> new FalconException(file + ": its provenance names no store"));
    MiningRequest request =
        plan.request(
            EmbeddingStore.open(relative(store)),
            inputs.maybe(InputRole.SCHEDULER),
            inputs.maybe(InputRole.VETO),
            made,
            MiningRequest.Execution.within(threads, Runtime.getRuntime().maxMemory()));
    inputs.requireNone();
    return request;
  }

  /** Returns a path as a user would write it, for messages. */
  private static Path relative(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) ? here.relativize(path) : path;
  }
}
