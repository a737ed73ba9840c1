// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.eval.caption.internal.MeteorJar;
import dev.falcon.eval.caption.internal.SpiceJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptionEvaluationTest {
  private static final Duration LIMIT = CaptionRequest.USUAL_LIMIT;

  @TempDir Path folder;
  private Path references;

  @BeforeEach
  void writeReferences() throws IOException {
    references =
        write(
            "references.json",
            """
            {"info": {}, "images": [{"id": 1}, {"id": 2}], "annotations": [
              {"id": 5, "image_id": 1, "caption": "A dog runs."},
              {"id": 6, "image_id": 2, "caption": "Two cats sit on a mat."},
              {"id": 7, "image_id": 2, "caption": "Cats on a mat"}]}
            """);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private CaptionResult run(String predictions, boolean predictedOnly) throws IOException {
    return CaptionEvaluation.run(
        new CaptionRequest(
            write("predictions.json", predictions),
            references,
            predictedOnly,
            Optional.empty(),
            Optional.empty(),
            LIMIT));
  }

  @Test
  void scoresTheOfficialForms() throws IOException {
    CaptionResult result =
        run(
            """
            [{"image_id": 2, "caption": "two cats on a mat"},
             {"image_id": 1, "caption": "A dog runs!"}]
            """,
            false);
    assertThat(result.images()).isEqualTo(2);
    assertThat(result.references()).isEqualTo(3);
    assertThat(result.scores().values().keySet())
        .containsExactly("bleu_1", "bleu_2", "bleu_3", "bleu_4", "rouge_l", "cider_d");
    assertThat(result.scores().get("bleu_1")).isCloseTo(100, within(1e-6));
    assertThat(result.notComputed()).containsExactly("meteor", "spice");
  }

  @Test
  void refusesPredictionsThatDoNotFit() {
    assertFails(
        "[{\"image_id\": 1, \"caption\": \"a\"}]",
        "lacks 1 of 2 images: 2; predict them, or leave out");
    assertFails(
        "[{\"image_id\": 1, \"caption\": \"a\"}, {\"image_id\": 1, \"caption\": \"b\"}]",
        "line 1, [1]: a second prediction for 1");
    assertFails(
        "[{\"image_id\": 1, \"caption\": \"a\"}, {\"image_id\": 2, \"caption\": \"b\"},"
            + "{\"image_id\": 3, \"caption\": \"b\"}]",
        "1 of 3 predictions are for no image of the set: 3");
    assertFails("[{\"image_id\": 1}]", "'caption' must be text; it is missing");
    assertFails("[{\"image_id\": 1, \"caption\": ", "line 1: not JSON");
    assertFails("{}", "'image_id' must be a whole number or text; it is missing");
  }

  private void assertFails(String predictions, String message) {
    assertThatThrownBy(() -> run(predictions, false))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("predictions.json")
        .hasMessageContaining(message);
  }

  @Test
  void evaluatesAPartWhereAsked() throws IOException {
    assertThat(run("[{\"image_id\": 1, \"caption\": \"a dog\"}]", true).images()).isEqualTo(1);
  }

  @Test
  void asksJarsOnTheirOwnTerms() throws IOException {
    List<ScoredCaption> captions =
        List.of(
            new ScoredCaption(List.of("a", "dog"), List.of(List.of("a", "dog"), List.of("cat"))),
            new ScoredCaption(List.of("fish"), List.of(List.of("a", "cat"))));
    assertThat(MeteorJar.score(jar(WordOverlapMeteor.class), captions, LIMIT)).isEqualTo(0.5);
    assertThat(SpiceJar.score(jar(WordOverlapSpice.class), captions, LIMIT)).isEqualTo(0.5);
    Path nothing = folder.resolve("nothing.jar");
    assertThatThrownBy(() -> MeteorJar.score(nothing, captions, LIMIT))
        .hasMessageContaining("there is no such jar");
    Path wrong = jar(WordOverlapSpice.class);
    assertThatThrownBy(() -> MeteorJar.score(wrong, captions, LIMIT))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("ended without an answer");
    Path meteor = jar(WordOverlapMeteor.class);
    assertThatThrownBy(() -> SpiceJar.score(meteor, captions, LIMIT))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("SPICE ended with exit code");
    Path latin = jar(LatinSpice.class);
    assertThatThrownBy(() -> SpiceJar.score(latin, captions, LIMIT))
        .isInstanceOf(FalconException.class)
        .hasMessage(latin + ": SPICE ended with exit code 3; no m\ufffdmory");
    Path forgetful = jar(ForgetfulSpice.class);
    assertThatThrownBy(() -> SpiceJar.score(forgetful, captions, LIMIT))
        .isInstanceOf(FalconException.class)
        .hasMessageMatching(Pattern.quote(forgetful.toString()) + ": cannot be run: \\S+log");
  }

  @Test
  void jarsMustAnswerForEveryCaption() throws IOException {
    List<ScoredCaption> wordless = List.of(new ScoredCaption(List.of(), List.of(List.of())));
    Path meteor = jar(WordOverlapMeteor.class);
    assertThatThrownBy(() -> MeteorJar.score(meteor, wordless, LIMIT))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(meteor + ": did not answer as METEOR 1.5 does");
    Path spice = jar(WordOverlapSpice.class);
    assertThatThrownBy(() -> SpiceJar.score(spice, wordless, LIMIT))
        .isInstanceOf(FalconException.class)
        .hasMessage(spice + ": SPICE scored 0 of 1 captions");
  }

  private Path jar(Class<?> program) throws IOException {
    return ProgramJar.of(program, folder);
  }
}
