// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SampleOrderTest {
  private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, 0};

  @TempDir private Path folder;

  private static Sample sample(String key, String... captions) {
    byte[] image = JPEG.clone();
    image[3] = (byte) key.hashCode();
    return Sample.of(key, image, List.of(captions));
  }

  private static final SampleSource DATA =
      new MemorySource(
          "data",
          List.of(
              sample("a", "one"),
              sample("b", "two"),
              sample("c", "three", "four"),
              sample("d", "five"),
              sample("e", "six"),
              sample("../f", "seven")));

  private Path plan(String... rows) throws IOException {
    return Files.writeString(
        folder.resolve("plan.csv"),
        "epoch,search_space,batch,key\n" + String.join("\n", rows) + "\n");
  }

  private Conversion convert(
      ConversionRequest.Format format, int samplesPerShard, SampleOrder order) {
    return DatasetConverter.convert(
        new ConversionRequest(
            DATA,
            Map.of(),
            folder.resolve("out"),
            format,
            samplesPerShard,
            true,
            Optional.of(order)),
        Progress.NONE);
  }

  private List<Sample> written(String file) {
    List<Sample> samples = new ArrayList<>();
    SampleSources.open(folder.resolve("out").resolve(file).toString())
        .forEach(samples::add, reject -> {});
    return samples;
  }

  @ParameterizedTest
  @EnumSource(ConversionRequest.Format.class)
  void writesTheSamplesInThePlansOrder(ConversionRequest.Format format) throws IOException {
    Path plan = plan("0,0,0,d", "0,0,0,a", "0,0,1,c#1", "0,0,1,b");
    Conversion conversion = convert(format, 3, SampleOrder.read(plan, null));
    assertThat(conversion.samples()).isEqualTo(4);
    assertThat(conversion.shards()).as("whole batches to a file").hasSize(2);
    List<Sample> samples = written("00000." + format.extension());
    samples.addAll(written("00001." + format.extension()));
    assertThat(samples).extracting(Sample::key).containsExactly("d", "a", "c#1", "b");
    assertThat(samples)
        .extracting(sample -> sample.captions().get(0))
        .containsExactly("five", "one", "four", "two");
    assertThat(samples)
        .extracting(sample -> sample.image().orElseThrow()[3])
        .containsExactly((byte) 'd', (byte) 'a', (byte) 'c', (byte) 'b');
    assertThat(samples.get(2).imageId()).as("of the sample whose caption it is").hasValue("c");
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .as("nothing is left of the copy")
          .containsExactlyInAnyOrder(
              "00000." + format.extension(), "00001." + format.extension(), "conversion.json");
    }
  }

  @Test
  void aSampleWithSeveralCaptionsIsWrittenWholeUnderItsOwnKey() throws IOException {
    convert(
        ConversionRequest.Format.WEBDATASET, 2, SampleOrder.read(plan("0,0,0,c", "0,0,0,a"), null));
    assertThat(written("00000.tar").get(0).captions()).containsExactly("three", "four");
  }

  @Test
  void takesOneEpochOfSeveral() throws IOException {
    Path plan = plan("0,0,0,a", "0,0,0,b", "1,0,0,d", "1,0,0,e");
    assertThatThrownBy(() -> SampleOrder.read(plan, null))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("several epochs; name one epoch of it");
    assertThatThrownBy(() -> SampleOrder.read(plan, 2))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("has no epoch 2");
    convert(ConversionRequest.Format.WEBDATASET, 10, SampleOrder.read(plan, 1));
    assertThat(written("00000.tar")).extracting(Sample::key).containsExactly("d", "e");
  }

  @Test
  void batchesOfTwoSizesAreRefused() throws IOException {
    Path plan = plan("0,0,0,a", "0,0,0,b", "0,0,1,c");
    assertThatThrownBy(() -> SampleOrder.read(plan, null))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("batches of 2 and of 1 samples")
        .hasMessageContaining("mine the plan without shorter batches");
  }

  @Test
  void aPlanOfASampleThatCannotBeWrittenIsRefused() throws IOException {
    SampleOrder order = SampleOrder.read(plan("0,0,0,a", "0,0,0,../f"), null);
    assertThatThrownBy(() -> convert(ConversionRequest.Format.WEBDATASET, 10, order))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            folder.resolve("out")
                + ": sample '../f': the key '../f' names no member that WebDataset would read");
    assertThat(folder.resolve("out/00000.tar")).doesNotExist();
  }

  @Test
  void aCopyThatIsCutOrGoneIsNamed() throws IOException {
    Path copy = folder.resolve("copy");
    SampleOrder order = SampleOrder.read(plan("0,0,0,a"), null);
    try (OrderedSource ordered = new OrderedSource(DATA, order, copy, () -> {})) {
      Files.write(copy, new byte[0]);
      assertThatThrownBy(() -> ordered.forEach(sample -> {}, reject -> {}))
          .isInstanceOf(FalconException.class)
          .hasMessage(copy + ": cannot be read: null");
      Files.delete(copy);
      assertThatThrownBy(() -> ordered.open(0, reject -> {}))
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(copy + ": cannot be read: ");
    }
  }

  @Test
  void aPlanOfOtherDataIsRefusedBeforeAnythingIsWritten() throws IOException {
    SampleOrder order = SampleOrder.read(plan("0,0,0,a", "0,0,0,z"), null);
    assertThatThrownBy(() -> convert(ConversionRequest.Format.WEBDATASET, 10, order))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("names 1 samples that data does not hold, the first 'z'");
    assertThat(folder.resolve("out/00000.tar")).doesNotExist();
  }
}
