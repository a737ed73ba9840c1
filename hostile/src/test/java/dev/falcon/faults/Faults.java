// SPDX-License-Identifier: Apache-2.0
package dev.falcon.faults;

import dev.falcon.faults.Launch.End;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Disturbs commands and compares what they have written at last with what they write undisturbed:
 * to the byte, file by file, nothing more and nothing less.
 */
final class Faults {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));
  private static final int SMALL_KILOBYTES = 8;
  private static final int PAGE = 4096;
  private static final long LOCKED_MILLIS = 300;

  private final Path folder;
  private final Path inputs;
  private final int kills;
  private final SplittableRandom random;
  private final Map<Work, Usual> usual = new EnumMap<>(Work.class);
  private int runs;

  /**
   * An undisturbed run.
   *
   * @param names how many files and folders it makes, those included that it removes
   */
  private record Usual(double seconds, int names) {}

  /**
   * What a fault has led to.
   *
   * @param held whether what is promised was kept
   * @param words how it showed
   */
  record Verdict(boolean held, String words) {
    static Verdict broken(String words) {
      return new Verdict(false, words);
    }
  }

  /** A promise that was not kept. */
  private static final class Broken extends Exception {
    private static final long serialVersionUID = 1;

    Broken(String message) {
      super(message);
    }
  }

  /**
   * @param kills how often a command is killed before it may finish
   */
  Faults(Path folder, int kills, long seed) throws IOException {
    this.folder = folder.toAbsolutePath();
    this.inputs = Files.createDirectories(this.folder.resolve("undisturbed"));
    this.kills = kills;
    this.random = new SplittableRandom(seed);
  }

  /** How many processes were started. */
  int runs() {
    return runs;
  }

  /** Whether a command has run undisturbed in this folder. */
  boolean isThere(Work work) {
    return Files.exists(place(work));
  }

  /** Runs a command as it is meant; its output stays for the works behind it. */
  double undisturbed(Work work) throws IOException, InterruptedException {
    Path output = place(work);
    Trees.delete(output);
    prepare(work, inputs, output);
    long begun = System.nanoTime();
    Launch launch = start(work, inputs, output, List.of());
    Set<Path> seen = new HashSet<>();
    while (launch.goesOnFor(2)) {
      seen.addAll(Trees.below(output));
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    End end = launch.end();
    if (!end.isWhole()) {
      throw new AssertionError(work + " ends with " + end);
    }
    usual.put(work, new Usual(seconds, Math.max(1, seen.size())));
    return seconds;
  }

  /** Disturbs a command; it has run undisturbed before. */
  Verdict disturbed(Work work, Fault fault) throws IOException, InterruptedException {
    try {
      String words =
          switch (fault) {
            case KILLED -> killed(work);
            case SMALL_FILES -> smallFiles(work);
            case FULL_DISK -> fullDisk(work);
            case READ_ONLY -> readOnly(work);
            case CHANGED -> changed(work);
            case TWICE -> twice(work);
          };
      return new Verdict(true, words);
    } catch (Broken e) {
      return Verdict.broken(e.getMessage());
    }
  }

  private String killed(Work work) throws IOException, InterruptedException, Broken {
    Path output = prepared(work, "killed");
    int hits = 0;
    for (int i = 0; i < kills; i++) {
      hits += killed(work, inputs, output, i % 2 == 0) ? 1 : 0;
    }
    resume(work, output);
    return hits + " kills, the same bytes";
  }

  /** Starts a command and kills it where that is drawn; false where it has ended before. */
  private boolean killed(Work work, Path in, Path output, boolean byName)
      throws IOException, InterruptedException, Broken {
    Launch launch = start(work, in, output, List.of());
    if (await(work, launch, output, byName)) {
      launch.kill();
      return true;
    }
    End end = launch.end();
    if (!end.isDone() && !isFinished(work, output)) {
      throw new Broken("it ended by itself: " + end);
    }
    return false;
  }

  /** Waits until so many files were made, or so long; whether the command goes on then. */
  private boolean await(Work work, Launch launch, Path output, boolean byName)
      throws IOException, InterruptedException {
    Usual known = usual.get(work);
    if (!byName) {
      return launch.goesOnFor((long) (1000 * known.seconds() * (0.4 + 0.6 * random.nextDouble())));
    }
    int names = 1 + random.nextInt(known.names());
    Set<Path> before = new HashSet<>(Trees.below(output));
    Set<Path> seen = new HashSet<>(before);
    while (seen.size() - before.size() < names) {
      if (!launch.goesOnFor(1)) {
        return false;
      }
      seen.addAll(Trees.below(output));
    }
    return launch.goesOnFor(random.nextInt(30));
  }

  private String smallFiles(Work work) throws IOException, InterruptedException, Broken {
    Path output = prepared(work, "small");
    String limit = "ulimit -f " + SMALL_KILOBYTES + "; exec \"$@\"";
    End end = start(work, inputs, output, List.of("bash", "-c", limit, "-")).end();
    if (end.isWhole()) {
      return "no file of it is so large";
    }
    String said = refusal(end);
    resume(work, output);
    return "the same bytes; had said: " + said;
  }

  private String fullDisk(Work work) throws IOException, InterruptedException, Broken {
    Path disk = emptied(work, "disk");
    Files.createDirectories(disk);
    long bytes = Trees.bytes(place(work));
    long begun = work.isInPlace() ? Trees.bytes(place(work.input().orElseThrow())) : 0;
    long room =
        Math.max(PAGE, begun + (long) ((bytes - begun) * (0.2 + 0.6 * random.nextDouble())));
    if (!mount("size=" + room, disk)) {
      return "not tried: no right to mount a disk";
    }
    try {
      Path output = disk.resolve("output");
      if (work.isInPlace()) {
        mount("remount,size=1g", disk);
        prepare(work, inputs, output);
        mount("remount,size=" + (room + 2 * begun), disk);
      }
      End end = start(work, inputs, output, List.of()).end();
      if (end.isWhole()) {
        return "it fits into " + room + " bytes";
      }
      String said = refusal(end);
      mount("remount,size=1g", disk);
      resume(work, output);
      return "the same bytes; had said: " + said;
    } finally {
      new ProcessBuilder("umount", disk.toString()).start().waitFor();
    }
  }

  private static boolean mount(String options, Path disk) throws IOException, InterruptedException {
    return new ProcessBuilder("mount", "-t", "tmpfs", "-o", options, "faults", disk.toString())
            .start()
            .waitFor()
        == 0;
  }

  private String readOnly(Work work) throws IOException, InterruptedException, Broken {
    Path output = emptied(work, "read-only").resolve("output");
    Files.createDirectories(output.getParent());
    prepare(work, inputs, output);
    Trees.allow(output.getParent(), false);
    final String said = refusal(startUnprivileged(work, output).end());
    Trees.allow(output.getParent(), true);
    boolean begun = killed(work, inputs, output, true);
    if (begun && Files.exists(output)) {
      Trees.allow(output, false);
      refusal(startUnprivileged(work, output).end());
      Trees.allow(output, true);
    }
    resume(work, output);
    return "the same bytes; had said: " + said;
  }

  /** Root may write everywhere, unless it gives that up. */
  private Launch startUnprivileged(Work work, Path output) throws IOException {
    boolean isRoot = System.getProperty("user.name").equals("root");
    List<String> without =
        List.of(
            "setpriv",
            "--bounding-set=-dac_override,-dac_read_search",
            "--inh-caps=-dac_override,-dac_read_search");
    return start(work, inputs, output, isRoot ? without : List.of());
  }

  private String changed(Work work) throws IOException, InterruptedException, Broken {
    if (work.input().isEmpty()) {
      return "it reads no files";
    }
    Path own = emptied(work, "changed-inputs");
    Trees.copy(inputs, own);
    Path output = emptied(work, "changed");
    prepare(work, own, output);
    Launch launch = start(work, own, output, List.of());
    boolean during = await(work, launch, output, true);
    Path victim = Trees.largest(read(work, own, output));
    cut(victim);
    End end = launch.end();
    if (!end.isDone() && !end.isRefusal()) {
      throw new Broken("changed while it works: " + end);
    }
    String first = (during ? "while it works: " : "behind it: ") + end;

    Trees.delete(own);
    Trees.copy(inputs, own);
    Path again = emptied(work, "changed-again");
    prepare(work, own, again);
    boolean hit = killed(work, own, again, true);
    Path fresh = emptied(work, "changed-fresh");
    prepare(work, own, fresh);
    cut(Trees.largest(read(work, own, again)));
    if (work.isInPlace()) {
      cut(Trees.largest(fresh));
    }
    End gone = start(work, own, again, List.of()).end();
    if (gone.isDone() && work == Work.EMBED_PARTS) {
      return first + "; killed: parts that were done stay, with the digests of what they are of";
    }
    if (gone.isDone()) {
      End other = start(work, own, fresh, List.of()).end();
      List<String> different = Trees.difference(again, fresh);
      if (other.exitCode() != gone.exitCode() || !different.isEmpty()) {
        throw new Broken("mixes two inputs: " + different + ", " + gone + " for " + other);
      }
    } else if (!gone.isRefusal()) {
      throw new Broken("changed where it was killed: " + gone);
    }
    return first + (hit ? "; killed: " : "; ended: ") + gone;
  }

  private Path read(Work work, Path in, Path output) {
    return work.isInPlace() ? output : in.resolve(work.input().orElseThrow().folder());
  }

  private static void cut(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    }
  }

  /** The first holds still while the second tries. */
  private String twice(Work work) throws IOException, InterruptedException, Broken {
    Path place = emptied(work, "twice"); // a folder that appears whole is made beside itself
    Path output = Files.createDirectories(place).resolve("output");
    prepare(work, inputs, output);
    Set<Path> before = new HashSet<>(Trees.below(place));
    Launch first = start(work, inputs, output, List.of());
    while (before.containsAll(Trees.below(place)) && first.goesOnFor(1)) {}
    if (!first.goesOnFor(LOCKED_MILLIS)) {
      resume(work, output);
      return "the first was done before";
    }
    first.signal("STOP");
    End end;
    try {
      end = start(work, inputs, output, List.of(), "second").end();
    } finally {
      first.signal("CONT");
    }
    End whole = first.end();
    if (!whole.isWhole()) {
      throw new Broken("the first ends with " + whole + "; the second: " + end);
    }
    same(work, output);
    if (work == Work.MINE_PARTS && end.isWhole()) {
      return "the same bytes; tasks of one plan work side by side";
    }
    String said = refusal(end);
    if (!said.contains("process " + first.number())) {
      throw new Broken("the second does not say who is there: " + said);
    }
    return "the same bytes; the second said: " + said;
  }

  private static String refusal(End end) throws Broken {
    if (!end.isRefusal()) {
      throw new Broken("no refusal in a line: " + end);
    }
    return end.said().strip();
  }

  /** Lets a command finish; it may have been done already. */
  private void resume(Work work, Path output) throws IOException, InterruptedException, Broken {
    End end = start(work, inputs, output, List.of()).end();
    if (!end.isWhole() && !isFinished(work, output)) {
      throw new Broken("it does not go on: " + end);
    }
    same(work, output);
  }

  private boolean isFinished(Work work, Path output) throws IOException {
    return Trees.difference(output, place(work)).isEmpty();
  }

  private void same(Work work, Path output) throws IOException, Broken {
    List<String> different = Trees.difference(output, place(work));
    if (!different.isEmpty()) {
      throw new Broken("other bytes: " + different);
    }
  }

  private Path place(Work work) {
    return inputs.resolve(work.folder());
  }

  private Path prepared(Work work, String name) throws IOException {
    Path output = emptied(work, name);
    prepare(work, inputs, output);
    return output;
  }

  private static void prepare(Work work, Path in, Path output) throws IOException {
    if (work.isInPlace()) {
      Trees.copy(in.resolve(work.input().orElseThrow().folder()), output);
    }
  }

  private Path emptied(Work work, String name) throws IOException {
    Path output = folder.resolve(work.folder() + "-" + name);
    Trees.delete(output);
    return output;
  }

  private Launch start(Work work, Path in, Path output, List<String> before) throws IOException {
    return start(work, in, output, before, "first");
  }

  private Launch start(Work work, Path in, Path output, List<String> before, String name)
      throws IOException {
    runs++;
    Path errors = folder.resolve("said").resolve(work.folder() + "." + name);
    return Launch.of(work.command(HOME, in, output), before, errors);
  }
}
