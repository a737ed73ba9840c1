// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions and statements about Scenes, and captions from a taxonomy. */
class AnnotationCommandsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int falcon(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  private String in(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void generatesQuestionsThatInspectAndEvalUnderstand() {
    String[] generate = {
      "data",
      "generate",
      "scenes",
      "--count",
      "40",
      "--questions-per-image",
      "2",
      "--statements",
      "5",
      "--truth",
      "none",
      "--out",
      in("s")
    };
    assertThat(falcon(generate)).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("80 questions with ten answers each", "20 statements about two images");
    String pair = in("s/questions.json") + "::" + in("s/annotations.json");
    assertThat(falcon("data", "inspect", pair, "--image-root", in("s"))).isZero();
    assertThat(out.toString()).containsPattern("with answers +80\n");
    assertThat(falcon("data", "inspect", in("s/questions.json"), "--image-root", in("x")))
        .isEqualTo(3);
    assertThat(out.toString()).contains("missing: images/train-0000000.png");
    assertThat(falcon("data", "inspect", in("s/statements.jsonl"))).isZero();
    assertThat(out.toString()).containsPattern("sentences +5\n").contains("give --image-root");
    String[] eval = {
      "eval", "vqa", "--predictions", in("s/questions.json"), "--questions", in("s/questions.json")
    };
    assertThat(falcon(eval)).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1);
  }

  @Test
  void captionsLabelledImages() throws IOException {
    assertThat(
            falcon(
                "data",
                "generate",
                "scenes",
                "--count",
                "3",
                "--questions-per-image",
                "1",
                "--truth",
                "none",
                "--out",
                in("s")))
        .isZero();
    for (String kind : new String[] {"cat", "dog"}) {
      Files.createDirectories(folder.resolve("images").resolve(kind));
      Files.copy(
          folder.resolve("s/images/train-0000000.png"),
          folder.resolve("images").resolve(kind).resolve("a.png"));
    }
    Files.writeString(folder.resolve("t.tsv"), "child\tparent\ncat\tanimal\ndog\tanimal\n");
    String[] convert = {
      "data",
      "convert",
      in("images"),
      "--captions-from",
      in("t.tsv"),
      "--generality",
      "0",
      "--truth",
      "jsonl",
      "--out",
      in("photos")
    };
    assertThat(falcon(convert)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("2 samples in 1", "2 classes; 2 true pairs, listed in ");
    assertThat(Files.readAllLines(folder.resolve("photos/truth/pairs.jsonl")))
        .containsExactly(
            "{\"image_key\":\"cat/a\",\"text_key\":\"cat/a\",\"match\":true}",
            "{\"image_key\":\"dog/a\",\"text_key\":\"dog/a\",\"match\":true}");
    Files.writeString(folder.resolve("t.tsv"), "child\tparent\ncat\tanimal\n");
    assertThat(falcon(convert)).isEqualTo(1);
    assertThat(err.toString().lines())
        .hasSize(1)
        .first()
        .asString()
        .contains("t.tsv: lacks 1 of the classes in", ": dog");
    assertThat(falcon("data", "convert", in("images"), "--seed", "2", "--out", in("o")))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--seed requires --captions-from");
    String[] both = Arrays.copyOf(convert, convert.length + 1);
    both[convert.length] = "--plan=" + in("plan.csv");
    Files.writeString(folder.resolve("plan.csv"), "epoch,search_space,batch,key\n0,0,0,cat/a\n");
    assertThat(falcon(both)).isEqualTo(2);
    assertThat(err.toString())
        .contains("--captions-from and --plan cannot be combined; convert twice");
    assertThat(falcon("data", "taxonomy", "--wordnet", in("t.tsv"), "--out", in("w.tsv")))
        .isEqualTo(1);
    assertThat(err.toString()).contains("t.tsv: line 1: is no synset of WordNet's data.noun");
  }
}
