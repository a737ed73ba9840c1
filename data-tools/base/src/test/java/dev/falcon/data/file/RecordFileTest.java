// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTest {
  @TempDir private Path folder;

  @Test
  void everyChangedCharacterIsNoticed() throws IOException {
    Path record = folder.resolve("record.json");
    RecordFile.write(record, Map.of("name", "ä \"q\"", "share", 0.1));
    String text = Files.readString(record);
    assertThat(Json.readTree(record).get("share").asDouble()).isEqualTo(0.1);
    assertThat(RecordFile.isEdited(record)).isFalse();
    for (int at = 0; at < text.length(); at++) {
      String changed = text.substring(0, at) + "#" + text.substring(at + 1);
      Files.writeString(record, changed);
      // Without its name the digest is none, as in records of earlier releases.
      assertThat(RecordFile.isEdited(record))
          .as(changed)
          .isEqualTo(changed.contains("\"record_sha256\""));
    }
    Files.writeString(record, text + " ");
    assertThat(RecordFile.isEdited(record)).isTrue();
  }

  @Test
  void recordsWithoutADigestAreNotEdited() {
    Path record = folder.resolve("record.json");
    Json.write(record, Map.of("name", "x"));
    assertThat(RecordFile.isEdited(record)).isFalse();
  }

  @Test
  void filesAreNamedBelowTheRecordAndThoseThatAreAbsentAreLeftOut() throws IOException {
    Path file = Files.writeString(Files.createDirectory(folder.resolve("a")).resolve("b"), "text");
    Path record = folder.resolve("record.json");
    RecordFile.write(record, Map.of("name", "x"), List.of(file, folder.resolve("c")));
    assertThat(Json.readTree(record).get("files")).hasSize(1);
    assertThat(Json.readTree(record).at("/files/0/name").asText()).isEqualTo("a/b");
    assertThat(RecordFile.isEdited(record)).isFalse();
  }
}
