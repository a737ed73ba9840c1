// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs compared with others that their command has made again. */
class VerifyAgainstTest {
  private static final Path MODEL = Workbench.MODEL;

  @TempDir private Path folder;

  private Workbench bench;

  @BeforeEach
  void openBench() {
    bench = new Workbench(folder);
  }

  @Test
  void equalOutputsOfAllKindsHold() {
    for (String name : new String[] {"one", "two"}) {
      bench.made("data generate scenes --count 60 --seed 3 --out :data-" + name);
      bench.made("embed --input-dataset :data-one --model " + MODEL + " --out :vectors-" + name);
      bench.made(
          "mine --embeddings :vectors-one --quantiles 0.9 --search-space 60 --batch-size 10 --out"
              + " :plan-"
              + name
              + ".csv");
      bench.made("audit-fn --embeddings :vectors-one --plan :plan-one.csv --out :audit-" + name);
    }
    for (String output : new String[] {"data-%s", "vectors-%s", "plan-%s.csv", "audit-%s"}) {
      Cli.Result result =
          bench.falcon(
              "verify :"
                  + output.formatted("one")
                  + " --against :"
                  + output.formatted("two")
                  + " --input :data-one --input :vectors-one --input :plan-one.csv");
      assertThat(result.exitCode()).as(output + result.output() + result.errors()).isZero();
      assertThat(result.output()).contains("every byte of ");
    }
  }

  @Test
  void aDifferenceIsNamedInTheWordsOfTheOutput() throws IOException {
    bench.made("data generate scenes --count 60 --seed 3 --out :one");
    bench.made("data generate scenes --count 60 --seed 4 --out :other");
    assertThat(bench.falcon("verify :one --against :other").output())
        .contains("DIFFERS")
        .contains("made with seed 3, made again with 4");
    assertThat(bench.falcon("verify :one --against :other").exitCode()).isEqualTo(1);

    bench.made("embed --input-dataset :one --model " + MODEL + " --out :vectors");
    String mine = "mine --embeddings :vectors --quantiles 0.9 --search-space 60 --batch-size 10";
    bench.made(mine + " --out :plan/plan.csv");
    bench.made(mine + " --out :again/plan.csv");
    Path again = folder.resolve("again/plan.csv");
    Files.writeString(again, Files.readString(again).replaceFirst("(?m)^0,0,0,0,", "0,0,0,7,"));
    assertThat(bench.falcon("verify :plan/plan.csv --against :again/plan.csv").output())
        .contains("plan.csv: row 0 (epoch 0), column position: is 0, made again 7");

    bench.made("data generate scenes --count 60 --seed 3 --out :whole");
    Path some = folder.resolve("whole/00000.tar");
    assertThat(bench.falcon("verify :one --against :whole").exitCode()).isZero();
    Files.delete(some);
    assertThat(bench.falcon("verify :one --against :whole").output())
        .contains(some.getFileName() + ": is not there when it is made again");
  }

  @Test
  void theOutputItselfIsRefused() {
    bench.made("data generate scenes --count 60 --out :one");
    Cli.Result result = bench.falcon("verify :one --against :one");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).contains("is the output itself; name one that was made again");
  }
}
