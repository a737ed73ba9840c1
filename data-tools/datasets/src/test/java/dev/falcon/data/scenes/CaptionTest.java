// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaptionTest {
  /** Two red rings, small above large, and a blue bar at the bottom right. */
  private static final Scene SCENE =
      new Scene(
          4,
          Background.GREY,
          List.of(
              new SceneObject(Shape.BAR, Colour.BLUE, Size.LARGE, 3, 3),
              new SceneObject(Shape.RING, Colour.RED, Size.SMALL, 0, 1),
              new SceneObject(Shape.RING, Colour.RED, Size.LARGE, 2, 1)));

  @ParameterizedTest
  @CsvSource({
    "0, a ring",
    "0, a red thing",
    "1, an orange bar",
    "2, a small red ring",
    "2, a red ring at top",
    "3, a red ring and an orange bar",
    "4, a small red ring left of a blue bar",
    "4, a red ring above a small blue bar",
    "5, large red ring at left on grey",
    "5, small red ring right of small blue bar on black",
    "5, small red ring left of small blue bar and large green cross on white",
    "2, a red ring at left",
    "3, a ring at left and a bar at right",
    "4, a ring at left left of a bar at right",
  })
  void textAndCaptionSayTheSame(int level, String text) {
    Caption caption = CaptionParser.parse(text);

    assertThat(caption.level()).isEqualTo(level);
    assertThat(caption.text()).isEqualTo(text);
    assertThat(Caption.vocabulary()).contains(text.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a ring",
        "a blue thing",
        "a thing",
        "a red ring and a red ring",
        "a red ring and a red ring and a bar",
        "a small red ring at top",
        "a red ring at bottom",
        "a red ring at left",
        "a blue bar at right",
        "a red ring above a red ring",
        "a red ring below a red ring",
        "a blue bar right of a small red ring",
        "large red ring below small red ring and large blue bar on grey",
        "a large thing on grey",
      })
  void trueStatementsMatch(String text) {
    assertThat(CaptionParser.parse(text).matches(SCENE)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a circle",
        "a green thing",
        "a blue ring",
        "a small blue bar",
        "a blue bar at left",
        "a blue bar and a blue bar",
        "a red ring and a red ring and a red ring",
        "a red ring left of a red ring",
        "a large red ring above a small red ring",
        "a blue bar left of a red ring",
        "a large thing on black",
        "large red ring below small red ring and small blue bar on grey",
      })
  void falseStatementsDoNotMatch(String text) {
    assertThat(CaptionParser.parse(text).matches(SCENE)).isFalse();
  }

  @Test
  void aCaptionNamesDistinctObjects() {
    Scene one =
        new Scene(
            4,
            Background.BLACK,
            List.of(new SceneObject(Shape.RING, Colour.RED, Size.SMALL, 0, 0)));

    assertThat(CaptionParser.parse("a ring").matches(one)).isTrue();
    assertThat(CaptionParser.parse("a ring and a red thing").matches(one)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a photo of a ring | photo",
        "a red | the end",
        "a ring on | the end",
        "a ring left a bar | left",
        "a ring and a bar and a bar and a bar | and",
      })
  void foreignTextIsRefusedAtItsFirstForeignWord(String text, String found) {
    assertThatThrownBy(() -> CaptionParser.parse(text))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("not a caption of Scenes")
        .hasMessageContaining(found);
  }

  @Test
  void relationNeedsTwoObjects() {
    assertThatThrownBy(
            () ->
                new Caption(
                    List.of(new Description(null, Colour.RED, null, null)), Relation.ABOVE, null))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
