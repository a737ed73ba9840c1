// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a driver finds a list of vetoes or a graph. */
class DriverFilesTest {
  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();
  private Storage storage;
  private Path copied;

  @BeforeEach
  void begin() throws IOException {
    Configuration configuration = new Configuration();
    ObjectStore.register(configuration);
    storage = new Storage(configuration);
    copied = Files.createDirectory(folder.resolve("copied"));
  }

  private DriverFiles files(boolean elsewhere) {
    return new DriverFiles(storage, elsewhere, List.of(folder.resolve("none"), copied), notes::add);
  }

  @Test
  void aFileThatIsThereIsTakenAndNotItsCopy() throws IOException {
    Path named = Files.writeString(folder.resolve("veto.csv"), "named");
    Files.writeString(copied.resolve("veto.csv"), "copied");
    try (DriverFiles files = files(true)) {
      assertThat(files.located(named.toString())).isEqualTo(named);
      assertThat(files.located(named.toUri().toString())).isEqualTo(named);
    }
    assertThat(notes).isEmpty();
  }

  @Test
  void aFileThatSparkHasCopiedIsFoundByItsName() throws IOException {
    Path copy = Files.writeString(copied.resolve("veto.csv"), "copied");
    try (DriverFiles files = files(true)) {
      assertThat(files.located("/home/me/veto.csv")).isEqualTo(copy);
      assertThat(files.located("veto.csv")).isEqualTo(copy);
    }
    assertThat(notes)
        .containsExactly(
            "/home/me/veto.csv: is not on the machine of the driver; read from spark.files",
            "veto.csv: is not on the machine of the driver; read from spark.files");
  }

  @Test
  void aUriIsReadByHadoopUnderItsName() throws IOException {
    Path named = Files.writeString(folder.resolve("veto é.csv"), "there");
    Path read;
    try (DriverFiles files = files(true)) {
      read = files.located("late://" + named);
      assertThat(read).isNotEqualTo(named).hasFileName("veto é.csv").hasContent("there");
    }
    assertThat(read.getParent()).doesNotExist();
  }

  @Test
  void ofWhatIsNotThereOneLineSaysHowItGetsThere() {
    try (DriverFiles files = files(true)) {
      assertThatThrownBy(() -> files.located("/home/me/veto.csv"))
          .isInstanceOf(RequestException.class)
          .hasMessage(
              "/home/me/veto.csv: is not on the machine of the driver; give it to spark-submit,"
                  + " too, as spark.files=/home/me/veto.csv");
      assertThatThrownBy(() -> files.located("file:///home/me/veto.csv"))
          .hasMessageEndingWith("spark.files=/home/me/veto.csv");
      assertThatThrownBy(() -> files.located("late:///nowhere/veto.csv"))
          .isInstanceOf(RequestException.class)
          .hasMessage("late:///nowhere/veto.csv: there is no such file or folder");
      assertThatThrownBy(() -> files.located("s3a://bucket/veto.csv"))
          .hasMessageContaining("nothing here reads s3a://; add spark.jars.packages=");
    }
    try (DriverFiles files = files(false)) {
      assertThatThrownBy(() -> files.located("veto.csv"))
          .isInstanceOf(RequestException.class)
          .hasMessage("veto.csv: there is no such file or folder");
    }
  }
}
