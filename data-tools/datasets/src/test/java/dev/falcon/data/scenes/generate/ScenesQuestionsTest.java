// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.annotation.AnswerList;
import dev.falcon.data.annotation.PictureStatement;
import dev.falcon.data.annotation.QuestionFiles;
import dev.falcon.data.annotation.StatementFiles;
import dev.falcon.data.annotation.VisualQuestion;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.SceneObject;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every answer and label is worked out a second time, from the text and the scene alone. */
class ScenesQuestionsTest {
  private static final int IMAGES = 300;

  @TempDir Path folder;
  private final Scenes world = new Scenes(ScenesConfig.standard());

  private void generate(Path output, ScenesRequest.Asked asked) {
    ScenesGenerator.generate(
        new ScenesRequest(
            world.config(),
            Split.VAL,
            IMAGES,
            output,
            ScenesRequest.Layout.WEBDATASET,
            1000,
            null,
            asked,
            false),
        Progress.NONE);
  }

  /** How many of the scene's objects a text such as "a red ring" or "pluses" fits. */
  private static int count(String words, Scene scene) {
    String text = words.replaceFirst("^(an?|the) ", "");
    int found = 0;
    for (SceneObject object : scene.objects()) {
      String shape = object.shape().word();
      boolean fits = true;
      for (String word : text.split(" ", -1)) {
        boolean isShape =
            word.equals(shape) || word.equals(shape + "s") || word.equals(shape + "es");
        boolean isThing = word.equals("thing") || word.equals("things");
        fits &= isShape || isThing || word.equals(object.colour().word());
      }
      found += fits ? 1 : 0;
    }
    return found;
  }

  private static SceneObject only(String words, Scene scene) {
    List<SceneObject> fitting =
        scene.objects().stream()
            .filter(
                object ->
                    count(
                            words,
                            new Scene(scene.cellsPerSide(), scene.background(), List.of(object)))
                        == 1)
            .toList();
    assertThat(fitting).as(words + " in " + scene).hasSize(1);
    return fitting.get(0);
  }

  private static String answer(String question, Scene scene) {
    String text = question.substring(0, question.length() - 1);
    if (text.startsWith("how many ")) {
      String words = text.substring("how many ".length(), text.length() - " are there".length());
      return Integer.toString(count(words, scene));
    }
    if (text.startsWith("is there ")) {
      return count(text.substring("is there ".length()), scene) > 0 ? "yes" : "no";
    }
    if (text.equals("what color is the background")) {
      return scene.background().word();
    }
    if (text.startsWith("what color is ")) {
      return only(text.substring("what color is ".length()), scene).colour().word();
    }
    if (text.startsWith("what shape is ")) {
      return only(text.substring("what shape is ".length()), scene).shape().word();
    }
    Matcher relation =
        Pattern.compile("is (the .*) (left of|right of|above|below) (the .*)").matcher(text);
    assertThat(relation.matches()).as(text).isTrue();
    SceneObject one = only(relation.group(1), scene);
    SceneObject other = only(relation.group(3), scene);
    int across = Integer.compare(one.column(), other.column());
    int down = Integer.compare(one.row(), other.row());
    int wanted =
        switch (relation.group(2)) {
          case "left of" -> -across;
          case "right of" -> across;
          case "above" -> -down;
          default -> down;
        };
    return wanted > 0 ? "yes" : "no";
  }

  @Test
  void answersAreTrueAndPeopleDisagreeALittle() throws IOException {
    generate(folder.resolve("s"), new ScenesRequest.Asked(4, 0));
    List<VisualQuestion> questions =
        QuestionFiles.read(
            List.of(folder.resolve("s/questions.json"), folder.resolve("s/annotations.json")));
    assertThat(questions).hasSize(4 * IMAGES);
    List<String> list = AnswerList.read(folder.resolve("s/answer_list.json"));
    Map<String, Integer> types = new HashMap<>();
    int agreeing = 0;
    int yes = 0;
    for (int i = 0; i < questions.size(); i++) {
      VisualQuestion question = questions.get(i);
      assertThat(folder.resolve("s").resolve(question.image())).exists();
      String truth = answer(question.question(), world.scene(Split.VAL, i / 4));
      assertThat(list).contains(truth);
      assertThat(question.answers()).hasSize(10);
      assertThat(Collections.frequency(question.answers(), truth))
          .as(question.toString())
          .isGreaterThanOrEqualTo(3);
      agreeing += Collections.frequency(question.answers(), truth);
      yes += truth.equals("yes") ? 1 : 0;
      types.merge(question.answerType(), 1, Integer::sum);
    }
    assertThat((double) agreeing / (10 * questions.size())).isBetween(0.82, 0.88);
    assertThat(types.keySet()).containsExactlyInAnyOrder("yes/no", "number", "other");
    assertThat((double) yes / types.get("yes/no")).isBetween(0.4, 0.6);
  }

  private static boolean truth(String sentence, Scene left, Scene right) {
    List<Scene> both = List.of(left, right);
    String text = sentence.substring(0, sentence.length() - 1);
    if (text.startsWith("The left image contains more")) {
      return left.objects().size() > right.objects().size();
    }
    if (text.startsWith("The two images")) {
      return left.background().equals(right.background());
    }
    Matcher together =
        Pattern.compile("There (?:is|are) exactly (one|two) (.*) in the two images together")
            .matcher(text);
    if (together.matches()) {
      int number = Arrays.asList("zero", "one", "two").indexOf(together.group(1));
      return count(together.group(2), left) + count(together.group(2), right) == number;
    }
    Matcher parts =
        Pattern.compile("One image contains (.*) and the other image contains (.*)").matcher(text);
    if (parts.matches()) {
      boolean straight = count(parts.group(1), left) > 0 && count(parts.group(2), right) > 0;
      return straight || (count(parts.group(1), right) > 0 && count(parts.group(2), left) > 0);
    }
    String words = text.substring(text.indexOf(" contain") + 9).stripLeading();
    if (text.startsWith("Both")) {
      return both.stream().allMatch(scene -> count(words, scene) > 0);
    }
    if (text.startsWith("Neither")) {
      return both.stream().noneMatch(scene -> count(words, scene) > 0);
    }
    return count(words, text.startsWith("The left") ? left : right) > 0;
  }

  private Scene scene(String image) {
    Matcher number = Pattern.compile("images/val-(\\d+)\\.png").matcher(image);
    assertThat(number.matches()).as(image).isTrue();
    return world.scene(Split.VAL, Long.parseLong(number.group(1)));
  }

  @Test
  void statementsAreTrueOfHalfOfTheirPairs() throws IOException {
    generate(folder.resolve("s"), new ScenesRequest.Asked(0, 100));
    List<PictureStatement> statements = StatementFiles.read(folder.resolve("s/statements.jsonl"));
    assertThat(statements).hasSize(400);
    Map<String, Integer> trueOfSentence = new HashMap<>();
    for (PictureStatement statement : statements) {
      List<String> images = statement.images();
      boolean truth = truth(statement.sentence(), scene(images.get(0)), scene(images.get(1)));
      assertThat(statement.label()).as(statement.toString()).contains(truth);
      trueOfSentence.merge(statement.sentenceId(), truth ? 1 : 0, Integer::sum);
    }
    assertThat(trueOfSentence).hasSize(100).allSatisfy((id, t) -> assertThat(t).isEqualTo(2));
    assertThat(folder.resolve("s/questions.json")).doesNotExist();
  }

  @Test
  void theRestOfTheDatasetStaysTheSameToTheByte() throws IOException {
    generate(folder.resolve("asked"), new ScenesRequest.Asked(2, 3));
    generate(folder.resolve("plain"), ScenesRequest.Asked.NOTHING);
    generate(folder.resolve("again"), new ScenesRequest.Asked(2, 3));
    assertThat(folder.resolve("asked/00000.tar"))
        .hasSameBinaryContentAs(folder.resolve("plain/00000.tar"));
    assertThat(Files.readString(folder.resolve("plain/scenes.json")))
        .doesNotContain("questions", "statements");
    assertThat(Json.readTree(folder.resolve("asked/scenes.json")).at("/questions").intValue())
        .isEqualTo(600);
    for (String file : List.of("questions.json", "annotations.json", "statements.jsonl")) {
      assertThat(folder.resolve("asked").resolve(file))
          .hasSameBinaryContentAs(folder.resolve("again").resolve(file));
    }
  }

  @Test
  void reportsTooFewImages() {
    ScenesQuestions few = new ScenesQuestions(world, Split.VAL, 1);
    assertThatThrownBy(() -> few.writeStatements(folder, 1))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("1 images are too few");
  }
}
