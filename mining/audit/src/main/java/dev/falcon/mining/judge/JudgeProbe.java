// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.falcon.data.image.Png;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The model's answers to the first questions of a run, whose right answers are known: a pair that
 * matches and one that does not, both made by Falcon, and the first sample of the data with its own
 * second side. No pair of the audit is sent before the server has answered one of these.
 *
 * @param red the score, in [0, 1], of a red square, as a picture or a text, with its match; null if
 *     the answer was neither yes nor no
 * @param blue the score, in [0, 1], of the red square with a blue circle; null if the answer was
 *     neither yes nor no
 * @param own the score, in [0, 1], of a sample's own pair; null if the answer was neither yes nor
 *     no
 * @param mass the joint probability of yes and no, in [0, 1], the least of the three answers
 * @param unreadable the model's answer, if no answer was yes or no
 */
record JudgeProbe(
    Double red, Double blue, Double own, double mass, @JsonIgnore Optional<String> unreadable) {
  private static final int SIDE = 128;
  private static final String RED_SQUARE = "a red square";
  private static final String BLUE_CIRCLE = "a blue circle";

  /**
   * Returns the pairs of the three questions.
   *
   * @param own the first sample of the data with its own second side
   */
  static List<AskedPair> questions(PairForm form, AskedPair own) {
    SentPicture square = drawn(JudgeProbe::redSquare);
    return switch (form) {
      case CAPTIONED ->
          List.of(AskedPair.of(square, RED_SQUARE), AskedPair.of(square, BLUE_CIRCLE), own);
      case TEXTS ->
          List.of(
              AskedPair.of(RED_SQUARE, "a square that is red"),
              AskedPair.of(RED_SQUARE, BLUE_CIRCLE),
              own);
      case PICTURES ->
          List.of(
              new AskedPair(square, square),
              new AskedPair(square, drawn(JudgeProbe::blueCircle)),
              own);
    };
  }

  /** Returns the probe with the answers to the three questions. */
  static JudgeProbe of(List<JudgedAnswer> answers) {
    return new JudgeProbe(
        answers.get(0).score(),
        answers.get(1).score(),
        answers.get(2).score(),
        answers.stream().mapToDouble(JudgedAnswer::mass).min().orElseThrow(),
        answers.stream().anyMatch(JudgedAnswer::counts)
            ? Optional.empty()
            : Optional.of(
                "it answered neither yes nor no: "
                    + answers.get(0).text()
                    + "; name the words of its answers, or ask in another way"));
  }

  /** Gives the colour of each pixel. */
  @FunctionalInterface
  private interface Drawing {
    int rgb(int x, int y);
  }

  /** Returns the colour of a pixel of a red square on white. */
  private static int redSquare(int x, int y) {
    boolean inside = Math.min(x, y) >= SIDE / 4 && Math.max(x, y) < 3 * SIDE / 4;
    return inside ? 0xDC1414 : 0xFFFFFF;
  }

  /** Returns the colour of a pixel of a blue circle on white. */
  private static int blueCircle(int x, int y) {
    boolean inside = Math.hypot(x - SIDE / 2.0, y - SIDE / 2.0) < SIDE / 4.0;
    return inside ? 0x1432DC : 0xFFFFFF;
  }

  private static SentPicture drawn(Drawing drawing) {
    byte[] pixels = new byte[3 * SIDE * SIDE];
    for (int y = 0; y < SIDE; y++) {
      for (int x = 0; x < SIDE; x++) {
        int at = 3 * (y * SIDE + x);
        int rgb = drawing.rgb(x, y);
        pixels[at] = (byte) (rgb >> 16);
        pixels[at + 1] = (byte) (rgb >> 8);
        pixels[at + 2] = (byte) rgb;
      }
    }
    return new SentPicture("image/png", Png.encode(pixels, SIDE, SIDE));
  }

  /**
   * Returns the reason to doubt that the model sees or reads what it is sent; empty without a
   * doubt.
   */
  Optional<String> doubt(PairForm form) {
    return red == null || blue == null || red > blue
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                switch (form) {
                  case CAPTIONED ->
                      "of a red square it says 'a red square' with %.2f and 'a blue circle' with"
                          + " %.2f; does it see the pictures?";
                  case TEXTS ->
                      "with 'a red square' it matches 'a square that is red' by %.2f and 'a blue"
                          + " circle' by %.2f; does it read the texts?";
                  case PICTURES ->
                      "with a red square it matches the same picture by %.2f and one of a blue"
                          + " circle by %.2f; does it see both pictures?";
                },
                red,
                blue));
  }
}
