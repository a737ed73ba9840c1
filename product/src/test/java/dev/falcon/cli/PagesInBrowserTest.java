// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.falcon.data.report.Markup;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A browser without a window lays out the pages, wide and as on a telephone: nothing sticks out of
 * the page, every chart is seen whole, and no letter is too small to read. Skipped where no browser
 * is installed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesInBrowserTest {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome");

  /** Pages have no script; the copy that is looked at, in a frame, has one that measures. */
  private static final String MEASURES =
      """
      <script>
      const smallest = Math.min(100, ...[...document.querySelectorAll('svg text')]
          .filter(text => text.textContent.trim() !== '' && text.getClientRects().length > 0)
          .map(text => text.getBoundingClientRect().height));
      const cut = [...document.querySelectorAll('.plot .wide')]
          .filter(chart => chart.scrollWidth > chart.clientWidth).length;
      const out = document.createElement('pre');
      out.textContent = 'width ' + document.documentElement.scrollWidth + ' of '
          + window.innerWidth + ', letters ' + smallest.toFixed(1) + ', cut ' + cut + ', background '
          + getComputedStyle(document.body).backgroundColor + ';';
      parent.document.body.append(out);
      </script>
      """;

  private static final Pattern MEASURED =
      Pattern.compile(
          "width ([0-9]+) of ([0-9]+), letters ([0-9.]+), cut ([0-9]+), background ([^;]+);");

  @TempDir private static Path folder;
  private Optional<Path> browser = Optional.empty();

  @BeforeAll
  void makePages() {
    browser =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .filter(directory -> !directory.isEmpty())
            .flatMap(directory -> BROWSERS.stream().map(name -> Path.of(directory, name)))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(browser.isPresent(), "no browser of Chromium's kind on the path");
    Path data = folder.resolve("data");
    Path plan = folder.resolve("plan.parquet");
    Path store = folder.resolve("store");
    launch("data", "generate", "scenes", "--count=60", "--quiet", "--out=" + data);
    launch("data", "inspect", data, "--html=" + folder.resolve("inspect.html"));
    launch("embed", "--input-dataset=" + data, "--model=" + model(), "--quiet", "--out=" + store);
    launch(
        "mine",
        "--embeddings=" + store,
        "--input-dataset=" + data,
        "--quantiles=0.9",
        "--batch-size=10",
        "--quiet",
        "--out=" + plan,
        "--html=" + folder.resolve("plan.html"));
    launch(
        "lists",
        "--embeddings=" + store,
        "--input-dataset=" + data,
        "--direction=text-image",
        "--num-negatives=5",
        "--relative-margin=0.05",
        "--quiet",
        "--out=" + folder.resolve("lists.parquet"),
        "--html=" + folder.resolve("lists.html"));
    launch(
        "audit-fn",
        "--input-dataset=" + data,
        "--embeddings=" + store,
        "--plan=" + plan,
        "--model=" + model(),
        "--quiet",
        "--out=" + folder.resolve("audit"));
    for (String score : List.of("itc", "itm")) {
      launch(
          "eval",
          "compositional",
          "--model=" + model(),
          "--suite=scenes",
          "--input-dataset=" + data,
          "--score-by=" + score,
          "--quiet",
          "--output-dir=" + folder.resolve(score));
    }
    launch(
        "eval",
        "compare",
        folder.resolve("itc"),
        folder.resolve("itm"),
        "--input-dataset=" + data,
        "--html=" + folder.resolve("compare.html"));
  }

  private static Path model() {
    return Path.of("..", "onnx-models", "scenes-tiny");
  }

  private static void launch(Object... arguments) {
    Cli.Result result = Cli.launch(arguments);
    assertThat(result.exitCode()).as(result.errors()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "inspect.html, 1100", "inspect.html, 400",
    "plan.html, 1100", "plan.html, 400",
    "lists.html, 1100", "lists.html, 400",
    "compare.html, 1100", "compare.html, 400",
    "audit/report.html, 1100", "audit/report.html, 400"
  })
  void nothingSticksOutAndAllIsLegible(String page, int width)
      throws IOException, InterruptedException {
    String copy = Files.readString(folder.resolve(page)).replace("</body>", MEASURES + "</body>");
    // Windows have a least width, frames have not.
    Path frame = folder.resolve("frame.html");
    Files.writeString(
        frame,
        "<!doctype html><body><iframe style=\"width:"
            + width
            + "px;height:2000px\" srcdoc=\""
            + Markup.escape(copy)
            + "\"></iframe></body>");

    Matcher measured = MEASURED.matcher(layOut(frame));

    assertThat(measured.find()).isTrue();
    assertThat(Integer.parseInt(measured.group(2))).isEqualTo(width);
    assertThat(Integer.parseInt(measured.group(1))).isLessThanOrEqualTo(width);
    assertThat(Double.parseDouble(measured.group(3))).isGreaterThan(9);
    assertThat(measured.group(4)).as("charts that have to be scrolled").isEqualTo("0");
    assertThat(measured.group(5)).isEqualTo("rgb(255, 255, 255)");
  }

  private String layOut(Path page) throws IOException, InterruptedException {
    Path dom = folder.resolve("dom.html");
    Process process =
        new ProcessBuilder(
                browser.orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=1300,2100",
                "--dump-dom",
                page.toUri().toString())
            .redirectOutput(dom.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return Files.readString(dom);
  }
}
