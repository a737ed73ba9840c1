// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import static dev.falcon.onnx.embed.TinyDataset.numbered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.work.Shard;
import dev.falcon.onnx.embed.pipeline.PipelineSettings;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Output folders that may not be written, all of which are refused before the model is opened. */
class RefusedOutputTest {
  @TempDir private Path folder;
  private ModelFolder model;
  private Path out;

  @BeforeEach
  void makeModel() {
    model = ModelFolder.open(EmbedderTest.tinyModel(folder.resolve("model")));
    out = folder.resolve("out");
  }

  private EmbedRequest request(int samples) {
    return EmbedRequest.of(numbered(samples, 4), model, out)
        .withPipeline(PipelineSettings.ofBatchSize(3))
        .withSamplesPerShard(5);
  }

  private static void assertRefused(EmbedRequest request, String... message) {
    // With device auto, sessions know their device from the first graph on that is opened.
    Sessions sessions = new Sessions(SessionSettings.on(Device.AUTO), note -> {});
    assertThatThrownBy(() -> Embedder.embed(request, sessions, Progress.NONE))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(request.output().toString())
        .hasMessageContainingAll(message);
    assertThat(sessions.device()).isEqualTo(Device.AUTO);
  }

  @Test
  void refusesAStoreThatIsThere() {
    Embedder.embed(request(6), Sessions.onCpu(), Progress.NONE);

    assertRefused(request(6), "already exists", "overwrite");
  }

  @Test
  void refusesOtherFiles() throws IOException {
    Files.writeString(Files.createDirectory(out).resolve("notes.txt"), "mine");

    assertRefused(request(6), "holds other files, such as notes.txt", "name a new folder");
    assertRefused(request(6).withOverwrite(true), "holds other files, such as notes.txt");
    assertThat(out).isDirectoryContaining("glob:**notes.txt");
    assertThat(out.resolve("notes.txt")).hasContent("mine");
  }

  @Test
  void refusesWithoutRemovingWhatIsNoJournal() throws IOException {
    Embedder.embed(request(6), Sessions.onCpu(), Progress.NONE);
    Files.writeString(
        Files.createDirectory(out.resolve("unfinished")).resolve("notes.txt"), "mine");

    assertRefused(request(6), "unfinished", "name a new folder");
    assertThat(out.resolve("unfinished/notes.txt")).hasContent("mine");
    assertThat(EmbeddingStore.open(out).rows()).isEqualTo(6);

    Embedder.embed(request(5).withOverwrite(true), Sessions.onCpu(), Progress.NONE);
    assertThat(out.resolve("unfinished/notes.txt")).hasContent("mine");
    assertThat(EmbeddingStore.open(out).rows()).isEqualTo(5);
  }

  @Test
  void aTaskRefusesOtherPartsBeforeItRemovesAStore() throws IOException {
    Embedder.embed(request(6), Sessions.onCpu(), Progress.NONE);
    Files.writeString(Files.createDirectory(out.resolve("parts")).resolve("part-00000"), "mine");

    assertThatThrownBy(
            () ->
                EmbedParts.embed(
                    request(6).withOverwrite(true),
                    new Shard(0, 1),
                    Sessions.onCpu(),
                    Progress.NONE))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("holds other files");
    assertThat(out.resolve("parts/part-00000")).hasContent("mine");
    assertThat(EmbeddingStore.open(out).rows()).isEqualTo(6);
  }

  @Test
  void refusesAFileAndAPlaceBelowOne() throws IOException {
    Files.writeString(out, "mine");

    assertRefused(request(6), "is a file");
    out = out.resolve("below");
    assertRefused(request(6), "is no folder");
  }

  @Test
  void refusesAFolderThatCannotBeWritten() throws IOException {
    Files.createDirectory(out);
    assumeThat(out.toFile().setWritable(false) && !Files.isWritable(out))
        .as("this user may write everywhere")
        .isTrue();

    assertRefused(request(6), "no permission to write");
  }

  @Test
  void refusesTheUnfinishedStoreOfAnotherRun() {
    Killed.after(request(20), 8);

    assertRefused(
        request(20).withPipeline(PipelineSettings.ofBatchSize(4)), "another request", "overwrite");
    assertRefused(request(21), "begun with other data", "overwrite");
    Embedder.embed(request(20), Sessions.onCpu(), Progress.NONE);
    assertThat(EmbeddingStore.open(out).rows()).isEqualTo(20);
  }

  @Test
  void resumesWithDeviceAutoAfterTheCpuWasNamed() {
    Sessions probe = new Sessions(SessionSettings.on(Device.AUTO), note -> {});
    model.openDualEncoder(probe).close();
    assumeThat(probe.device()).as("auto takes this machine's GPU").isEqualTo(Device.CPU);
    Killed.after(request(20), 8);

    Sessions sessions = new Sessions(SessionSettings.on(Device.AUTO), note -> {});
    EmbedResult result = Embedder.embed(request(20), sessions, Progress.NONE);

    assertThat(result.resumedSamples()).isEqualTo(5);
  }

  @Test
  void refusesARequestThatCannotBeRead() throws IOException {
    Files.createDirectories(out.resolve("store.unfinished.json"));

    assertRefused(request(6), "holds other files, such as store.unfinished.json");
  }

  @Test
  void namesTheVersionThatBeganTheStore() throws IOException {
    Killed.after(request(20), 8);
    Path unfinished = out.resolve("store.unfinished.json");
    String begun = Files.readString(unfinished);
    String recorded = "\"onnxruntime\" : \"[^\"]+\"";
    assertThat(begun).containsPattern(recorded);
    Files.writeString(unfinished, begun.replaceFirst(recorded, "\"onnxruntime\" : \"1.28.0\""));

    assertRefused(
        request(20),
        out + ": holds an unfinished store of another request: computed by onnxruntime 1.28.0, and",
        ", whose results differ slightly; use the former, or overwrite it");
  }

  @Test
  void refusesAStoreThatWasBegunElsewhere() throws IOException {
    Killed.after(request(20), 8);
    Path unfinished = out.resolve("store.unfinished.json");
    Files.writeString(unfinished, Files.readString(unfinished).replace("\"cpu\"", "\"cuda:7\""));

    assertThatThrownBy(() -> Embedder.embed(request(20), Sessions.onCpu(), Progress.NONE))
        .hasMessageContaining("another request");
  }
}
