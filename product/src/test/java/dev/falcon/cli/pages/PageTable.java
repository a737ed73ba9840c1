// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.pages;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What of the pages' shell code does not run in a test, or runs smaller, and why. */
final class PageTable {
  private static final String GPU = "needs a GPU";
  private static final String DOWNLOADS = "downloads";
  private static final String BUILDS = "builds Falcon";
  private static final String PEOPLE = "a person answers, here a script";
  private static final String LONG = "takes hours";
  private static final String PHOTOGRAPHS = "a data set that is not here; it has a test of its own";
  private static final String SLURM = "SlurmScriptsTest runs it";
  private static final String SPARK = "Spark is not in the build";
  private static final String LARGE = "takes minutes, or a network of 384 pixels";
  private static final String EPOCH = " --set threads=1 --set train.epochs=1";
  private static final String SMALL = EPOCH + " --set train.batch_size=8 --set model.image_size=32";

  /** Commands of a page that have these words do not run. */
  private record NotRun(String page, String words, String why) {}

  /** These words of a page are replaced. */
  private record Smaller(String page, String words, String instead, String why) {}

  private static final List<NotRun> NOT_RUN =
      List.of(
          new NotRun("caption-and-answer", "falcon tell", "a checkpoint of 15 GB"),
          new NotRun("caption-and-answer", "stage", "the same, and minutes on Scenes"),
          new NotRun("fine-tune-a-sentence-encoder", "pip install", DOWNLOADS),
          new NotRun("fine-tune-a-sentence-encoder", "falcon mine", "needs that model's vectors"),
          new NotRun("fine-tune-a-sentence-encoder", "falcon lists", "needs that model's vectors"),
          new NotRun("fine-tune-a-sentence-encoder", "minilm", "needs PyTorch and a download"),
          new NotRun("get-a-model", "pip install", DOWNLOADS),
          new NotRun("get-a-model", "minilm", DOWNLOADS),
          new NotRun("hard-negatives-for-sentence-transformers", "--model minilm", DOWNLOADS),
          new NotRun("hard-negatives-for-flagembedding", "--model minilm", DOWNLOADS),
          new NotRun("install", "mvn ", BUILDS),
          new NotRun("install", "jlink", BUILDS),
          new NotRun("install", "docker ", BUILDS),
          new NotRun("many-machines", "/scratch", SLURM),
          new NotRun("many-machines", "merge.sh", SLURM),
          new NotRun("many-machines", "mine.sh", SLURM),
          new NotRun("many-machines", "embed.sh", SLURM),
          new NotRun("many-machines", "audit.sh", SLURM),
          new NotRun("many-machines", "falcon merge \"$1\"", SLURM),
          new NotRun("many-machines", "mvn ", SPARK),
          new NotRun("many-machines", "spark-submit", SPARK),
          new NotRun("many-machines", "--spark", SPARK),
          new NotRun("reproduce", "falcon reproduce scenes --out comparison", LONG),
          new NotRun("reproduce", "--quick", LONG),
          new NotRun("reproduce", "--framework blip2", LONG),
          new NotRun("reproduce", "--out longer", LONG),
          new NotRun("reproduce", "--downstream", LONG),
          new NotRun("reproduce", "--suite scenes-both", LONG),
          new NotRun("reproduce", "falcon reproduce photographs", PHOTOGRAPHS),
          new NotRun("reproduce", "falcon train --preset albef-base", "takes 15.3 GB"),
          new NotRun("use-a-gpu", "--device cuda", GPU),
          new NotRun("use-a-gpu", "FALCON_MAVEN_FLAGS", DOWNLOADS),
          new NotRun("use-a-gpu", "/opt/onnxruntime-gpu", DOWNLOADS));

  private static final List<Smaller> SMALLER =
      List.of(
          new Smaller("audit-false-negatives", "--max-pairs 12000", "--max-pairs 600", LARGE),
          new Smaller("embed-a-dataset", "count=100000", "count=300", LARGE),
          new Smaller("fine-tune", "--count 3000", "--count 40", LARGE),
          new Smaller("fine-tune", "--statements 3000", "--statements 10", LARGE),
          new Smaller("fine-tune", "--count 600", "--count 12", LARGE),
          new Smaller("fine-tune", "--statements 600", "--statements 5", LARGE),
          new Smaller(
              "fine-tune",
              "--method falcon+",
              "--method falcon+ --config $SHARED/tiny.yaml",
              LARGE),
          new Smaller(
              "fine-tune",
              "--preset scenes-tiny --out",
              "--preset scenes-tiny" + EPOCH + " --out",
              LARGE),
          new Smaller("fine-tune", "--set train.epochs=12", EPOCH, LARGE),
          new Smaller("fine-tune", "--preset vqa2", "--preset vqa2" + SMALL, LARGE),
          new Smaller("fine-tune", "--preset nlvr2", "--preset nlvr2" + SMALL, LARGE),
          new Smaller(
              "fine-tune",
              "--out assigned-coco",
              "--out assigned-coco --set train.batch_size=8" + EPOCH,
              LARGE),
          new Smaller(
              "fine-tune",
              "--preset coco",
              "--preset coco" + SMALL + " --set objective.momentum.queue=16",
              LARGE),
          new Smaller("how-many-are-false", "falcon label", "scripted label", PEOPLE),
          new Smaller("how-many-are-false", "falcon judge", "scripted judge", "a model's server"),
          new Smaller("how-many-are-false", "--max-pairs 20000", "--max-pairs 300", LARGE),
          new Smaller("how-many-are-false", "--count 300", "--count 60", LARGE),
          new Smaller("many-machines", "/nfs/", "nfs/", "a shared folder"),
          new Smaller(
              "train-and-export",
              "eval retrieval --model model",
              "eval retrieval --input-dataset scenes:test,count=60 --model model",
              LARGE),
          new Smaller("reproduce", "--seeds 5", "--seeds 1 --comparison mine.yaml", LONG),
          new Smaller("reproduce", "--collect", "--collect --comparison mine.yaml", LONG),
          new Smaller("reproduce", "reproduce coco", "reproduce coco --only grit --seeds 1", LONG),
          new Smaller(
              "train-and-export",
              "--method falcon",
              "--method falcon --config $SHARED/tiny.yaml",
              LARGE));

  private PageTable() {}

  /** A page's command as the test runs it. */
  static String runnable(String page, String command) {
    if (NOT_RUN.stream()
        .anyMatch(not -> page.equals(not.page()) && command.contains(not.words()))) {
      return ":";
    }
    String small = command;
    for (Smaller smaller : SMALLER) {
      if (page.equals(smaller.page())) {
        small = small.replace(smaller.words(), smaller.instead());
      }
    }
    return small;
  }

  /** What the table names and the pages' code does not have. */
  static List<String> unused(Map<String, String> codes) {
    return Stream.concat(
            NOT_RUN.stream().map(not -> List.of(not.page(), not.words())),
            SMALLER.stream().map(smaller -> List.of(smaller.page(), smaller.words())))
        .filter(entry -> !codes.getOrDefault(entry.get(0), "").contains(entry.get(1)))
        .map(entry -> entry.get(0) + ": " + entry.get(1))
        .toList();
  }
}
