// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.data.store.EmbeddingStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A flat index of FAISS in a process of {@code corpus_benchmark.py}, on one thread. */
public final class FlatIndex implements AutoCloseable {
  private static final String SCRIPT = "benchmarks/src/main/python/corpus_benchmark.py";

  private final Optional<Process> process;
  private final Optional<BufferedReader> answers;
  private final Optional<PrintStream> requests;

  private FlatIndex(Optional<Process> process) {
    this.process = process;
    this.answers = process.map(started -> started.inputReader(StandardCharsets.UTF_8));
    this.requests =
        process.map(
            started -> new PrintStream(started.getOutputStream(), true, StandardCharsets.UTF_8));
  }

  /**
   * An index of a store's images, which the first of its texts ask.
   *
   * @param python an interpreter that has FAISS; empty for none
   * @param folder for files of the vectors
   */
  public static FlatIndex of(String python, EmbeddingStore store, int queries, Path folder)
      throws IOException {
    if (python.isEmpty()) {
      return new FlatIndex(Optional.empty());
    }
    Path texts = folder.resolve("texts.f32");
    Path images = folder.resolve("images.f32");
    write(texts, ClusteredStore.texts(store, queries));
    write(images, ClusteredStore.images(store));
    FlatIndex index =
        new FlatIndex(
            Optional.of(
                new ProcessBuilder(
                        python,
                        SCRIPT,
                        texts.toString(),
                        images.toString(),
                        String.valueOf(store.dimension()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()));
    System.out.println(index.answer());
    return index;
  }

  private static void write(Path file, float[] values) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    Files.write(file, bytes.array());
  }

  /** Returns whether there is one. */
  public boolean isThere() {
    return process.isPresent();
  }

  /** Searches once for the k nearest, and returns its process' time. */
  public double seconds(int k) {
    requests.orElseThrow().println(k);
    return Double.parseDouble(answer());
  }

  private String answer() {
    try {
      return Optional.ofNullable(answers.orElseThrow().readLine())
          .orElseThrow(() -> new IllegalStateException(SCRIPT + ": ended early"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    requests.ifPresent(PrintStream::close); // which ends the process
  }
}
