// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageTest {
  @TempDir private Path folder;
  private Storage storage;
  private String object;

  @BeforeEach
  void keepAnObject() {
    Configuration configuration = new Configuration();
    ObjectStore.register(configuration);
    storage = new Storage(configuration);
    object = "late://" + folder.resolve("object");
    storage.write(object, "nowhere", "whole".getBytes(StandardCharsets.UTF_8));
  }

  @AfterEach
  void list() {
    ObjectStore.YOUNG.clear();
  }

  @Test
  void cutFilesDoNotReplaceWholeOnes() {
    Path unreadable = folder; // a folder has no bytes to copy
    assertThatThrownBy(() -> storage.put(unreadable, object))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(object + ": cannot be written: ");
    assertThat(storage.read(object)).asString(StandardCharsets.UTF_8).isEqualTo("whole");
  }

  @Test
  void filesThatAreNotListedYetAreFound() {
    assertThat(storage.list("late://" + folder)).isEmpty();
    assertThat(storage.exists(object)).isTrue();
    assertThat(storage.size(object)).isEqualTo(5);
    ObjectStore.YOUNG.clear();
    assertThat(storage.list("late://" + folder)).containsExactly("object");
  }

  @Test
  void unknownSchemesAreNamedWithTheirArtifact() {
    for (String[] scheme :
        new String[][] {{"s3a", "aws"}, {"gs", "gcp"}, {"abfs", "azure"}, {"wasbs", "azure"}}) {
      String file = scheme[0] + "://bucket/store";
      assertThatThrownBy(() -> storage.exists(file))
          .isInstanceOf(FalconException.class)
          .hasMessage(
              "%s: nothing here reads %s://; add spark.jars.packages=org.apache.hadoop:hadoop-%s:%s"
                  .formatted(file, scheme[0], scheme[1], VersionInfo.getVersion()));
    }
    assertThatThrownBy(() -> storage.exists("foo://bucket/store"))
        .hasMessageStartingWith("foo://bucket/store: nothing here reads foo://; Spark with Hadoop");
    assertThatThrownBy(() -> storage.exists("foo:bar"))
        .hasMessage("foo:bar: is no path and no URI such as s3a://BUCKET/FOLDER");
  }

  @Test
  void aRelativePathIsThatOfThisProcessForAllOthers() {
    assertThat(storage.absolute("some/plan")).isEqualTo(Path.of("some/plan").toAbsolutePath() + "");
    assertThat(storage.absolute(folder.toString())).isEqualTo(folder.toString());
    assertThat(storage.absolute("s3a://bucket/plan")).isEqualTo("s3a://bucket/plan");
  }
}
