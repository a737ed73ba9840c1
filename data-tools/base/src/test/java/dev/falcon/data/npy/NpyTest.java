// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against files that NumPy wrote; make_fixtures.py beside them says how. */
class NpyTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(NpyType.class)
  void elementsOfEveryTypeAreNumPys(NpyType type) {
    NpyArray array = NpyArray.read(fixture(type.name().toLowerCase(Locale.ROOT)));

    assertThat(array.type()).isEqualTo(type);
    assertThat(array.shape()).containsExactly(2L, 3L);
    double[] expected =
        switch (type) {
          case FLOAT16, FLOAT32, FLOAT64 -> new double[] {-1.5, 0, 1.5, 3, 4.5, 6};
          case UINT8, UINT16, UINT32 -> new double[] {1, 0, 1, 2, 3, 4};
          case BOOL -> new double[] {1, 0, 1, 1, 1, 1};
          case INT8, INT16, INT32, INT64 -> new double[] {-1, 0, 1, 2, 3, 4};
        };
    assertThat(array.toDoubles()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"version1", "version2", "version3"})
  void allHeaderVersionsAreRead(String name) {
    assertThat(NpyArray.read(fixture(name)).toLongs()).containsExactly(-1, 0, 1, 2, 3, 4);
  }

  @Test
  void shapesOfEveryRankAreRead() {
    assertThat(NpyArray.read(fixture("scalar")).shape()).isEmpty();
    assertThat(NpyArray.read(fixture("scalar")).longAt(0)).isEqualTo(42);
    assertThat(NpyArray.read(fixture("vector")).shape()).containsExactly(3L);
    assertThat(NpyArray.read(fixture("empty")).elements()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "fortran, Fortran order",
    "big_endian, big-endian",
    "pickled, pickled Python objects",
    "records, records",
    "strings, '<U2'",
  })
  void whatIsNoPlainArrayIsRefusedWithTheReason(String name, String reason) {
    assertThatThrownBy(() -> NpyHeader.read(fixture(name)))
        .isInstanceOf(FalconException.class)
        .hasMessageContainingAll(name + ".npy", reason);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 9, 60, 127, 128, 151})
  void aFileCutAnywhereIsRefused(int length) throws IOException {
    byte[] whole = Files.readAllBytes(fixture("float32"));
    assertThat(whole).hasSize(152);

    assertThatThrownBy(() -> NpyArray.parse("cut.npy", Arrays.copyOf(whole, length)))
        .isInstanceOf(FalconException.class)
        .hasMessageContainingAll("cut.npy", "truncated");
  }

  @Test
  void refusesImpossibleArrays() throws IOException {
    byte[] newer = Files.readAllBytes(fixture("float32"));
    newer[6] = 9;
    refused(newer, "a.npy: .npy version 9 is not known; versions 1 to 3 are");

    String shape = "(999999999999999999, 99), }";
    String text = new String(Files.readAllBytes(fixture("float32")), StandardCharsets.ISO_8859_1);
    String vast = text.replace("(2, 3), }" + " ".repeat(shape.length() - 9), shape);
    refused(
        vast.getBytes(StandardCharsets.ISO_8859_1),
        "a.npy: the shape [999999999999999999, 99] is impossibly large");
  }

  private static void refused(byte[] bytes, String message) {
    assertThatThrownBy(() -> NpyArray.parse("a.npy", bytes))
        .isInstanceOf(FalconException.class)
        .hasMessage(message);
  }

  @Test
  void namesMissingFilesAndRefusesFractionsAsWholeNumbers() {
    Path missing = folder.resolve("missing.npy");
    assertThatThrownBy(() -> NpyArray.read(missing))
        .isInstanceOf(FalconException.class)
        .hasMessage(missing + ": cannot be read: " + missing);
    NpyArray fractions = NpyArray.read(fixture("float16"));
    assertThatThrownBy(() -> fractions.longAt(0))
        .hasMessage("elements of type FLOAT16 are no whole numbers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"float32", "float16"})
  void whatIsWrittenIsByteForByteNumPys(String name) throws IOException {
    NpyArray array = NpyArray.read(fixture(name));
    Path file = folder.resolve("written.npy");
    try (NpyWriter writer = new NpyWriter(file, array.type(), 3)) {
      writer.append(array.toFloats(), 0);
      writer.append(array.toFloats(), 3);
    }

    assertThat(Files.readAllBytes(file)).isEqualTo(Files.readAllBytes(fixture(name)));
  }

  private static Path fixture(String name) {
    try {
      return Path.of(NpyTest.class.getResource("/npy/" + name + ".npy").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
