// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.cli.internal.builtin.ScenesStore;
import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.NativeLibraries;
import dev.falcon.data.file.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A newcomer's first command: no data, no model. */
class BuiltInTest {
  @TempDir private Path folder;

  @BeforeEach
  void useACacheOfItsOwn() {
    // These are chosen once a process, and are needed after this folder is gone.
    NativeLibraries.folder();
    System.setProperty(UserCache.PROPERTY, folder.resolve("cache").toString());
  }

  @AfterEach
  void restore() {
    System.clearProperty(UserCache.PROPERTY);
  }

  @Test
  void minesScenesEmbeddedByTheShippedModel() throws IOException {
    Path plan = folder.resolve("plan.parquet");
    Cli.Result first = Cli.launch("mine", "--quantiles", "--out", plan);
    assertThat(first.exitCode()).as(first.errors()).isZero();
    assertThat(first.output()).contains("50 batches, 4,800 samples of 4,800");
    assertThat(first.output())
        .as("by truth, beside the hardest")
        .containsPattern("this plan +9\\.5 % +\\[8\\.5, 10\\.7\\] +9,500")
        .containsPattern("--quantiles 1, the hardest +28\\.6 %");
    Path again = folder.resolve("again.parquet");
    Cli.Result second = Cli.launch("mine", "--quantiles", "--out", again);
    assertThat(second.errors()).doesNotContain("embedding");
    assertThat(Files.mismatch(plan, again)).isEqualTo(-1);
    Path scheduled = folder.resolve("scheduled.parquet");
    Cli.Result third = Cli.launch("mine", "--quantiles=scheduler", "--out", scheduled);
    assertThat(third.exitCode()).as(third.errors()).isZero();
    assertThat(Files.mismatch(plan, scheduled)).isNotNegative();
    Path rows = folder.resolve("gcbs.csv");
    Cli.Result grouped = Cli.launch("mine", "--quantiles=gcbs", "--out", rows);
    assertThat(grouped.exitCode()).as(grouped.errors()).isZero();
    assertThat(grouped.output()).contains("50 batches").doesNotContain("this plan");
  }

  /** A link to a disk that is not there, planted while Scenes are embedded. */
  @Test
  void aChangedStoreInTheCacheIsRefused() throws IOException {
    Path store = ScenesStore.open(Progress.NONE, note -> {}).folder();
    Path vectors = store.resolve("part-00000.arrow");
    byte[] bytes = Files.readAllBytes(vectors);
    bytes[bytes.length / 2] ^= 1;
    Files.write(vectors, bytes);

    Cli.Result result = Cli.launch("mine", "--quantiles", "--out", folder.resolve("plan.parquet"));

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors())
        .contains(
            vectors + ": this cache file is broken; delete its folder to have it computed again");
    assertThat(folder.resolve("plan.parquet")).doesNotExist();
  }

  @Test
  void aPlaceThatNothingCanBePutIntoIsNamed() {
    List<Path> places = new ArrayList<>();
    assertThatThrownBy(
            () ->
                ScenesStore.open(
                    Progress.NONE, note -> places.add(linked(note.substring(note.indexOf('/'))))))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(places.get(0) + ": cannot be moved into place: ");
    assertThat(Folders.list(places.get(0).getParent())).containsExactly(places.get(0));
  }

  private Path linked(String place) {
    try {
      Path link = Path.of(place);
      Files.createDirectories(link.getParent());
      return Files.createSymbolicLink(link, folder.resolve("gone"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aLauncherWithoutTheModelAsksForOne() {
    String shipped = System.getProperty("falcon.home");
    System.setProperty("falcon.home", folder.toString());
    try {
      Cli.Result result =
          Cli.launch("mine", "--quantiles", "--out", folder.resolve("plan.parquet"));

      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.errors())
          .contains("no built-in model beside this launcher; name a model folder with --model");
    } finally {
      System.setProperty("falcon.home", shipped);
    }
  }
}
