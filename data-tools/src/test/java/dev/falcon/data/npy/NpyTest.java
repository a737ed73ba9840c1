package dev.falcon.data.npy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.net.URISyntaxException;
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
