// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.internal.option.OptionNeeds;
import dev.falcon.data.Reject;
import dev.falcon.data.table.Rejects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** An option that would have no effect beside the others, or without them, is refused. */
class OptionsWithoutEffectTest {
  private static final Pattern WITH = Pattern.compile("With (--[a-z-]+)");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mine --input-dataset=x | --input-dataset requires --html",
        "mine --spark=local --output-format=csv | --output-format has no effect with --spark",
        "mine --spark=local --embeddings=x --threads=2 | --threads has no effect with --spark",
        "mine --quantiles=scheduler --scheduler=x --model=y | --model has no effect with --scheduler",
        "mine --quantiles=0.5 --model=y | quantiles by a scheduler, not --quantiles 0.5; omit them",
        "mine --quantiles=0.5 --draw=mode | quantiles by a scheduler, not --quantiles 0.5",
        "mine --quantiles=0.5 --quantile-levels=9 | quantiles by a scheduler, not --quantiles 0.5",
        "lists --input-dataset=x | --input-dataset requires --html or --judge",
        "lists --margin-to=most | --margin-to requires --relative-margin or --absolute-margin or"
            + " --target-false",
        "lists --judge-for=rank | --judge-for requires --judge",
        "lists --batch-size=9 | --batch-size requires --batches",
        "lists --epochs=9 | --epochs requires --batches",
        "lists --remainder=keep | --remainder requires --batches",
        "lists --most-shared=9 | --most-shared requires --batches",
        "lists --from=x --dry-run | --dry-run has no effect with --from",
        "lists --target-by=witness | --target-by requires --target-false",
        "audit-fn --target-precision=0.9 | --target-precision requires --calibrate-on",
        "audit-fn --draw-only --thresholds=0.4 | --thresholds has no effect with --draw-only",
        "audit-fn --draw-only --precision=0.1 | --precision has no effect with --draw-only",
        "audit-fn --junit=x.xml | --junit requires --require",
        "audit-fn --embeddings=x --input-split=val | --input-split requires --input-dataset",
        "audit-fn --compare a b --truth=x | --truth has no effect with --compare",
        "label x --csv-separator=; | --csv-separator requires --input-dataset",
        "label x --result --port=80 | --port has no effect with --result",
        "label x --static=y --host-port=80 | --host-port has no effect with --static",
        "label x --merge=y --annotator=me | --annotator has no effect with --merge",
        "label x --merge=y --count=9 | --count has no effect with --merge",
        "label x --result --precision=0.1 | --precision has no effect with --result",
        "label x --result --overlap=0.1 | --overlap has no effect with --result",
        "label x --result --adjudicate | --adjudicate has no effect with --result",
        "verify x --image-root=y | --image-root requires --again",
        "verify x --spice-jar=y | --spice-jar requires --again",
        "verify x --seed=9 | --seed requires --sample",
        "verify x --threads=99 | --threads requires --again or --sample",
        "eval retrieval --image-root=x | --image-root requires --input-dataset or --queries",
        "eval retrieval --judged=listed | --judged requires --truth",
        "eval retrieval --least-grade=2 | --least-grade requires --truth",
        "eval retrieval --qrels=x --folds=2 | --folds has no effect with --qrels",
        "eval retrieval --queries=x | --queries requires --qrels",
        "eval retrieval --rank-by=itc --k-test=9 | --k-test has no effect: the order is that of the",
        "eval captions --predictions=x --references=y --jar-minutes=9 | --jar-minutes requires"
            + " --meteor-jar or --spice-jar",
        "eval compositional --suite=scenes --clip-benchmark | --clip-benchmark requires --output-dir",
        "eval compositional --suite=x --key-col=y | --key-col requires --input-dataset",
        "eval compositional --suite=scenes --input-dataset=scenes:test,count=2 --image-root=y | a"
            + " root of the images, which are the samples' own files, has no effect in the layout",
        "eval compare a b --html=y --caption-lines=each | --caption-lines requires --input-dataset",
        "eval compare a b --image-root=y | --image-root requires --html",
        "eval compositional --list --suite=x | --suite has no effect with --list",
        "eval compositional --suite={d}/s.csv --score-by=table --model=x | --model has no effect with"
            + " --score-by table",
        "eval compositional --suite={d}/s.csv --query-prompt=x | --query-prompt has no effect with the"
            + " table's own column 'score'",
        "eval datacomp --list --model=x | --model has no effect with --list",
        "eval report x --output-dir=y --junit=z | --junit requires --require",
        "data convert x --out=y --epoch=1 | --epoch requires --plan",
        "data convert x --out=y --seed=2 | --seed requires --captions-from",
        "data convert x --out=y --truth=none | --truth requires --captions-from",
        "data inspect x --examples=5 | --examples requires --html",
        "data check x --input-dataset=y | --input-dataset requires --html",
        "data check x --html=y --key-col=z | --key-col requires --input-dataset",
        "data inspect {d}/rejects.parquet --html=y | --html has no effect with a table of rejects",
        "data inspect {d}/rejects.parquet --key-col=y | --key-col has no effect with a table of",
        "data inspect {d}/list.json --limit=3 | --limit has no effect with a file of questions",
        "model verify x --tolerance=1 | --tolerance requires --against",
        "judge x --server=http://y --model=z --key-col=k | --key-col requires --input-dataset",
        "judge x --server=http://y --model=z --max-cost=1 | a limit on the cost needs the prices",
        "embed --input-dataset=scenes:test,count=2 --model=x --out=y --key-col=k | has no effect in"
            + " the layout scenes",
        "reproduce scenes --out=x --collect --jobs=2 | --jobs has no effect with --collect",
        "reproduce scenes --out=x --collect --despite-gate | --despite-gate has no effect with",
        "reproduce scenes --out=x --comparison=y --quick | --quick has no effect with --comparison",
        "reproduce scenes --out=x --comparison=y --framework=blip2 | --framework has no effect with",
        "reproduce photographs --out=x --data=y --taxonomy=z --wordnet=w | --wordnet has no effect",
        "tell --model=x --input-dataset=scenes:test,count=2 --out=y --beams=1 --length-penalty=1 |"
            + " --length-penalty has no effect with --beams 1",
        "finetune vqa --out=x --images=y | --images requires --train or --held or --test",
        "finetune vqa --out=x --held-images=y | --held-images requires --held",
        "finetune nlvr --out=x --test-images=y | --test-images requires --test"
      })
  void areRefusedBeforeAnyWork(String command, String message) throws IOException {
    Files.writeString(
        folder.resolve("s.csv"), "item,image,caption,match,score\n1,a,b,1,1\n1,a,c,0,0\n");
    Files.writeString(
        folder.resolve("list.json"),
        "[{\"question_id\": 1, \"question\": \"what?\", \"answer\": [\"a\"], \"image\": \"i\"}]");
    Rejects.write(folder.resolve("rejects.parquet"), List.of(new Reject("a", "b", "c")));
    Cli.Result result = Cli.launch((Object[]) command.replace("{d}", "" + folder).split(" "));

    assertThat(result.errors()).contains(message).contains("falcon").hasLineCount(1);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.output()).isEmpty();
    assertThat(folder.resolve("s.csv")).exists();
  }

  @Test
  void aDefaultIsAcceptedEverywhere() {
    assertThat(Cli.launch("lists", "--margin-to=least").errors()).contains("needs --direction");
    assertThat(Cli.launch("eval", "retrieval", "--folds=1", "--qrels=x", "--truth=y").errors())
        .contains("--qrels measures texts");
  }

  @Test
  void effectsNameOptionsOfTheirOwnCommand() {
    List<String> unknown = new ArrayList<>();
    check(FalconCommand.whole(), unknown);
    assertThat(unknown).isEmpty();
  }

  private static void check(CommandLine command, List<String> unknown) {
    CommandSpec spec = command.getCommandSpec();
    for (OptionSpec option : spec.options()) {
      OptionNeeds.effect(spec, option).stream()
          .flatMap(effect -> Stream.of(effect.with(), effect.without()))
          .flatMap(Stream::of)
          .filter(name -> spec.findOption(name) == null)
          .forEach(name -> unknown.add(command.getCommandName() + " " + name));
    }
    command.getSubcommands().values().forEach(each -> check(each, unknown));
  }

  @Test
  void anOptionThatSaysWithWhichItCountsIsRefusedWithoutIt() {
    List<String> unruled = new ArrayList<>();
    unruled(FalconCommand.whole(), unruled);
    assertThat(unruled)
        .as("options without an @Effect; the four are refused by what they are given to")
        .containsExactlyInAnyOrder(
            "lists --witness", "lists --judge", "lists --candidates", "label --quantile");
  }

  private static void unruled(CommandLine command, List<String> found) {
    CommandSpec spec = command.getCommandSpec();
    for (OptionSpec option : spec.options()) {
      Matcher says = WITH.matcher(String.join(" ", option.description()));
      boolean ruled =
          OptionNeeds.effect(spec, option)
              .filter(effect -> says.lookingAt() && List.of(effect.with()).contains(says.group(1)))
              .isPresent();
      if (says.lookingAt() && !ruled) {
        found.add(command.getCommandName() + " " + option.longestName());
      }
    }
    command.getSubcommands().values().forEach(each -> unruled(each, found));
  }
}
