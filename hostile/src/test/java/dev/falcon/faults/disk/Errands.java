// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import java.util.List;

/** Every command, made small, in an order in which each finds its inputs. */
final class Errands {
  private static final String MODEL = " --threads 1 --model {in}/model ";
  private static final String EMBED = "embed --num-workers 1 --input-dataset ";
  private static final String MINE =
      "mine --embeddings {in}/embed --quantiles 0.9 --search-space 6 --batch-size 3 ";
  private static final String TINY =
      " --set threads=1 --config {home}/training/pretraining/src/test/resources/tiny.yaml ";

  private static final String FINETUNE =
      "finetune %s --preset scenes-tiny --checkpoint {in}/%s/run --cache {out}/cache --out {out}/run"
          + " --set threads=1 --set train.epochs=1 --set train.batch_size=5 ";
  private static final String ASKED =
      " --set data.train={\"files\":[FILES],\"image_root\":\"{in}/scenes\"}"
          + " --set data.held={\"files\":[FILES],\"image_root\":\"{in}/scenes\"}";
  private static final String AUDIT =
      "audit-fn --quantiles 0,1 --search-space 6 --embeddings {in}/embed --input-dataset {in}/scenes"
          + MODEL;

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
        new Errand.Command(
            "parquet-again",
            "parquet",
            "data convert {in}/scenes --samples-per-shard 5 --format parquet --overwrite --out {out}"),
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
        new Errand.Command(
            "embed-again",
            "embed",
            EMBED + "{in}/scenes" + MODEL + "--samples-per-shard 6 --overwrite --out {out}"),
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
        command("mine-page", MINE + "--html {out}/page.html --out {out}/plan.parquet"),
        command("mine-folder", MINE + "--out {out}"),
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
            AUDIT
                + "--write-positives {out}/positives.csv --write-veto {out}/veto.csv --overwrite --out {out}"),
        command("audit-parts", AUDIT + "--shard 0/1 --out {out}"),
        new Errand.Command("audit-merged", "audit-parts", "merge {out}"),
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
        command("finetune", FINETUNE.formatted("retrieval", "train") + TINY),
        command("finetune-assignment", FINETUNE.formatted("assignment", "train")),
        command(
            "finetune-vqa",
            FINETUNE.formatted("vqa", "train")
                + "--set task.fewest=1"
                + ASKED.replace(
                    "FILES", "\"{in}/scenes/questions.json\",\"{in}/scenes/annotations.json\"")),
        command(
            "finetune-nlvr",
            FINETUNE.formatted("nlvr", "finetune-assignment")
                + ASKED.replace("FILES", "\"{in}/scenes/statements.jsonl\"")),
        command("export", "export {in}/train/run --out {out}/model"),
        command(
            "reranked",
            "eval retrieval --input-dataset {in}/scenes --model {in}/export/model --threads 1 --k-test 4 --output-dir {out}"),
        command(
            "train-blip2",
            "train --preset blip2-tiny --cache {out}/cache --out {out}/run"
                + TINY
                + "--set model.projection=16 --set train.epochs=1 --set method.name=uniform"),
        command(
            "finetune-language",
            """
            finetune language --preset scenes-tiny --checkpoint {in}/train-blip2/run
            --set threads=1 --set train.epochs=1 --set train.batch_size=10
            --set task.scenes.width=16 --set task.scenes.heads=2 --set task.scenes.layers=1
            --set task.scenes.feed_forward=16 --set task.scenes.texts=20
            --set task.scenes.steps=3 --set task.scenes.batch_size=4
            --cache {out}/cache --out {out}/run
            """),
        command("export-language", "export {in}/finetune-language/run --out {out}/model"),
        command(
            "tell",
            """
            tell --model {in}/export-language/model --input-dataset {in}/scenes --device cpu
            --prompt a --beams 2 --min-tokens 2 --max-tokens 4 --out {out}/captions.json
            """));
  }

  private static Errand command(String name, String words) {
    return new Errand.Command(name, "", words);
  }
}
