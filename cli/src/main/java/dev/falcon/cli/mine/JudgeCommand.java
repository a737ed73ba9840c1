// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.DatasetOptions;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.Tasks;
import dev.falcon.cli.internal.process.Terminal;
import dev.falcon.cli.internal.table.RejectedRows;
import dev.falcon.data.RequestException;
import dev.falcon.data.work.Shard;
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
import java.util.List;
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
      "Ask a multimodal model on an OpenAI-compatible server whether the pairs of an audit match.",
      "",
      "Writes a table of probabilities for falcon audit-fn --scores. Every answer is kept beside"
          + " it; the same command resumes and asks nothing twice.",
      ""
    })
public final class JudgeCommand implements Callable<Integer> {
  private static final String KEY_VARIABLE = "FALCON_JUDGE_KEY";
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

  @Parameters(paramLabel = "AUDIT", description = "The folder that falcon audit-fn wrote.")
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
      description = "The server's API, such as http://localhost:8000/v1.")
  private String server;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "ID",
      description = "The model's name on the server.")
  private String model;

  @Option(
      names = "--prompt",
      paramLabel = "NAME|FILE",
      description =
          "The question: match-1, vqascore, unime, or a file that contains {caption}, or, for"
              + " pairs of texts, {first} and {second} (default: ${DEFAULT-VALUE}).")
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
      description = "Answers that mean no match (default: no,false,incorrect).")
  private Set<String> noWords = YesNo.ENGLISH.no();

  @Option(
      names = "--votes",
      paramLabel = "N",
      description =
          "Ask N times per pair for a word, if the server returns no probabilities; 0 uses"
              + " probabilities (default: ${DEFAULT-VALUE}).")
  private int votes;

  @Option(
      names = "--both-ways",
      description =
          "Also ask whether anything is false, and average the log odds; doubles the cost.")
  private boolean bothWays;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description = "Number of questions sent at the same time (default: ${DEFAULT-VALUE}).")
  private int concurrency = 8;

  @Option(
      names = "--image-size",
      paramLabel = "N",
      description =
          "Longest side of a picture as it is sent, in pixels (default: ${DEFAULT-VALUE}).")
  private int imageSize = 1024;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "Seconds to wait for a reply (default: ${DEFAULT-VALUE}).")
  private int timeout = 120;

  @Option(
      names = "--extra",
      paramLabel = "JSON",
      description = "Further fields of every request, such as those that switch off thinking.")
  private String extra = "";

  @Option(
      names = "--key-env",
      paramLabel = "NAME",
      description = "The environment variable that holds the key (default: ${DEFAULT-VALUE}).")
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
          "Ask about the share of task I of N of the pictures, from 0; the command without --shard"
              + " then writes the table.")
  private String shard;

  @Option(names = "--price-in", paramLabel = "P", description = "Price of a million input tokens.")
  private double priceIn;

  @Option(
      names = "--price-out",
      paramLabel = "P",
      description = "Price of a million output tokens.")
  private double priceOut;

  @Option(
      names = "--max-cost",
      paramLabel = "P",
      description = "Stop when the run has cost this much.")
  private Double maxCost;

  @Option(
      names = "--yes",
      description =
          "Do not ask for permission to send pictures and texts to another machine, or to continue"
              + " after the cost forecast.")
  private boolean yes;

  @Option(
      names = {"--out", "-o"},
      paramLabel = "FILE",
      description = "The table to write (default: ${DEFAULT-VALUE}).")
  private Path out = Path.of("scores.parquet");

  @Effect(with = "--input-dataset")
  @Mixin
  private DatasetOptions datasetOptions;

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
    output.result(
        outcome,
        shard == null
            ? RejectedRows.warning("pairs", outcome.rejects(), OutsideJudge.rejects(out).toString())
            : List.of(),
        () -> text(outcome));
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
        AuditedData.open(audit, dataset, datasetOptions),
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
          "a key is never a flag, which other users of the machine can see; put it in the"
              + " environment variable FALCON_JUDGE_KEY, or in one that --key-env names");
    }
    if (!VARIABLE.matcher(keyVariable).matches()) {
      throw new RequestException(
          "--key-env takes the name of an environment variable, not the key itself");
    }
    Optional<String> secret =
        Optional.ofNullable(System.getenv(keyVariable)).filter(value -> !value.isBlank());
    if (secret.isEmpty() && !keyVariable.equals(KEY_VARIABLE)) {
      throw new RequestException("the environment variable named by --key-env is not set");
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
      throw new RequestException("not the address of a server: " + e.getReason(), e);
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
    return text.toString();
  }
}
