// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults.disk;

import dev.falcon.data.internal.source.TarWriter;
import dev.falcon.faults.Trees;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Small files of the kinds that others write. */
final class Ground {
  private static final int PICTURES = 6;
  private static final int CLASSES = 10;

  private final Path folder;
  private final List<Path> scenes;

  private Ground(Path inputs) throws IOException {
    this.folder = inputs.resolve("ground");
    this.scenes = Trees.files(inputs.resolve("scenes/images"));
  }

  /** Writes them, of the pictures that the first errand has made. */
  static void lay(Path inputs) throws IOException {
    Ground ground = new Ground(inputs);
    ground.datasets();
    ground.taxonomy();
    ground.predictions(inputs);
    ground.evaluations();
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void picture(int number, String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.copy(scenes.get(number), file);
  }

  /** A text for each number, joined by commas. */
  private static String list(int count, String pattern) {
    return IntStream.range(0, count)
        .mapToObj(i -> pattern.replace("#", Integer.toString(i)))
        .collect(Collectors.joining(","));
  }

  private void datasets() throws IOException {
    for (int i = 0; i < PICTURES; i++) {
      picture(i, "pictures/" + i + ".png");
      write("pictures/" + i + ".txt", "a shape, number " + i);
    }
    try (OutputStream file = Files.newOutputStream(folder.resolve("pictures.zip"));
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (int i = 0; i < PICTURES; i++) {
        zip.putNextEntry(new ZipEntry(i + ".png"));
        Files.copy(scenes.get(i), zip);
      }
    }
    write(
        "list.json",
        "[" + list(PICTURES, "{\"image\": \"pictures/#.png\", \"caption\": \"shape #\"}") + "]");
    write(
        "coco.json",
        "{\"images\": ["
            + list(PICTURES, "{\"id\": #, \"file_name\": \"#.png\"}")
            + "], \"annotations\": ["
            + list(PICTURES, "{\"id\": #, \"image_id\": #, \"caption\": \"shape #\"}")
            + "]}");
    write(
        "karpathy.json",
        "{\"images\": ["
            + list(
                PICTURES,
                "{\"filename\": \"#.png\", \"split\": \"test\", \"sentences\": [{\"raw\": \"shape #\"}]}")
            + "]}");
    write(
        "table.csv",
        "filepath,title\n"
            + list(PICTURES, "#.png;shape #").replace(",", "\n").replace(";", ",")
            + "\n");
  }

  private void taxonomy() throws IOException {
    write(
        "data.noun",
        """
        00001740 03 n 01 entity 0 000 | x
        02084071 05 n 02 dog 0 Canis_familiaris 0 001 @ 00001740 n 0000 | a
        02121620 05 n 01 true_cat 0 001 @ 00001740 n 0000 | b
        """);
    write("wnids.txt", "n02084071\nn02121620\n");
    write("templates.txt", "{a}\na photo of {a}\n");
    for (int i = 0; i < PICTURES; i++) {
      picture(i, "labelled/" + (i % 2 == 0 ? "n02084071/" : "n02121620/") + i + ".png");
    }
  }

  private void predictions(Path inputs) throws IOException {
    write("told.json", "[{\"image_id\": 1, \"caption\": \"a man on a bike\"}]");
    write(
        "references.json",
        """
        {"images": [{"id": 1}], "annotations":
          [{"image_id": 1, "id": 1, "caption": "a man on a bike"}]}
        """);
    write(
        "answers.json",
        "[" + list(scenes.size(), "{\"question_id\": #, \"answer\": \"yes\"}") + "]");
    String lines = Files.readString(inputs.resolve("scenes/statements.jsonl"));
    write("statements.csv", lines.replaceAll("(?m)^.*\"identifier\":\"([^\"]*)\".*$", "$1,True"));
  }

  private void evaluations() throws IOException {
    String set = "evalsets/wds_cifar10_test/";
    write(
        set + "classnames.txt",
        "ring\nbar\ncross\nplus\ncircle\nsquare\ntriangle\ndiamond\ndot\nline\n");
    write(set + "zeroshot_classification_templates.txt", "a {c}.\n");
    write(set + "test/nshards.txt", "1\n");
    try (TarWriter tar = new TarWriter(folder.resolve(set + "test/0.tar"))) {
      for (int i = 0; i < CLASSES; i++) {
        tar.write(i + ".png", Files.readAllBytes(scenes.get(i)));
        tar.write(i + ".cls", Integer.toString(i).getBytes(StandardCharsets.US_ASCII));
      }
    }
    write(
        "evalsets/flickr30k/captions.csv",
        "filename,raw\n0.png,\"[\"\"a ring\"\", \"\"a bar\"\"]\"\n1.png,\"[\"\"a cross\"\"]\"\n");
    picture(0, "evalsets/flickr30k/images/0.png");
    picture(1, "evalsets/flickr30k/images/1.png");
    write(
        "evalsets/winogavil/winogavil_dataset.csv",
        "cue,associations,candidates\nring,\"[\"\"0\"\"]\",\"["
            + list(CLASSES, "\"\"#\"\"")
            + "]\"\n");
    for (int i = 0; i < CLASSES; i++) {
      picture(i, "evalsets/winogavil/winogavil_images/" + i + ".jpg");
    }
  }
}
