// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.cli.Cli;
import dev.falcon.cli.TinyRuns;
import dev.falcon.cli.internal.process.ChildProcesses;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.reproduce.Comparisons;
import dev.falcon.reproduce.model.ComparisonReader;
import dev.falcon.reproduce.model.ComparisonRequest;
import dev.falcon.reproduce.model.ComparisonResult;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons of networks so small that a run takes a second beside its process's start. */
class ReproduceCommandTest {
  private static final String SHARED =
      """
      name: tiny
      preset: scenes-tiny
      seeds: 2
      baseline: uniform
      pace: uniform
      claims: {grit: uniform}
      set:
      %s
      variants:
        - {name: uniform, about: random batches, set: {method.name: uniform}}
      """;

  @TempDir private Path folder;
  private Path comparison;
  private Path out;

  @BeforeEach
  void name() {
    comparison = folder.resolve("comparison.yaml");
    out = folder.resolve("out");
  }

  private Cli.Result reproduce(Object... more) {
    Object[] all = new Object[more.length + 7];
    all[0] = "reproduce";
    all[1] = "scenes";
    all[2] = "--comparison";
    all[3] = comparison;
    all[4] = "--out";
    all[5] = out;
    all[6] = "--quiet";
    System.arraycopy(more, 0, all, 7, more.length);
    return Cli.launch(all);
  }

  private void write(String... variants) throws IOException {
    String shared = SHARED.formatted(TinyRuns.keys().indent(2));
    Files.writeString(comparison, shared + String.join("", variants));
  }

  /** The steps of a run's event file, by a reader in Python that shares nothing with the writer. */
  private static void requireEvents(Path run) throws Exception {
    Path reader = Path.of(ReproduceCommandTest.class.getResource("/read_events.py").toURI());
    Process process;
    try {
      process =
          new ProcessBuilder(
                  System.getProperty("falcon.python", "python3"),
                  reader.toString(),
                  run.resolve("events.out.tfevents.0000000000.falcon").toString())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      assumeThat(false).as("no python3 here: " + e.getMessage()).isTrue();
      return;
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    Map<Long, Float> rates = new TreeMap<>();
    for (String line : text.lines().toList()) {
      JsonNode scalar = Json.mapper().readTree(line);
      if (scalar.get("tag").asText().equals("learning_rate")) {
        float value = (float) scalar.get("value").asDouble();
        assertThat(rates.put(scalar.get("step").asLong(), value)).as("once per step").isNull();
      }
    }
    Map<Long, Float> expected = new TreeMap<>();
    for (String line : Files.readAllLines(run.resolve("metrics.jsonl"))) {
      JsonNode step = Json.mapper().readTree(line);
      if (step.has("learning_rate")) {
        expected.put(step.get("step").asLong(), (float) step.get("learning_rate").asDouble());
      }
    }
    assertThat(rates).isNotEmpty().isEqualTo(expected);
  }

  private ComparisonResult run(BooleanSupplier stop) {
    ChildProcesses child = ChildProcesses.ofThisOne(1);
    return Comparisons.run(
        new ComparisonRequest(
            ComparisonReader.read(comparison),
            new ComparisonRequest.Chosen(Optional.empty(), List.of(), List.of(), 1),
            1,
            out,
            false,
            false,
            Optional.empty(),
            new ComparisonRequest.Processes(child.command(), child.classPath()),
            new ComparisonRequest.Watch(Progress.NONE, line -> {}, stop)));
  }

  @Test
  void comparesRunsAndReportsTheOneThatDiverged() throws Exception {
    write(
        "  - {name: grit, set: {method.name: grit}}\n",
        "  - {name: wild, seeds: 1, set: {model.temperature: {lowest: 1.0e-38, initial: 1.0e-38}}}\n");
    Cli.Result result = reproduce("--json");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    assertThat(result.errors()).contains("wild with seed 1: diverged: step 0: ");
    JsonNode told = Json.mapper().readTree(result.output());
    ObjectNode record = (ObjectNode) Json.readTree(out.resolve("comparison.json"));
    record.remove("record_sha256");
    assertThat(told).isEqualTo(record);
    requireEvents(out.resolve("runs/grit/seed-1"));
    assertThat(told.get("complete").asBoolean()).isTrue();
    JsonNode grit = told.at("/variants/1");
    assertThat(grit.at("/runs/1/seed").asInt()).isEqualTo(2);
    assertThat(grit.at("/runs/1/status").asText()).isEqualTo("finished");
    assertThat(grit.at("/measures/quantile_mean/mean").asDouble()).isEqualTo(1);
    double here = grit.at("/runs/0/values/truth_img_map").asDouble();
    double there = told.at("/variants/0/runs/0/values/truth_img_map").asDouble();
    double second =
        grit.at("/runs/1/values/truth_img_map").asDouble()
            - told.at("/variants/0/runs/1/values/truth_img_map").asDouble();
    assertThat(grit.at("/differences/truth_img_map/mean").asDouble())
        .isEqualTo((here - there + second) / 2);
    JsonNode wild = told.at("/variants/2/runs/0");
    assertThat(wild.get("status").asText()).isEqualTo("diverged");
    assertThat(wild.get("values")).isEmpty();
    assertThat(Files.readString(out.resolve("comparison.md"))).contains("| wild | 0 of 1 |");
    assertThat(Files.readAllLines(out.resolve("comparison.csv"))).hasSize(1 + 5);
    assertThat(told.at("/claims/2/findings/0/verdict").asText()).isEqualTo("not testable");
    assertThat(told.at("/claims/2/findings/0/lacking/0").asText())
        .isEqualTo("uniform has 2 of 3 seeds");
    assertThat(Files.readString(out.resolve("report.html"))).contains("wild", "</html>");

    JsonNode values = grit.at("/runs/0/values");
    assertThat(values.get("true_r1").asDouble())
        .isCloseTo(
            (values.get("truth_txt_r1").asDouble()
                    + values.get("truth_img_r1").asDouble()
                    + values.get("reranked_truth_txt_r1").asDouble()
                    + values.get("reranked_truth_img_r1").asDouble())
                / 4,
            within(1e-9));
    JsonNode turned =
        Json.mapper().readTree(reproduce("--collect", "--baseline", "grit", "--json").output());
    assertThat(turned.get("baseline").asText()).isEqualTo("grit");
    assertThat(turned.at("/variants/0/differences/truth_img_map/mean").asDouble())
        .isEqualTo(-grit.at("/differences/truth_img_map/mean").asDouble());
    assertThat(reproduce("--baseline", "none").errors()).contains("baseline must name a variant");

    // What is at its end is read and not run: nothing is left to start a process for.
    Cli.Result again = reproduce("--json");
    assertThat(again.output()).isEqualTo(result.output());

    assertThat(reproduce("--suite", "valse").errors())
        .contains("--suite must be scenes or scenes-both; it is 'valse'");
    Cli.Result items = reproduce("--suite", "scenes-both", "--json");
    assertThat(items.exitCode()).as(items.errors()).isZero();
    JsonNode judged = Json.mapper().readTree(items.output()).at("/variants/1");
    Path byItem = out.resolve("items");
    for (String order : List.of("contrast", "matching")) {
      String measure = order.equals("contrast") ? "items" : "matched_items";
      JsonNode compared =
          Json.mapper()
              .readTree(
                  Cli.launch(
                          "eval",
                          "compare",
                          byItem.resolve("uniform/seed-1").resolve(order),
                          byItem.resolve("grit/seed-1").resolve(order),
                          byItem.resolve("uniform/seed-2").resolve(order),
                          byItem.resolve("grit/seed-2").resolve(order),
                          "--json",
                          "--quiet")
                      .output());
      assertThat(compared.at("/all/items").asInt()).isGreaterThan(20);
      assertThat(judged.at("/differences/" + measure + "/mean").asDouble())
          .isCloseTo(compared.at("/all/difference").asDouble(), within(1e-9));
      assertThat(judged.at("/differences/" + measure + "_image/mean").asDouble())
          .isCloseTo(compared.at("/image_side").asDouble(), within(1e-9));
    }
    assertThat(Files.readString(out.resolve("comparison.md"))).contains("Items right by matching");
    assertThat(reproduce("--collect", "--json").output()).isEqualTo(items.output());
  }

  @Test
  void fineTunesEveryRunsCheckpointWhereThatIsAsked() throws IOException {
    write("  - {name: wild, set: {model.temperature: {lowest: 2.0e-6, initial: 2.0e-6}}}\n");
    Cli.Result plain = reproduce("--seeds", 1);
    assertThat(plain.exitCode()).as(plain.errors()).isZero();
    String without = Files.readString(out.resolve("comparison.csv"));
    assertThat(without).doesNotContain("accuracy");
    Files.writeString(
        comparison,
        Files.readString(comparison)
            + "downstream: {tasks: [vqa], images: 12, held_images: 4,"
            + " set: {train.epochs: 1, train.batch_size: 4}}\n");
    Cli.Result result = reproduce("--seeds", 1, "--downstream", "vqa,nlvr,retrieval", "--json");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    JsonNode told = Json.mapper().readTree(result.output());
    assertThat(told.get("complete").asBoolean()).as("what diverged has no downstream").isTrue();
    JsonNode values = told.at("/variants/0/runs/0/values");
    Path tasks = out.resolve("downstream");
    for (String task : List.of("vqa", "nlvr")) {
      Path run = tasks.resolve(task).resolve("uniform/seed-1");
      assertThat(values.get(task + "_accuracy"))
          .isEqualTo(Json.readTree(run.resolve("result.json")).at("/scores/held/accuracy"));
    }
    assertThat(values.get("fine_tuned_txt_r1").asDouble())
        .isEqualTo(
            Json.readTree(tasks.resolve("retrieval/uniform/seed-1/result.json"))
                .at("/reranked/txt_r1")
                .asDouble());
    assertThat(Files.exists(tasks.resolve("vqa/wild"))).isFalse();
    assertThat(out.resolve("comparison.md"))
        .content()
        .contains("| VQA accuracy | NLVR accuracy | fine-tuned TR@1 | fine-tuned IR@1 |");
    assertThat(out.resolve("comparison.csv")).content().contains(",true_r1,vqa_accuracy,");
    assertThat(out.resolve("report.html")).content().contains("<h2>Fine-tuned</h2>");

    // What is at its end is read wherever the folder lies, and an older comparison is as it was.
    Path moved = folder.resolve("moved");
    Files.move(out, moved);
    out = moved;
    assertThat(
            Json.mapper()
                .readTree(reproduce("--collect", "--seeds", 1, "--json").output())
                .at("/variants/0/runs/0/values/vqa_accuracy"))
        .isEqualTo(values.get("vqa_accuracy"));
    write("  - {name: wild, set: {model.temperature: {lowest: 2.0e-6, initial: 2.0e-6}}}\n");
    assertThat(reproduce("--collect", "--seeds", 1).exitCode()).isZero();
    assertThat(out.resolve("comparison.csv")).hasContent(without);
    assertThat(reproduce("--downstream", "vqa,caption").errors())
        .contains("no task 'caption'; known are [vqa, nlvr, retrieval]");
    assertThat(
            Cli.launch(
                    "reproduce",
                    "scenes",
                    "--framework",
                    "siglip2",
                    "--downstream",
                    "vqa",
                    "--out",
                    folder.resolve("other"))
                .errors())
        .contains("cannot be fine-tuned; only runs of ALBEF on Scenes can");
  }

  @Test
  void resumesAfterAnInterruption() throws IOException {
    write();
    String text = Files.readString(comparison);
    Files.writeString(
        comparison,
        text.replace("epochs: 3", "epochs: 25")
            .replace("threads: 1", "threads: 1\n  checkpoint: {every_steps: 5, keep: 1}"));
    Path checkpoints = out.resolve("runs/uniform/seed-1/checkpoints");
    ComparisonResult.RunResult part =
        run(() -> Files.exists(checkpoints)).variants().get(0).runs().get(0);
    assertThat(part.status()).isEqualTo("interrupted");
    assertThat(part.steps()).isBetween(5L, 25 * 8 - 1L);
    ComparisonResult whole = run(() -> false);
    assertThat(whole.complete()).isTrue();
    assertThat(whole.variants().get(0).runs().get(0).steps()).isEqualTo(25 * 8);
  }

  @Test
  void refusesToMixRunsOfAnotherConfiguration() throws IOException {
    write();
    assertThat(reproduce("--seeds", 1).exitCode()).isZero();
    Cli.Result other = reproduce("--seeds", 1, "--set", "objective.consistency=0.5");
    assertThat(other.exitCode()).isEqualTo(2);
    assertThat(other.errors())
        .contains("seed-1: holds a run of another configuration; name another folder");
    Path identity = out.resolve("runs/uniform/seed-1/run.json");
    Files.writeString(
        identity, Files.readString(identity).replaceFirst("(arithmetic\" : )\\d+", "$10"));
    assertThat(reproduce("--seeds", 1).errors())
        .contains("a run of training arithmetic 0; this is");
    Cli.Result anew = reproduce("--seeds", 1, "--overwrite", "--json");
    assertThat(anew.exitCode()).as(anew.errors()).isZero();
    assertThat(anew.output()).contains("\"status\" : \"finished\"");
  }

  @Test
  void refusesWhatItDoesNotKnow() throws IOException {
    write();
    assertThat(reproduce("--only", "gritt").errors())
        .contains("no variant is called 'gritt'; known are [uniform]");
    assertThat(reproduce("--jobs", 0).exitCode()).isEqualTo(2);
    write("  - {name: grit, set: {method.nam: grit}}\n");
    assertThat(reproduce().errors()).contains("variant grit: configuration: no key is called");
    write("  - {name: grit, sets: {}}\n");
    assertThat(reproduce().errors())
        .contains("comparison.yaml: variants.1.sets: Unrecognized field \"sets\"");
    write("published: []\n");
    String text = Files.readString(comparison);
    Files.writeString(comparison, text.replace("{grit: uniform}", "{griit: uniform}"));
    assertThat(reproduce().errors()).contains("claims has no role 'griit'; known are [least, ");
    Files.writeString(comparison, text.replace("{grit: uniform}", "{grit: none}"));
    assertThat(reproduce().errors())
        .contains("comparison.yaml: claims.grit must name a variant; claims.grit=none");
    assertThat(Files.exists(out)).isFalse();
  }

  @Test
  void setsThePapersScoresBesideThoseOfCoco() throws IOException {
    Path config = folder.resolve("coco.yaml");
    Files.writeString(config, "preset: albef-base\ndata: {train: train.json, held: test.json}\n");
    Cli.Result result =
        Cli.launch("reproduce", "coco", "--config", config, "--out", out, "--collect", "--json");
    assertThat(result.exitCode()).as(result.errors()).isZero();
    JsonNode told = Json.mapper().readTree(result.output());
    assertThat(told.get("complete").asBoolean()).isFalse();
    assertThat(told.get("variants")).hasSize(23);
    assertThat(told.at("/variants/0/runs/2/status").asText()).isEqualTo("missing");
    assertThat(told.at("/claims/0/findings/1/lacking/0").asText())
        .isEqualTo("fixed-0.0 has 0 of 3 seeds");
    assertThat(Files.readString(out.resolve("comparison.md")))
        .contains("| GRIT-VLP, \\|M\\| = 1,920 | the paper | 60.60 | 83.52 |");
    assertThat(Files.readString(out.resolve("report.html"))).contains("<td>60.60</td>");
    assertThat(Cli.launch("reproduce", "coco", "--out", out).errors()).contains("--config");
    Files.writeString(config, "data: {train: train.json}\n");
    assertThat(Cli.launch("reproduce", "coco", "--config", config, "--out", out).errors())
        .contains("coco.yaml: no preset is named; one of [");
  }

  /** JPEG files and a JSON in COCO's form, and the paper's preset made small. */
  @Test
  void comparesOnAFolderShapedAsCocos() throws IOException {
    writeCoco("train", 10);
    writeCoco("held", 5);
    Files.write(
        folder.resolve("vocab.txt"),
        List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "dark", "bright", "room"));
    Path config = folder.resolve("coco.yaml");
    Files.writeString(
        config,
        """
        preset: albef-base
        threads: 1
        device: cpu
        data:
          train: %1$s/train.json
          held: %1$s/held.json
          text: {tokenizer: %1$s/vocab.txt, max_tokens: 12, held_tokens: 14}
        model:
          image_size: 32
          vision: {width: 16, heads: 2, layers: 1, feed_forward: 16}
          text: {width: 16, heads: 2, layers: 1, feed_forward: 16}
          fusion_layers: 1
          projection: 8
          max_tokens: 16
        objective: {momentum: {queue: 8}}
        method: {search_space: 10}
        scheduler: {quantiles: 8, hidden: 8}
        train: {epochs: 2, batch_size: 4}
        checkpoint: {every_steps: 0}
        evaluation: {rerank: 3, rerank_images: 5, rerank_captions: 5}
        """
            .formatted(folder));
    Object[] command = {
      "reproduce",
      "coco",
      "--config",
      config,
      "--out",
      out,
      "--only",
      "albef,falcon",
      "--seeds",
      1,
      "--json",
      "--quiet"
    };
    Cli.Result result = Cli.launch(command);
    assertThat(result.exitCode()).as(result.errors()).isZero();
    JsonNode told = Json.mapper().readTree(result.output());
    for (int variant : new int[] {0, 9}) {
      JsonNode run = told.at("/variants/" + variant + "/runs/0");
      assertThat(run.get("status").asText()).as(run.toString()).isEqualTo("finished");
      assertThat(run.at("/values/reranked_txt_r1").asDouble()).isBetween(0.0, 100.0);
      assertThat(run.at("/values").has("fn_batch")).as("COCO's truth is not known").isFalse();
    }
    assertThat(told.at("/variants/9/name").asText()).isEqualTo("falcon");
    assertThat(told.at("/variants/9/runs/0/slope/batches").asInt()).isPositive();
    assertThat(Files.readString(out.resolve("comparison.md")))
        .contains("| ALBEF | the paper | 55.60 |");
    assertThat(Cli.launch(command).output()).isEqualTo(result.output());
  }

  /** JPEG files of one grey each, with two captions. */
  private void writeCoco(String name, int count) throws IOException {
    ObjectNode json = Json.mapper().createObjectNode();
    ArrayNode images = json.putArray("images");
    ArrayNode annotations = json.putArray("annotations");
    for (int i = 0; i < count; i++) {
      BufferedImage image = new BufferedImage(40, 33, BufferedImage.TYPE_INT_RGB);
      Graphics2D graphics = image.createGraphics();
      graphics.setColor(new Color(255 * i / count, 255 * i / count, 255 * i / count));
      graphics.fillRect(0, 0, 40, 33);
      graphics.dispose();
      String file = name + i + ".jpg";
      ImageIO.write(image, "jpg", folder.resolve(file).toFile());
      images.addObject().put("id", i).put("file_name", file);
      String caption = 2 * i < count ? "a dark room" : "a bright room";
      annotations.addObject().put("image_id", i).put("caption", caption);
      annotations.addObject().put("image_id", i).put("caption", caption + " " + caption);
    }
    Json.write(folder.resolve(name + ".json"), json);
  }
}
