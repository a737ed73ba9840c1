package dev.falcon.mining.judge;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.falcon.data.image.Png;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The model's answers to the first questions of a run, of which the truth is known: two of a
 * picture that Falcon draws, a red square, and a picture of the data with its own caption. No pair
 * of the audit is sent before the server has answered one.
 *
 * @param red the score of "a red square"
 * @param blue the score of "a blue circle" on the same picture
 * @param own the score of a picture's own caption; null where the answer was neither yes nor no, as
 *     the others
 * @param mass the probability that yes and no have together, the least of the three
 * @param unreadable what the model said, where no answer was yes or no
 */
record JudgeProbe(
    Double red, Double blue, Double own, double mass, @JsonIgnore Optional<String> unreadable) {
  private static final int SIDE = 128;

  /** A question. */
  record Asked(SentPicture picture, String caption) {}

  /**
   * The three questions.
   *
   * @param picture the first of the data
   * @param caption its own
   */
  static List<Asked> questions(SentPicture picture, String caption) {
    SentPicture square = new SentPicture("image/png", Png.encode(redSquare(), SIDE, SIDE));
    return List.of(
        new Asked(square, "a red square"),
        new Asked(square, "a blue circle"),
        new Asked(picture, caption));
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

  /** A red square on white. */
  private static byte[] redSquare() {
    byte[] pixels = new byte[3 * SIDE * SIDE];
    for (int y = 0; y < SIDE; y++) {
      for (int x = 0; x < SIDE; x++) {
        boolean inside = Math.min(x, y) >= SIDE / 4 && Math.max(x, y) < 3 * SIDE / 4;
        int at = 3 * (y * SIDE + x);
        pixels[at] = (byte) (inside ? 220 : 255);
        pixels[at + 1] = (byte) (inside ? 20 : 255);
        pixels[at + 2] = (byte) (inside ? 20 : 255);
      }
    }
    return pixels;
  }

  /** Reason to doubt that the model sees what it is sent. */
  Optional<String> doubt() {
    return red == null || blue == null || red > blue
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "of a red square it says 'a red square' with %.2f and 'a blue circle' with %.2f;"
                    + " does it see the pictures?",
                red,
                blue));
  }
}
