package dev.falcon.mining.judge;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.falcon.data.image.Png;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The model's answers to the first questions of a run, of which the truth is known: a pair that
 * matches and one that does not, which Falcon makes, and the first sample of the data with its own
 * second side. No pair of the audit is sent before the server has answered one.
 *
 * @param red the score of a red square, drawn or in words, with what matches it
 * @param blue the score of the same with a blue circle
 * @param own the score of a sample's own pair; null where the answer was neither yes nor no, as the
 *     others
 * @param mass the probability that yes and no have together, the least of the three
 * @param unreadable what the model said, where no answer was yes or no
 */
record JudgeProbe(
    Double red, Double blue, Double own, double mass, @JsonIgnore Optional<String> unreadable) {
  private static final int SIDE = 128;
  private static final String RED_SQUARE = "a red square";
  private static final String BLUE_CIRCLE = "a blue circle";

  /**
   * The three questions.
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

  /** The probe of the answers to the questions. */
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

  /** The colour of a place. */
  @FunctionalInterface
  private interface Drawing {
    int rgb(int x, int y);
  }

  /** A red square on white. */
  private static int redSquare(int x, int y) {
    boolean inside = Math.min(x, y) >= SIDE / 4 && Math.max(x, y) < 3 * SIDE / 4;
    return inside ? 0xDC1414 : 0xFFFFFF;
  }

  /** A blue circle on white. */
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

  /** Reason to doubt that the model sees or reads what it is sent. */
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
