package dev.falcon.faults.disk;

import java.util.List;

/** Every command, made small, in an order in which each finds its inputs. */
final class Errands {
  private static final String MODEL = " --threads 1 --model {in}/model ";
  private static final String EMBED = "embed --num-workers 1 --input-dataset ";
  private static final String MINE =
      "mine --embeddings {in}/embed --quantiles 0.9 --search-space 6 --batch-size 3 ";
  private static final String TINY =
      " --set threads=1 --config {home}/training/src/test/resources/tiny.yaml ";

  private Errands() {}

  /** What the others need, first. */
  static final Errand FIRST =
      command(
          "scenes",
          """
          data generate scenes --count 12 --samples-per-shard 5 --questions-per-image 1
          --statements 4 --out {out}
          """);

  static List<Errand> all() {
    return List.of(
        FIRST,
        command(
            "parquet",
            "data convert {in}/scenes --samples-per-shard 8 --format parquet --out {out}"),
        command("of-json", "data convert {in}/ground/list.json --out {out}"),
        command(
            "of-coco",
            "data convert {in}/ground/coco.json --image-root {in}/ground/pictures --out {out}"),
        command(
            "of-karpathy",
            "data convert {in}/ground/karpathy.json --image-root {in}/ground/pictures --out {out}"),
        command(
            "of-csv",
            "data convert {in}/ground/table.csv --image-root {in}/ground/pictures.zip --out {out}"),
        command("of-folder", "data convert {in}/ground/pictures --out {out}"),
        command("of-glob", "data convert {in}/sc*/0*.tar --format parquet --out {out}"),
        command(
            "taxonomy",
            "data taxonomy --wordnet {in}/ground/data.noun --classes {in}/ground/wnids.txt --out {out}/kinds.tsv"),
        command(
            "captioned",
            """
            data convert {in}/ground/labelled --captions-from {in}/taxonomy/kinds.tsv
            --templates {in}/ground/templates.txt --format parquet --out {out}
            """),
        command("page", "data inspect {in}/scenes --html {out}/page.html"),
        command(
            "page-questions",
            "data inspect {in}/scenes/questions.json::{in}/scenes/annotations.json --html {out}/page.html"),
        command(
            "page-statements", "data inspect {in}/scenes/statements.jsonl --html {out}/page.html"),
        command("model-inspect", "model inspect {in}/model"),
        command("embed", EMBED + "{in}/scenes" + MODEL + "--samples-per-shard 5 --out {out}"),
        command(
            "packed",
            EMBED + "{in}/parquet" + MODEL + "--output-format clip-retrieval --out {out}"),
        command("parts", EMBED + "{in}/scenes" + MODEL + "--shard 0/1 --out {out}"),
        new Errand.Command("merged", "parts", "merge {out}"),
        command("mine", MINE + "--out {out}/plan.parquet"),
        command(
            "mine-packed", MINE.replace("{in}/embed", "{in}/packed") + "--out {out}/plan.jsonl"),
        command("mine-csv", MINE + "--epochs 2 --out {out}/plan.csv"),
        command("mine-arrow", MINE + "--epochs 2 --out {out}/plan.arrow"),
        command("mine-parts", MINE + "--shard 0/1 --out {out}"),
        new Errand.Command("mine-merged", "mine-parts", "merge {out} --out {out}/plan.parquet"),
        command("ordered", "data convert {in}/scenes --plan {in}/mine/plan.parquet --out {out}"),
        command(
            "audit",
            "audit-fn --plan {in}/mine/plan.parquet --embeddings {in}/embed --input-dataset {in}/scenes"
                + MODEL
                + "--out {out}"),
        command(
            "audit-quantiles",
            "audit-fn --quantiles 0,1 --search-space 6 --embeddings {in}/embed --input-dataset {in}/scenes"
                + MODEL
                + "--write-veto {out}/veto.csv --overwrite --out {out}"),
        command("audit-compare", "audit-fn --compare {in}/audit/audit.json {in}/audit/audit.json"),
        command(
            "mine-veto", MINE + "--veto {in}/audit-quantiles/veto.csv --out {out}/plan.parquet"),
        command(
            "retrieval",
            "eval retrieval --input-dataset {in}/scenes" + MODEL + "--output-dir {out}"),
        command(
            "captions",
            "eval captions --predictions {in}/ground/told.json --references {in}/ground/references.json"),
        command(
            "vqa",
            "eval vqa --predictions {in}/ground/answers.json --questions {in}/scenes/questions.json,{in}/scenes/annotations.json --out {out}/result.json"),
        command(
            "nlvr",
            "eval nlvr --predictions {in}/ground/statements.csv --statements {in}/scenes/statements.jsonl"),
        command(
            "datacomp",
            "eval datacomp --data-dir {in}/ground/evalsets" + MODEL + "--output-dir {out}"),
        command("report", "eval report {in}/datacomp --output-dir {out}"),
        command(
            "train",
            "train --preset scenes-tiny --set checkpoint.every_steps=5 --cache {out}/cache --out {out}/run"
                + TINY),
        command(
            "finetune",
            "finetune retrieval --preset scenes-tiny --checkpoint {in}/train/run --cache {out}/cache --out {out}/run"
                + TINY),
        command("export", "export {in}/train/run --out {out}/model"));
  }

  private static Errand command(String name, String words) {
    return new Errand.Command(name, "", words);
  }
}
