package dev.falcon.faults;

import dev.falcon.cli.internal.process.ChildProcesses;
import dev.falcon.data.Sha256;
import dev.falcon.training.comparison.design.ComparisonRequest.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Disturbs commands and compares what they have written at last with what they write undisturbed:
 * to the byte, file by file, nothing more and nothing less.
 */
final class Faults {
  /** What tells how long something took is not compared. */
  private static final Set<String> OF_TIME =
      Set.of("timing.json", "process.log", "report.html", "comparison.json", "comparison.md");

  private static final Path HOME = Path.of(System.getProperty("falcon.home"));

  private final Path folder;
  private final Path inputs;
  private final SplittableRandom random;

  /** How a command has ended. */
  record End(int exitCode, String errors, double seconds) {}

  Faults(Path folder, long seed) throws IOException {
    this.folder = folder;
    this.inputs = Files.createDirectories(folder.resolve("undisturbed"));
    this.random = new SplittableRandom(seed);
  }

  /** Long form: {@code FOLDER KILLS SEED}; every command, with every fault. */
  public static void main(String[] arguments) throws Exception {
    Faults faults = new Faults(Path.of(arguments[0]), Long.parseLong(arguments[2]));
    int kills = Integer.parseInt(arguments[1]);
    for (Work work : Work.values()) {
      double seconds = faults.undisturbed(work);
      System.out.printf(Locale.ROOT, "%s: %.1f s undisturbed%n", work, seconds);
      System.out.println("  killed, gone on with: " + faults.killed(work, kills, seconds));
      System.out.println("  two at once: " + faults.twice(work));
      System.out.println("  no room for a file: " + faults.withoutRoom(work, 8));
    }
  }

  /** Runs a command as it is meant; its output stays for the works behind it. */
  double undisturbed(Work work) throws IOException, InterruptedException {
    End end = run(work, place(work));
    if (end.exitCode() != 0) {
      throw new AssertionError(work + " ends with " + end);
    }
    return end.seconds();
  }

  /**
   * Kills a command again and again at times that are drawn, then lets it finish.
   *
   * @param seconds how long it takes
   * @return what differs from the undisturbed run, in words
   */
  String killed(Work work, int kills, double seconds) throws IOException, InterruptedException {
    Path output = emptied(work + "-killed");
    int hits = 0;
    for (int i = 0; i < kills; i++) {
      Process process = start(work, output, List.of());
      long millis = (long) (1000 * seconds * (0.4 + 0.6 * random.nextDouble()));
      if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        hits++;
      } else if (process.exitValue() == 0) {
        break;
      } else {
        return "it ended by itself with " + process.exitValue() + ": " + errors(output);
      }
    }
    End end = run(work, output);
    boolean wasDone = end.exitCode() != 0 && digests(output).equals(digests(place(work)));
    if (end.exitCode() != 0 && !wasDone) {
      return "it does not go on: " + end;
    }
    return difference(work, output) + " (" + hits + " kills)";
  }

  /** Starts a command twice, nearly at once: one does the work, the other says why it does not. */
  String twice(Work work) throws IOException, InterruptedException {
    Path output = emptied(work + "-twice");
    Path second = emptied(work + "-second");
    Process first = start(work, output, List.of());
    Process other = new Launch(work.command(HOME, inputs, output), List.of()).start(second);
    first.waitFor();
    other.waitFor();
    boolean one = (first.exitValue() == 0) != (other.exitValue() == 0);
    String said = first.exitValue() == 0 ? errors(second) : errors(output);
    String told = said.lines().count() == 1 ? said.strip() : "NOT ONE LINE: " + said;
    return difference(work, output)
        + (one
            ? "; the other: " + told
            : "; exit codes " + first.exitValue() + " and " + other.exitValue());
  }

  /**
   * Lets no file grow beyond a size, which a command meets as it does a full disk; then lets it go
   * on with room enough.
   */
  String withoutRoom(Work work, int kilobytes) throws IOException, InterruptedException {
    Path output = emptied(work + "-full");
    Process process =
        start(work, output, List.of("bash", "-c", "ulimit -f " + kilobytes + "; exec \"$@\"", "-"));
    process.waitFor();
    if (process.exitValue() == 0) {
      return "no file of it is so large";
    }
    String said = errors(output);
    if (process.exitValue() != 1 || said.lines().count() != 1) {
      return "exit code " + process.exitValue() + ", said: " + said;
    }
    End end = run(work, output);
    return end.exitCode() == 0
        ? difference(work, output) + "; had said: " + said.strip()
        : "it does not go on: " + end;
  }

  /** Which files are not as they are undisturbed. */
  private String difference(Work work, Path output) throws IOException {
    Map<String, String> here = digests(output);
    Map<String, String> there = digests(place(work));
    List<String> different = new ArrayList<>();
    for (String name : there.keySet()) {
      if (!there.get(name).equals(here.remove(name))) {
        different.add(name);
      }
    }
    different.addAll(here.keySet());
    return different.isEmpty() ? "the same bytes" : "DIFFERENT: " + different;
  }

  private static Map<String, String> digests(Path root) throws IOException {
    Map<String, String> digests = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!OF_TIME.contains(file.getFileName().toString())) {
          digests.put(root.relativize(file).toString(), Sha256.of(file));
        }
      }
    }
    return digests;
  }

  private Path place(Work work) {
    return inputs.resolve(work.name().toLowerCase(Locale.ROOT));
  }

  private Path emptied(String name) throws IOException {
    Path output = folder.resolve(name.toLowerCase(Locale.ROOT));
    if (Files.exists(output)) {
      try (Stream<Path> files = Files.walk(output)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return output;
  }

  private End run(Work work, Path output) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Process process = start(work, output, List.of());
    int exitCode = process.waitFor();
    return new End(exitCode, errors(output), (System.nanoTime() - begun) / 1e9);
  }

  private Process start(Work work, Path output, List<String> before) throws IOException {
    return new Launch(work.command(HOME, inputs, output), before).start(output);
  }

  /** What a command has said on standard error; its file lies beside the output. */
  private static String errors(Path output) throws IOException {
    StringBuilder said = new StringBuilder();
    for (String line : Files.readAllLines(errorFile(output))) {
      if (!line.startsWith("WARNING: Using incubator") && !line.startsWith("device auto")) {
        said.append(line).append('\n');
      }
    }
    return said.toString();
  }

  private static Path errorFile(Path output) {
    return output.resolveSibling(output.getFileName() + ".errors");
  }

  /** A process of this program. */
  private record Launch(List<String> command, List<String> before) {
    Process start(Path output) throws IOException {
      Processes processes = ChildProcesses.ofThisOne(1);
      List<String> words = new ArrayList<>(before);
      for (String word : processes.command()) {
        if (!word.contains("falcon.child")) {
          words.add(word);
        }
      }
      words.add(words.size() - 1, "-XX:-UsePerfData");
      words.addAll(command);
      ProcessBuilder builder = new ProcessBuilder(words);
      builder.environment().put("CLASSPATH", processes.classPath());
      builder.redirectOutput(output.resolveSibling(output.getFileName() + ".out").toFile());
      builder.redirectError(errorFile(output).toFile());
      return builder.start();
    }
  }
}
