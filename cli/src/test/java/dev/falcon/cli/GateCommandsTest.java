// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class GateCommandsTest {
  @TempDir private Path folder;

  private Path run(String name, double cifar, double flowers) throws IOException {
    Path run = Files.createDirectories(folder.resolve(name));
    Files.writeString(
        run.resolve("eval_results.jsonl"),
        """
        {"key": "cifar10", "dataset": "CIFAR-10", "metrics": {"acc1": %1$s, "acc5": 0.9, "main_metric": %1$s}}
        {"key": "vtab/flowers", "dataset": "Oxford Flowers-102", "metrics": {"main_metric": %2$s}}
        """
            .formatted(cifar, flowers));
    return run;
  }

  private Cli.Result report(Path run, Object... more) {
    Object[] all = new Object[more.length + 6];
    System.arraycopy(more, 0, all, 6, more.length);
    all[0] = "eval";
    all[1] = "report";
    all[2] = run;
    all[3] = "--output-dir";
    all[4] = folder.resolve("report");
    all[5] = "--overwrite";
    return Cli.launch(all);
  }

  @Test
  void boundsOfARunHoldOrFailWithTheirNumbers() throws IOException {
    Path run = run("run", 0.5, 0.2);
    assertThat(report(run, "--require", "average>=0.35").exitCode()).isZero();
    assertThat(report(run, "--require", "Average >= .36").exitCode()).isEqualTo(1);
    // 0.5 of 10,000 samples lies in [0.4902, 0.5098]
    assertThat(report(run, "--require", "cifar10>=0.509").exitCode()).isZero();
    Cli.Result above = report(run, "--require", "cifar10>=0.51", "--require", "vtab/flowers<=0.2");
    assertThat(above.exitCode()).isEqualTo(1);
    assertThat(above.errors())
        .contains("gate FAILS: cifar10>=0.51: 0.5000 [0.4902, 0.5098]")
        .contains("gate holds: vtab/flowers<=0.2: 0.2000");
    assertThat(report(run, "--require", "cifar10.acc5>=0.9").exitCode()).isZero();
    assertThat(report(run, "--require", "cifar10.acc5>=0.9001").exitCode()).isEqualTo(1);
  }

  @Test
  void differenceWithinNoiseIsNotWorse() throws IOException {
    Path before = run("before", 0.51, 0.2);
    String gate = "cifar10 not-worse-than " + before;
    assertThat(report(run("same", 0.5, 0.2), "--require", gate).exitCode()).isZero();
    Cli.Result worse = report(run("worse", 0.49, 0.2), "--require", gate);
    assertThat(worse.exitCode()).isEqualTo(1);
    assertThat(worse.errors()).contains("baseline 0.5100", "difference -0.0200 [-0.0338, -0.0061]");
    // of flowers nothing is known but the number
    String flowers = "vtab/flowers not-worse-than " + before.resolve("eval_results.jsonl");
    assertThat(report(run("less", 0.5, 0.199), "--require", flowers).exitCode()).isEqualTo(1);
    String average = "average not-worse-than " + before;
    assertThat(report(run("both", 0.2, 0.1), "--require", average).exitCode()).isEqualTo(1);
    assertThat(report(run("one", 0.2, 0.9), "--require", average).exitCode()).isZero();
  }

  @Test
  void missingMetricFailsAndAWrongGateIsRefused() throws IOException {
    Path run = run("run", 0.5, 0.2);
    Cli.Result missing = report(run, "--require", "imagenet1k.acc1>=0.1");
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.errors()).contains("has no imagenet1k.acc1; it has", "cifar10");
    for (String wrong : new String[] {"average", "average==1", "average>=high", "average>=1.2.3"}) {
      Cli.Result result = report(run, "--require", wrong);
      assertThat(result.exitCode()).as(wrong).isEqualTo(2);
      assertThat(result.errors().lines()).hasSize(1);
    }
    Cli.Result nowhere = report(run, "--require", "average not-worse-than " + folder.resolve("x"));
    assertThat(nowhere.exitCode()).isEqualTo(1);
    assertThat(nowhere.errors()).contains("is no run");
  }

  @Test
  void gatesAreTestCasesOfJUnit() throws Exception {
    Path run = run("run", 0.5, 0.2);
    Path xml = folder.resolve("gates.xml");
    Cli.Result result =
        report(run, "--junit", xml, "--require", "average>=0.1", "--require", "average>=0.9");
    assertThat(result.exitCode()).isEqualTo(1);
    Element root =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(xml.toFile())
            .getDocumentElement();
    Element suite = (Element) root.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("name")).isEqualTo("falcon eval report");
    assertThat(suite.getAttribute("tests")).isEqualTo("2");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    NodeList cases = root.getElementsByTagName("testcase");
    assertThat(((Element) cases.item(0)).getAttribute("name")).isEqualTo("average>=0.1");
    Element failure = (Element) root.getElementsByTagName("failure").item(0);
    assertThat(failure.getParentNode()).isSameAs(cases.item(1));
    assertThat(failure.getAttribute("message")).isEqualTo("0.3500");
  }

  @Test
  void auditsAreGatedByTheirFindings() {
    Path audit = folder.resolve("audit");
    Cli.Result high = audit(audit, "hardest<=0.10", "easiest<=0.9");
    assertThat(high.exitCode()).as(high.errors()).isEqualTo(1);
    assertThat(high.errors())
        .contains("gate FAILS: hardest<=0.10: 0.")
        .contains("the audit has no easiest; it has ");
    Cli.Result same =
        audit(audit, "hardest<=0.9", "hardest not-worse-than " + audit.resolve("audit.json"));
    assertThat(same.exitCode()).as(same.errors()).isZero();
    assertThat(same.errors()).contains("difference 0.0000 [-");
  }

  private static Cli.Result audit(Path out, String... gates) {
    List<Object> words = new ArrayList<>();
    words.addAll(
        List.of("audit-fn", "--quiet", "--max-pairs", "1000", "--out", out, "--overwrite"));
    for (String gate : gates) {
      words.add("--require=" + gate);
    }
    return Cli.launch(words.toArray());
  }
}
