// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.falcon.data.FalconException;
import dev.falcon.data.Rows;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a tar may not claim or hold, and where none can be. */
final class RefusedTarsTest {
  private static final int MOST_BYTES = 16 << 20;

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("members")
  void rejectsMembersThatAreTooLargeOnceTheyAreRead(
      String name, byte[] content, int mostBytes, String reason) throws IOException {
    Path tar = folder.resolve("a.tar");
    try (TarWriter writer = new TarWriter(tar)) {
      writer.write(name, content);
    }

    Rows rows =
        Rows.of(
            SampleSources.open(tar.toString(), SourceOptions.DEFAULTS.withMaxFileBytes(mostBytes)));

    assertThat(rows.samples()).isEmpty();
    assertThat(rows.reasons()).containsExactly(reason);
  }

  static Stream<Arguments> members() throws IOException {
    byte[] large = new byte[MOST_BYTES + 1];
    String bytes = "has 16777217 bytes, more than the 16777216 of a text";
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(new byte[1001]);
    }
    return Stream.of(
        arguments("a.json", large, large.length, "the .json " + bytes),
        arguments("a.txt", large, large.length, "the caption file 'txt' " + bytes),
        arguments(
            "a.npy.gz",
            packed.toByteArray(),
            1000,
            "the member .npy.gz unpacks to more than the 1000 bytes allowed"));
  }

  @ParameterizedTest
  @MethodSource("extensions")
  void readsNoFurtherThanABrokenExtendedHeader(int size, String attributes, String reason)
      throws IOException {
    byte[] tar = new byte[2 * TarHeader.BYTES];
    put(tar, 124, String.format(Locale.ROOT, "%011o", size));
    tar[156] = 'x';
    put(tar, 148, " ".repeat(8));
    int sum = 0;
    for (byte each : tar) {
      sum += each;
    }
    put(tar, 148, String.format(Locale.ROOT, "%06o", sum));
    put(tar, TarHeader.BYTES, attributes);
    Path file = Files.write(folder.resolve("a.tar"), tar);

    assertThat(Rows.of(file.toString()).reasons()).containsExactly(reason);
  }

  static Stream<Arguments> extensions() {
    return Stream.of(
        arguments(
            (1 << 20) + 1,
            "",
            "the extended header at byte 0 claims 1048577 bytes: the tar is broken"),
        arguments(12, "12 size=1e3\n", "the extended header at byte 0 has the size '1e3'"));
  }

  private static void put(byte[] block, int at, String text) {
    System.arraycopy(text.getBytes(US_ASCII), 0, block, at, text.length());
  }

  @Test
  void namesATarThatIsGone() throws IOException {
    Path tar = folder.resolve("a.tar");
    new TarWriter(tar).close();
    SampleSource source = SampleSources.open(tar.toString());
    Files.delete(tar);

    assertThatThrownBy(() -> source.open(0, reject -> {}))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(tar + ": cannot be read: ");
  }

  @Test
  void namesAGzipWhoseHeadIsCutOrOfAnotherKind() throws IOException {
    Path tar = folder.resolve("a.tar");
    byte[] head = {0x1f, (byte) 0x8b, 9, 0, 0, 0, 0, 0, 0, 0};
    refused(tar, head, ": cannot be read: Unsupported compression method");
    refused(tar, Arrays.copyOf(head, 2), ": is cut: a gzip file's head has 10 bytes at least");
  }

  private static void refused(Path tar, byte[] content, String message) throws IOException {
    Files.write(tar, content);
    assertThatThrownBy(() -> Rows.of(tar.toString()))
        .isInstanceOf(FalconException.class)
        .hasMessage(tar + message);
  }

  @Test
  void writesNoTarOverAFolderAndNoSampleThatItRefused() {
    assertThatThrownBy(() -> new TarWriter(folder))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder + ": cannot be written: ");

    Path tar = folder.resolve("a.tar");
    Sample outside = Sample.of("../a", new byte[1], List.of());
    try (WebDatasetWriter writer = new WebDatasetWriter(tar)) {
      assertThatThrownBy(() -> writer.write(outside))
          .isInstanceOf(FalconException.class)
          .hasMessage(
              tar + ": sample '../a': the key '../a' names no member that WebDataset would read");
    }
  }
}
