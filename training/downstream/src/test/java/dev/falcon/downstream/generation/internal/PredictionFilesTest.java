// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredictionFilesTest {
  @TempDir private Path folder;
  private Path target;
  private Path begun;

  @BeforeEach
  void name() {
    target = folder.resolve("captions.json");
    begun = folder.resolve("captions.json.begun");
  }

  private PredictionFiles open(String asked, boolean overwrite) {
    return PredictionFiles.open(target, asked, "image_id", "caption", overwrite);
  }

  @Test
  void resumesBehindTheLastWholeLine() throws IOException {
    try (PredictionFiles files = open("asked", false)) {
      files.add("391895", "a man on a bike");
    }
    byte[] half = "{\"image_id\": 5, \"caption\": \"{}é".getBytes(StandardCharsets.UTF_8);
    Files.write(begun, Arrays.copyOf(half, half.length - 1), StandardOpenOption.APPEND);
    try (PredictionFiles files = open("asked", false)) {
      assertThat(files.size()).isEqualTo(1);
      assertThat(files.has("391895")).isTrue();
      assertThat(files.has("5")).isFalse();
      files.add("scene-5", "a red circle");
      files.finish();
    }
    assertThat(Json.readTree(target))
        .isEqualTo(
            Json.mapper()
                .readTree(
                    "[{\"image_id\": 391895, \"caption\": \"a man on a bike\"},"
                        + " {\"image_id\": \"scene-5\", \"caption\": \"a red circle\"}]"));
    assertThat(begun).doesNotExist();
  }

  @Test
  void anotherRequestIsRefusedUnlessItOverwrites() throws IOException {
    try (PredictionFiles files = open("asked", false)) {
      files.add("1", "a");
    }
    assertThatThrownBy(() -> open("other", false))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("was begun with another model, prompt, search or data");
    try (PredictionFiles files = open("other", true)) {
      assertThat(files.size()).isZero();
      files.add("2", "b");
      files.finish();
    }
    assertThatThrownBy(() -> open("other", false))
        .hasMessage(target + ": already exists; name another file, or overwrite it");
  }

  @Test
  void workFilesAreRemovedAfterAStopBehindTheLastStep() throws IOException {
    Files.writeString(target, "[]");
    Files.writeString(begun, "asked\n");
    assertThatThrownBy(() -> open("asked", false))
        .hasMessage(target + ": already exists; name another file, or overwrite it");
    assertThat(begun).doesNotExist();
    assertThat(target).hasContent("[]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\": 1}", "{\"image_id\": null}", "[", "17"})
  void whatIsNoPredictionIsNamed(String line) throws IOException {
    Files.writeString(begun, "asked\n" + line + "\n");
    assertThatThrownBy(() -> open("asked", false))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(begun + ": ")
        .hasMessageEndingWith(line + "; remove the file");
  }

  @Test
  void aRunThatDidNothingLeavesNothing() {
    open("asked", false).close();
    assertThat(begun).doesNotExist();
    assertThat(target).doesNotExist();
  }

  @Test
  void nothingIsAddedBehindTheEnd() {
    try (PredictionFiles files = open("asked", false)) {
      files.add("1", "a");
      files.finish();
      assertThatThrownBy(() -> files.add("2", "b"))
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(begun + ": cannot be written: ");
    }
    assertThat(Json.readTree(target)).hasSize(1);
  }

  @Test
  void foldersInThePlaceOfFilesAreNamed() throws IOException {
    Files.createDirectories(begun);
    assertThatThrownBy(() -> open("asked", false))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(begun + ": cannot be read: ");
    assertThatThrownBy(() -> open("asked", true))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(begun + ": cannot be read: ");
  }
}
