// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
  @TempDir private Path folder;

  /** Locks the folder of its only argument until its input ends. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) {
      FolderLock.holding(
          Path.of(arguments[0]),
          () -> {
            System.out.println("held");
            try {
              return System.in.read();
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          });
    }
  }

  @Test
  void aHeldLockIsKnownAndThoseWhoTakeTurnsWaitForIt() throws Exception {
    Path target = folder.resolve("table");
    List<String> order = new CopyOnWriteArrayList<>();
    assertThat(FolderLock.isHeld(target)).isFalse();
    Thread second =
        new Thread(() -> FolderLock.inTurn(target, () -> order.add("second")), "second");
    FolderLock.beside(
        target,
        () -> {
          assertThat(FolderLock.isHeld(target)).isTrue();
          second.start();
          while (second.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
          }
          return order.add("first");
        });
    second.join();

    assertThat(order).containsExactly("first", "second");
    assertThat(FolderLock.isHeld(target)).isFalse();
    Files.writeString(folder.resolve(".table.lock"), "1"); // of a process that was killed
    assertThat(FolderLock.isHeld(target)).isFalse();
  }

  @Test
  void theWorkIsDoneAndNothingIsLeft() {
    Path made = folder.resolve("a/b");

    String result = FolderLock.holding(made, () -> "done");

    assertThat(result).isEqualTo("done");
    assertThat(made).isEmptyDirectory();
  }

  @Test
  void workThatIsRefusedAtOnceLeavesNoFolderBehind() throws IOException {
    Path made = folder.resolve("made");
    Path kept = folder.resolve("kept");
    Path there = Files.createDirectory(folder.resolve("there"));

    assertThatThrownBy(() -> FolderLock.holding(made, () -> refused(made, false)))
        .hasMessage("refused");
    assertThatThrownBy(() -> FolderLock.holding(kept, () -> refused(kept, true)))
        .hasMessage("refused");
    assertThatThrownBy(() -> FolderLock.holding(there, () -> refused(there, false)))
        .hasMessage("refused");

    assertThat(made).doesNotExist();
    assertThat(kept.resolve("part")).exists();
    assertThat(there).isEmptyDirectory();
  }

  private static String refused(Path target, boolean late) {
    if (late) {
      AtomicFile.write(target.resolve("part"), "half");
    }
    throw new FalconException("refused");
  }

  @Test
  void anOutputThatAppearsAtTheEndIsLockedBesideItsPlace() {
    Path target = folder.resolve("a/model");

    FolderLock.beside(
        target,
        () -> {
          assertThat(target.resolveSibling(".model.lock")).exists();
          assertThat(target).doesNotExist();
          assertThatThrownBy(() -> FolderLock.beside(target, () -> "never"))
              .isInstanceOf(FalconException.class)
              .hasMessageStartingWith(target + ": another run of this process is writing there");
          return "done";
        });

    assertThat(folder.resolve("a")).isEmptyDirectory();
  }

  @Test
  void aSecondRunOfThisProcessIsRefusedUnderAnyNameOfTheFolder() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("."));

    assertThatThrownBy(
            () -> FolderLock.holding(folder, () -> FolderLock.holding(link, () -> "never")))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            link
                + ": another run of this process is writing there; wait for its end, or name"
                + " another folder");
    assertThat(FolderLock.<String>holding(folder, () -> "free again")).isEqualTo("free again");
  }

  @Test
  void anotherProcessIsNamedAndItsDeathFreesTheFolder() throws Exception {
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      byte[] said = holder.getInputStream().readNBytes(4);
      assertThat(new String(said, StandardCharsets.US_ASCII)).isEqualTo("held");

      assertThatThrownBy(() -> FolderLock.holding(folder, () -> "never"))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("process " + holder.pid() + " is writing there");
    } finally {
      holder.destroyForcibly();
    }
    assertThat(holder.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(FolderLock.<String>holding(folder, () -> "free again")).isEqualTo("free again");
    assertThat(folder).isEmptyDirectory();
  }

  /** On Linux, this folder takes no files, not even from the administrator. */
  @Test
  void aFolderThatMayNotBeWrittenIsNamed() {
    Path kernel = Path.of("/sys/kernel");
    assumeThatThrownBy(() -> Files.createFile(kernel.resolve("new")))
        .isInstanceOf(AccessDeniedException.class);

    assertThatThrownBy(() -> FolderLock.holding(kernel, () -> 1))
        .isInstanceOf(FalconException.class)
        .hasMessage(kernel + ": cannot be written: no permission to write in " + kernel);
  }
}
