// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.Rows;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.LookaheadReader;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.sample.SourceOptions;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DatasetConverterTest {
  @TempDir private Path folder;

  /** Three shards of 5 samples, with a reject before each sample and one behind the last. */
  private static final class Flaky implements SampleSource {
    private long samplesLeft;

    private Flaky(long samplesLeft) {
      this.samplesLeft = samplesLeft;
    }

    @Override
    public String name() {
      return "flaky";
    }

    @Override
    public String format() {
      return "flaky";
    }

    @Override
    public int shards() {
      return 3;
    }

    @Override
    public String shardName(int shard) {
      return "shard" + shard;
    }

    @Override
    public SampleReader open(int shard, Consumer<Reject> rejects) {
      return new LookaheadReader() {
        private int next;

        @Override
        protected Optional<Sample> advance() {
          rejects.accept(new Reject("shard" + shard, "bad" + next, "bad"));
          if (next == 5) {
            return Optional.empty();
          }
          if (samplesLeft-- == 0) {
            throw new FalconException("killed");
          }
          String key = "k" + shard + "-" + next++;
          byte[] image = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) next};
          Map<String, String> metadata = Map.of("n", "" + next, "s", "x");
          return Optional.of(
              new Sample(
                  key,
                  Optional.of(image),
                  List.of("a " + key),
                  Optional.of("i" + next),
                  OptionalInt.of(next),
                  new TreeMap<>(metadata),
                  Map.of()));
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public List<Provenance.Input> inputs() {
      return List.of(new Provenance.Input("flaky", 1, "0"));
    }
  }

  @ParameterizedTest
  @EnumSource(ConversionRequest.Format.class)
  void writesEverySampleInOrder(ConversionRequest.Format format) {
    Path output = folder.resolve("out");

    Conversion conversion = convert(new Flaky(-1), output, format, 4, false);

    assertThat(conversion.samples()).isEqualTo(15);
    assertThat(conversion.rejected()).isEqualTo(18);
    assertThat(conversion.shards())
        .extracting(Conversion.Shard::samples)
        .containsExactly(4, 4, 4, 3);
    assertThat(Rows.of(output.toString()).withoutMembers())
        .isEqualTo(Rows.of(new Flaky(-1)).samples());
    assertThat(output.resolve("rejects.parquet")).exists();
    assertThat(output.resolve("conversion.journal")).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(ConversionRequest.Format.class)
  void resumesAfterEveryPossibleKillWithTheSameBytes(ConversionRequest.Format format)
      throws IOException {
    Path whole = folder.resolve("whole");
    convert(new Flaky(-1), whole, format, 4, false);
    for (int killedAfter = 0; killedAfter < 15; killedAfter++) {
      Path output = folder.resolve("killed" + killedAfter);
      Flaky killed = new Flaky(killedAfter);
      assertThatThrownBy(() -> convert(killed, output, format, 4, false)).hasMessage("killed");

      convert(new Flaky(-1), output, format, 4, false);

      assertThat(contents(output)).isEqualTo(contents(whole));
    }
  }

  @Test
  void refusesToResumeWithOtherOptions() {
    Path output = folder.resolve("out");
    assertThatThrownBy(
            () -> convert(new Flaky(7), output, ConversionRequest.Format.WEBDATASET, 4, false))
        .hasMessage("killed");
    assertThatThrownBy(
            () -> convert(new Flaky(-1), output, ConversionRequest.Format.WEBDATASET, 5, false))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("unfinished conversion of other data or with other options");
    assertThat(
            convert(new Flaky(-1), output, ConversionRequest.Format.WEBDATASET, 5, true).shards())
        .hasSize(3);
  }

  @Test
  void overwritesOnlyEarlierConversionsAndOnlyWhenAsked() throws IOException {
    Path output = folder.resolve("out");
    convert(new Flaky(-1), output, ConversionRequest.Format.WEBDATASET, 4, false);
    assertThatThrownBy(
            () -> convert(new Flaky(-1), output, ConversionRequest.Format.PARQUET, 4, false))
        .hasMessageContaining("already exists");
    Files.writeString(output.resolve("notes.txt"), "mine");

    convert(new Flaky(-1), output, ConversionRequest.Format.PARQUET, 15, true);

    assertThat(contents(output))
        .containsOnlyKeys("00000.parquet", "conversion.json", "rejects.parquet", "notes.txt");
    Path foreign = Files.createDirectories(folder.resolve("foreign"));
    Files.writeString(foreign.resolve("00000.tar"), "precious");
    assertThatThrownBy(
            () -> convert(new Flaky(-1), foreign, ConversionRequest.Format.WEBDATASET, 4, true))
        .hasMessageContaining("holds other files, such as 00000.tar");
  }

  @Test
  void doesNotWriteOverItsOwnInput() {
    Path output = folder.resolve("out");
    convert(new Flaky(-1), output, ConversionRequest.Format.WEBDATASET, 4, false);
    assertThatThrownBy(
            () ->
                convert(
                    SampleSources.open(output.toString()),
                    output,
                    ConversionRequest.Format.PARQUET,
                    4,
                    true))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("00000.tar lies, which is read");
  }

  @Test
  void namesAnInputThatIsGone() throws IOException {
    Path input = folder.resolve("in");
    convert(new Flaky(-1), input, ConversionRequest.Format.WEBDATASET, 15, false);
    SampleSource source = SampleSources.open(input.toString() + "/00000.tar");
    Folders.delete(input);
    Path output = Files.createDirectories(folder.resolve("out"));
    assertThatThrownBy(() -> convert(source, output, ConversionRequest.Format.PARQUET, 4, false))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(input.resolve("00000.tar") + ": cannot be read: ");
  }

  @Test
  void aJournalThatIsGoneIsNamed() throws IOException {
    Journal journal = Journal.open(folder, "a request");
    Path file = folder.resolve(Journal.FILE_NAME);
    Files.delete(file);
    Journal.Entry entry =
        new Journal.Entry(new Conversion.Shard("00000.tar", 1, "0"), List.of(), 0, 1, 0);
    assertThatThrownBy(() -> journal.add(entry))
        .isInstanceOf(FalconException.class)
        .hasMessage(file + ": cannot be written: " + file);
  }

  @Test
  void keepsScenesWhateverTheFormat() {
    SampleSource scenes =
        SampleSources.open("scenes:test,count=50", SourceOptions.DEFAULTS.withShardRows(20));
    Path tars = folder.resolve("tars");
    Path tables = folder.resolve("tables");
    Path tarsAgain = folder.resolve("again");

    convert(scenes, tars, ConversionRequest.Format.WEBDATASET, 30, false);
    convert(
        SampleSources.open(tars.toString()), tables, ConversionRequest.Format.PARQUET, 50, false);
    convert(
        SampleSources.open(tables.toString()),
        tarsAgain,
        ConversionRequest.Format.WEBDATASET,
        30,
        false);

    assertThat(Rows.of(tables.toString()).samples()).isEqualTo(Rows.of(scenes).withoutMembers());
    assertThat(Json.read(tarsAgain.resolve("conversion.json"), Conversion.class).shards())
        .isEqualTo(Json.read(tars.resolve("conversion.json"), Conversion.class).shards());
  }

  private static Conversion convert(
      SampleSource source,
      Path output,
      ConversionRequest.Format format,
      int samples,
      boolean overwrite) {
    ConversionRequest request =
        new ConversionRequest(source, Map.of(), output, format, samples, overwrite);
    return DatasetConverter.convert(request, Progress.NONE);
  }

  private static Map<String, List<Byte>> contents(Path folder) throws IOException {
    Map<String, List<Byte>> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        List<Byte> bytes = new ArrayList<>();
        for (byte b : Files.readAllBytes(file)) {
          bytes.add(b);
        }
        contents.put(file.getFileName().toString(), bytes);
      }
    }
    return contents;
  }
}
