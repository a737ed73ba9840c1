// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A reader of a file. Its seeds lie in the folder of its label below {@code
 * hostile/src/test/resources/fuzz}; what lies there in the folder {@code beside} is put beside the
 * file.
 *
 * @param file what the file is called
 * @param more seeds that are made
 * @param beside what lies beside the file; may be absent
 * @param ends whether a sound input is read to its end
 */
record FileInput(
    String label,
    Effort effort,
    String file,
    Reading reading,
    Made more,
    Supplier<Path> beside,
    boolean ends)
    implements Input {
  private static final Path HOME = Path.of(System.getProperty("falcon.home"));
  private static final Path RESOURCES = HOME.resolve("hostile/src/test/resources/fuzz");

  FileInput(String label, Effort effort, String file, Reading reading, Made more) {
    this(
        label, effort, file, reading, more, () -> RESOURCES.resolve(label).resolve("beside"), true);
  }

  /** What a reader may take, and how often it is tried in every build. */
  enum Effort {
    READER(100, 96),
    COMMAND(8, 256);

    private final int changes;
    private final int freeMebibytes;

    Effort(int changes, int freeMebibytes) {
      this.changes = changes;
      this.freeMebibytes = freeMebibytes;
    }
  }

  @Override
  public int changes() {
    return effort.changes;
  }

  @Override
  public long freeBytes() {
    return (long) effort.freeMebibytes << 20;
  }

  /** The same beside the shipped model. */
  FileInput inModelFolder() {
    return within(() -> HOME.resolve("onnx-models/scenes-tiny"));
  }

  /** The same beside other files. */
  FileInput within(Supplier<Path> folder) {
    return new FileInput(label, effort, file, reading, more, folder, ends);
  }

  /** The same where no input is read to its end. */
  FileInput endless() {
    return new FileInput(label, effort, file, reading, more, beside, false);
  }

  /** Reads a file. */
  @FunctionalInterface
  interface Reading {
    void read(Path file) throws IOException;
  }

  /** Makes seeds. */
  @FunctionalInterface
  interface Made {
    /** No seeds. */
    Made NONE = factory -> List.of();

    List<byte[]> seeds(Seeds factory) throws IOException;
  }

  @Override
  public List<byte[]> seeds(Seeds factory) throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    Path own = RESOURCES.resolve(label);
    if (Files.isDirectory(own)) {
      for (Path seed : Folders.list(own)) {
        if (Files.isRegularFile(seed)) {
          seeds.add(Files.readAllBytes(seed));
        }
      }
    }
    seeds.addAll(more.seeds(factory));
    return seeds;
  }

  @Override
  public void prepare(Seeds factory, Path scratch) throws IOException {
    Path around = beside.get();
    if (!Files.isDirectory(around)) {
      return;
    }
    try (Stream<Path> files = Files.walk(around)) {
      for (Path from : files.filter(Files::isRegularFile).toList()) {
        Path to = scratch.resolve(around.relativize(from).toString());
        Files.createDirectories(to.getParent());
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @Override
  public void read(byte[] bytes, Path scratch) throws IOException {
    Path target = scratch.resolve(file);
    Files.createDirectories(target.getParent());
    Files.deleteIfExists(target); // threads that end late may still have the one before mapped
    reading.read(Files.write(target, bytes));
  }
}
