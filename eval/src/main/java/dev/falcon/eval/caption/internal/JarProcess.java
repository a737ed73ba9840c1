// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtExit;
import dev.falcon.data.file.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs a Java program that the user provides, in a separate process with the same Java and its own
 * folder for temporary files. The process ends, and the folder is removed, when this object is
 * closed, when the time limit is reached, or when this JVM ends, even by SIGKILL.
 */
final class JarProcess implements AutoCloseable {
  private static final Set<JarProcess> OPEN = ConcurrentHashMap.newKeySet();

  static {
    AtExit.add(() -> OPEN.forEach(JarProcess::end));
  }

  private final Path jar;
  private final Duration limit;
  private final Path folder;
  private Process process;
  private CompletableFuture<Process> ending;
  private boolean ended;
  private volatile boolean late;

  /**
   * Prepares to run a program.
   *
   * @param jar the program's jar
   * @param limit the time after which the program is ended
   * @throws FalconException if the jar does not exist
   */
  JarProcess(Path jar, Duration limit) {
    if (!Folders.isFile(jar)) {
      throw new FalconException(jar + ": there is no such jar");
    }
    this.jar = jar;
    this.limit = limit;
    this.folder = Folders.temporary("falcon-jar-");
    OPEN.add(this);
  }

  /** Returns a folder into which the program may write. */
  Path folder() {
    return folder;
  }

  /**
   * Starts the program in the folder of its jar.
   *
   * @param heap the maximum size of its heap, in the form of {@code -Xmx}
   * @param arguments the arguments of the program
   * @param streams sets the redirections of the program's streams
   */
  synchronized Process start(String heap, List<String> arguments, Consumer<ProcessBuilder> streams)
      throws IOException {
    if (ended) {
      throw new IOException("this process ends");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heap);
    command.add("-Djava.io.tmpdir=" + folder);
    Path program = jar.toAbsolutePath();
    command.addAll(GuardedJar.command(program));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(program.getParent().toFile());
    streams.accept(builder);
    process = builder.start();
    ending =
        process
            .onExit()
            .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete(
                (exited, failure) -> {
                  if (failure instanceof TimeoutException) {
                    late = true;
                    kill(process);
                  }
                });
    return process;
  }

  /**
   * Fails if the program was ended at the time limit.
   *
   * @throws FalconException naming the limit
   */
  void requireInTime() {
    if (late) {
      throw new FalconException(
          jar
              + ": was ended, since it had not finished after "
              + words(limit)
              + "; allow more time");
    }
  }

  private static String words(Duration time) {
    return time.toMinutes() > 0 ? time.toMinutes() + " minutes" : time.toMillis() + " milliseconds";
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private synchronized void end() {
    ended = true;
    if (process != null) {
      ending.cancel(false);
      kill(process);
      process.onExit().join();
    }
    Folders.delete(folder);
  }

  @Override
  public void close() {
    OPEN.remove(this);
    end();
  }
}
