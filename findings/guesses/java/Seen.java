import java.util.Arrays;

/** Prints what the programs beside this file saw, as lines of the form {@code KEY: what: outcome}. */
final class Seen {
  private Seen() {}

  /** A step whose result, or whose exception, is the outcome. */
  interface Step {
    Object get() throws Exception;
  }

  /** Prints the outcome of a step; an exception counts as a refusal. */
  static void say(String key, String what, Step step) {
    String outcome;
    try {
      outcome = text(step.get());
    } catch (Exception | LinkageError | AssertionError e) {
      outcome = "refused (" + e.getClass().getSimpleName() + ")";
      System.err.println(key + ": " + e);
    }
    System.out.println(key + ": " + what + ": " + outcome);
  }

  /** A value as text, arrays by their elements. */
  static String text(Object value) {
    String shown = Arrays.deepToString(new Object[] {value});
    return shown.substring(1, shown.length() - 1);
  }

  /** Runs a program of Python, which makes or reads files in the working folder. */
  static void python(String program) throws Exception {
    var process = new ProcessBuilder("python", "-c", program).inheritIO().start();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("python failed");
    }
  }
}
