package dev.falcon.cli.mine;

import dev.falcon.cli.internal.builtin.BuiltIn;
import dev.falcon.cli.internal.option.DatasetOptions;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.Tasks;
import dev.falcon.cli.internal.process.Terminal;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Shard;
import dev.falcon.mining.judge.JudgeOutcome;
import dev.falcon.mining.judge.JudgePrompt;
import dev.falcon.mining.judge.JudgeRequest;
import dev.falcon.mining.judge.JudgeServer;
import dev.falcon.mining.judge.JudgeTalk;
import dev.falcon.mining.judge.OutsideJudge;
import dev.falcon.mining.judge.YesNo;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code falcon judge}: a model that is reached by HTTP judges the pairs of an audit. */
@Command(
    name = "judge",
    mixinStandardHelpOptions = true,
    description = {
      "Ask a multimodal model behind an OpenAI-compatible address whether the pairs of an audit"
          + " match.",
      "",
      "Writes a table of probabilities for falcon audit-fn --scores. Every answer is kept beside"
          + " it; the same command resumes, and asks nothing twice.",
      ""
    })
public final class JudgeCommand implements Callable<Integer> {
  private static final String KEY_VARIABLE = "FALCON_JUDGE_KEY";
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

  @Parameters(paramLabel = "AUDIT", description = "The folder that falcon audit-fn has written.")
  private Path audit;

  @Option(
      names = "--input-dataset",
      paramLabel = "DATASET",
      description = "The pictures and texts that were audited (default: Scenes).")
  private String dataset;

  @Option(
      names = "--server",
      required = true,
      paramLabel = "URL",
      description = "The address of the interface, such as http://127.0.0.1:8000/v1.")
  private String server;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "ID",
      description = "The model's name at the server.")
  private String model;

  @Option(
      names = "--prompt",
      paramLabel = "NAME|FILE",
      description =
          "What is asked: match-1, vqascore, unime, or a file with {caption} in it, of pairs of texts"
              + " with {first} and {second} (default: ${DEFAULT-VALUE}).")
  private String prompt = JudgePrompt.DEFAULT;

  @Option(
      names = "--yes-words",
      split = ",",
      paramLabel = "WORD",
      description = "Answers that mean a match (default: yes,true,correct).")
  private Set<String> yesWords = YesNo.ENGLISH.yes();

  @Option(
      names = "--no-words",
      split = ",",
      paramLabel = "WORD",
      description = "Answers that mean none (default: no,false,incorrect).")
  private Set<String> noWords = YesNo.ENGLISH.no();

  @Option(
      names = "--votes",
      paramLabel = "N",
      description =
          "Ask each pair N times for a word, where a server gives no probabilities; 0:"
              + " probabilities (default: ${DEFAULT-VALUE}).")
  private int votes;

  @Option(
      names = "--both-ways",
      description =
          "Ask also whether anything is false, and take the mean of the log odds; twice the cost.")
  private boolean bothWays;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "Questions at the same time (default: ${DEFAULT-VALUE}).")
  private int concurrency = 8;

  @Option(
      names = "--image-size",
      paramLabel = "N",
      description = "The longest side of a picture as sent, in pixels (default: ${DEFAULT-VALUE}).")
  private int imageSize = 1024;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long to wait for a reply (default: ${DEFAULT-VALUE}).")
  private int timeout = 120;

  @Option(
      names = "--extra",
      paramLabel = "JSON",
      description = "Further fields of every question, such as those that switch thinking off.")
  private String extra = "";

  @Option(
      names = "--key-env",
      paramLabel = "NAME",
      description = "The environment's variable that holds the key (default: ${DEFAULT-VALUE}).")
  private String keyVariable = KEY_VARIABLE;

  @Option(
      names = {"--key", "--api-key", "--token"},
      hidden = true,
      arity = "0..1",
      fallbackValue = "",
      description = "Refused: a flag is seen by all users of the machine.")
  private String key;

  @Option(
      names = "--shard",
      paramLabel = "I/N|auto",
      description =
          "Ask of task I's share of N of the pictures, from 0; the command without it then writes"
              + " the table.")
  private String shard;

  @Option(
      names = "--price-in",
      paramLabel = "P",
      description = "What a million tokens of questions cost.")
  private double priceIn;

  @Option(
      names = "--price-out",
      paramLabel = "P",
      description = "What a million tokens of answers cost.")
  private double priceOut;

  @Option(
      names = "--max-cost",
      paramLabel = "P",
      description = "End the run when it has cost this.")
  private Double maxCost;

  @Option(
      names = "--yes",
      description =
          "Send pictures and texts to another machine, and all questions after the forecast,"
              + " without asking.")
  private boolean yes;

  @Option(
      names = {"--out", "-o"},
      paramLabel = "FILE",
      description = "The table to write (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("scores.parquet");

  @Mixin private DatasetOptions datasetOptions;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    JudgeRequest request = request();
    Optional<Terminal> terminal = yes ? Optional.empty() : Terminal.find();
    OutsideJudge judge =
        new OutsideJudge(
            request,
            output.progress(),
            new JudgeTalk(output::note, forecast -> confirmed(forecast, terminal)));
    if (!request.server().isLocal()) {
      OutsideJudge.Extent extent = judge.extent();
      String sent = "sends " + extent.text() + " to " + request.server().address().getHost();
      if (!yes && !terminal.map(person -> person.agrees(sent + "; allow it?")).orElse(false)) {
        throw new RequestException(sent + "; give --yes to allow it");
      }
      output.note(sent);
    }
    JudgeOutcome outcome = output.resumable(judge::judge);
    output.result(outcome, () -> text(outcome));
    return outcome.stopped() != null ? 1 : outcome.rejects().isEmpty() ? 0 : 3;
  }

  /** Prints what the run will take, and asks a person at a terminal to agree. */
  private boolean confirmed(String forecast, Optional<Terminal> terminal) {
    output.note(forecast);
    return terminal.map(person -> person.agrees("ask them?")).orElse(true);
  }

  private JudgeRequest request() {
    return new JudgeRequest(
        audit,
        datasetOptions.open(dataset == null ? BuiltIn.DATASET : dataset),
        new JudgeServer(address(), model, secret()),
        JudgePrompt.of(prompt),
        new JudgeRequest.Settings(
            new YesNo(lower(yesWords), lower(noWords)),
            votes,
            bothWays,
            concurrency,
            imageSize,
            timeout,
            extra,
            new JudgeRequest.Prices(
                priceIn,
                priceOut,
                maxCost == null ? OptionalDouble.empty() : OptionalDouble.of(maxCost))),
        out,
        output.overwrite(),
        shard == null ? Shard.WHOLE : Tasks.shard(shard));
  }

  /**
   * Returns the key from the environment. Messages do not repeat values that might be a key in the
   * wrong place.
   */
  private Optional<String> secret() {
    if (key != null) {
      throw new RequestException(
          "a key is no flag, which other users of the machine can see; put it into the"
              + " environment's variable FALCON_JUDGE_KEY, or one that --key-env names");
    }
    if (!VARIABLE.matcher(keyVariable).matches()) {
      throw new RequestException(
          "--key-env names a variable of the environment, not the key itself");
    }
    Optional<String> secret =
        Optional.ofNullable(System.getenv(keyVariable)).filter(value -> !value.isBlank());
    if (secret.isEmpty() && !keyVariable.equals(KEY_VARIABLE)) {
      throw new RequestException("the environment has no variable of the name given by --key-env");
    }
    return secret;
  }

  private static Set<String> lower(Set<String> words) {
    return words.stream().map(word -> word.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }

  private URI address() {
    try {
      return new URI(server);
    } catch (URISyntaxException e) {
      throw new RequestException("the server's address is none: " + e.getReason(), e);
    }
  }

  private String text(JudgeOutcome outcome) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %,d of %,d pairs scored, %,d asked in this run, %,d retries, %,d tokens in, %,d"
                + " out%n",
            shard == null ? out : out + " (task " + shard + ")",
            outcome.scored(),
            outcome.pairs(),
            outcome.asked(),
            outcome.retries(),
            outcome.tokensIn(),
            outcome.tokensOut()));
    if (outcome.stopped() != null) {
      text.append("stopped: ").append(outcome.stopped()).append("; run again to resume\n");
    }
    if (!outcome.rejects().isEmpty() && shard == null) {
      text.append(
          String.format(
              Locale.ROOT,
              "pairs rejected: %,d, listed in %s%n",
              outcome.rejects().size(),
              OutsideJudge.rejects(out)));
    }
    return text.toString();
  }
}
