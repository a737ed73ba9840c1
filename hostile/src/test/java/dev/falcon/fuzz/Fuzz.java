// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Fuzzing beyond what the build has time for: {@link #main} changes seeds blindly and fast, {@link
 * #fuzzerTestOneInput} is what Jazzer calls, which looks for inputs that reach new code.
 */
public final class Fuzz {
  private static Input target;
  private static Path scratch;

  private Fuzz() {}

  /** Jazzer's entry; the target is named by the property {@code falcon.fuzz}. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    Guard.read(target, input, scratch);
  }

  /** Called by Jazzer before the first input. Writes the seeds where {@code falcon.seeds} says. */
  public static void fuzzerInitialize() throws IOException {
    target = Input.labelled(System.getProperty("falcon.fuzz"));
    Path folder = Files.createTempDirectory("falcon-fuzz");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.delete(folder)));
    scratch = Files.createDirectories(folder.resolve("scratch"));
    target.prepare(new Seeds(folder), scratch);
  }

  /**
   * Arguments: {@code seeds FOLDER} writes all seeds, a folder a target; {@code run SECONDS SEED
   * FINDINGS TARGET…} changes them, so long for each target, and keeps in a folder what broke a
   * promise, once for each place; without targets, for all.
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("seeds")) {
      writeSeeds(Path.of(arguments[1]));
      return;
    }
    double seconds = Double.parseDouble(arguments[1]);
    long seed = Long.parseLong(arguments[2]);
    Path findings = Files.createDirectories(Path.of(arguments[3]));
    List<String> named = List.of(arguments).subList(4, arguments.length);
    for (Input each : Input.all()) {
      if (named.isEmpty() || named.contains(each.label())) {
        System.setProperty("falcon.fuzz", each.label());
        fuzzerInitialize();
        run(seconds, seed, findings);
      }
    }
  }

  private static void writeSeeds(Path root) throws IOException {
    Path folder = Files.createTempDirectory("falcon-seeds");
    for (Input each : Input.all()) {
      Path own = Files.createDirectories(root.resolve(each.label()));
      List<byte[]> seeds = each.seeds(new Seeds(folder));
      for (int i = 0; i < seeds.size(); i++) {
        Files.write(own.resolve(String.format(Locale.ROOT, "seed-%02d", i)), seeds.get(i));
      }
    }
    Folders.delete(folder);
  }

  private static void run(double seconds, long seed, Path findings) throws IOException {
    List<byte[]> seeds = target.seeds(new Seeds(scratch.getParent()));
    for (byte[] each : seeds) {
      Guard.read(target, each, scratch); // what a process does once is not the first input's cost
    }
    Mutator mutator = new Mutator(seeds, seed);
    Map<String, Integer> broken = new TreeMap<>();
    Path current = findings.resolve(target.label() + "-current");
    boolean isNative = target == Target.TOKENIZER;
    Watch watch = Watch.start(findings.resolve(target.label() + "-endless"));
    long end = System.nanoTime() + (long) (seconds * 1e9);
    long tried = 0;
    long read = 0;
    for (; System.nanoTime() < end; tried++) {
      byte[] input = mutator.next();
      if (isNative) {
        Files.write(current, input); // an abort leaves it
      }
      watch.begin(input);
      try {
        read += Guard.measured(target, input, scratch) ? 1 : 0;
      } catch (Guard.BrokenPromise e) {
        String message = e.getMessage().replaceAll("[0-9]+", "#");
        if (broken.merge(message, 1, Integer::sum) == 1) {
          Path file =
              findings.resolve(target.label() + "-" + Integer.toHexString(message.hashCode()));
          Files.write(file, input);
          System.out.println(file + ": " + e.getMessage());
        }
      }
    }
    watch.end();
    Files.deleteIfExists(current);
    int all = broken.values().stream().mapToInt(Integer::intValue).sum();
    System.out.printf(
        Locale.ROOT,
        "%s: tried %d, read %d, broken promises %d%n",
        target.label(),
        tried,
        read,
        all);
    broken.forEach((message, count) -> System.out.println("  " + count + " x " + message));
  }
}
