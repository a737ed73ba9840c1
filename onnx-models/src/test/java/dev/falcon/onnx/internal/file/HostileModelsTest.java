// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.internal.text.TokenizerFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of a model folder that are refused before native code reads them. */
class HostileModelsTest {
  @TempDir private Path folder;

  private static byte[] field(int number, byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(number << 3 | ProtoReader.BYTES);
    for (int length = content.length; ; length >>>= 7) {
      bytes.write(length > 0x7f ? (length & 0x7f) | 0x80 : length);
      if (length <= 0x7f) {
        break;
      }
    }
    bytes.writeBytes(content);
    return bytes.toByteArray();
  }

  @Test
  void graphsNestedDeeperThanAnyModelAreNone() throws IOException {
    byte[] graph = new byte[0];
    for (int depth = 0; depth < 40; depth++) {
      graph = field(1, field(5, field(6, graph)));
    }
    ByteArrayOutputStream model = new ByteArrayOutputStream();
    model.writeBytes(new byte[] {1 << 3, 8});
    model.writeBytes(field(7, graph));
    Path file = Files.write(folder.resolve("model.onnx"), model.toByteArray());

    assertThatThrownBy(() -> GraphFileParser.read(file))
        .isInstanceOf(FalconException.class)
        .hasMessage(file + ": not an ONNX model: graphs within graphs, more than 33 deep");
  }

  @Test
  void externalDataOfAnImpossibleNameAreRefused() throws URISyntaxException {
    Path file = Path.of(HostileModelsTest.class.getResource("/hostile/nul-external.onnx").toURI());

    assertThatThrownBy(() -> GraphFileParser.read(file).requireExternalData())
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("which no file can be called");
  }

  @Test
  void externalDataThatAreALinkOutOfTheFolderAreRefused() throws IOException {
    Files.write(folder.resolve("secret"), new byte[64]);
    Path model = Files.createDirectories(folder.resolve("model"));
    Files.createSymbolicLink(model.resolve("weights"), Path.of("../secret"));
    byte[] location = field(13, concat(field(1, "location"), field(2, "weights")));
    byte[] bytes = concat(new byte[] {1 << 3, 8}, field(7, field(5, location)));
    Path file = Files.write(model.resolve("model.onnx"), bytes);

    assertThatThrownBy(() -> GraphFileParser.read(file).requireExternalData())
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("external data 'weights' are a link out of its folder");
  }

  /** Of a file system that knows holes, it takes nothing. */
  @Test
  void aFileOfMoreBytesThanAnyModelHasIsNotRead() throws IOException {
    Path file = folder.resolve("model.onnx");
    try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
      huge.setLength(1L << 31);
    }

    assertThatThrownBy(() -> GraphFileParser.read(file))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            file + ": not an ONNX model: one file holds at most 2 GiB, this has 2147483648 bytes");
  }

  private static byte[] field(int number, String text) {
    return field(number, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private static byte[] concat(byte[] first, byte[] second) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(first);
    bytes.writeBytes(second);
    return bytes.toByteArray();
  }

  /**
   * Each breaks a rule on which the library relies, in a way that does it no harm: its templates of
   * two texts and its unknown words are not used.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'post_processor': {'type': 'TemplateProcessing', 'single': [{'Sequence': {'id': 'A',"
            + " 'type_id': 0}}], 'pair': [{'SpecialToken': {'id': '[CLR]', 'type_id': 0}},"
            + " {'Sequence': {'id': 'A', 'type_id': 0}}], 'special_tokens': {}}, 'model': {'type': 'WordLevel', 'vocab': {'a': 0},"
            + " 'unk_token': 'a'}",
        "'model': {'type': 'BPE', 'continuing_subword_prefix': '#', 'vocab': {'a': 0, 'bc': 1,"
            + " 'ac': 2}, 'merges': ['a bc']}",
        "'model': {'type': 'BPE', 'continuing_subword_prefix': '#', 'vocab': {'a': 0, 'bc': 1,"
            + " 'ac': 2}, 'merges': [['a', 'bc']]}",
        "'model': {'type': 'WordLevel', 'unk_token': '[0.5]', 'vocab': {'[UNK]': 1}}",
        "'model': {'type': 'WordPiece', 'unk_token': null, 'vocab': {'a': 1}}",
        "'model': {'type': 'BPE', 'unk_token': '?', 'vocab': {'a': 1}, 'merges': []}",
        "'model': {'type': 'Unigram', 'vocab': [['a', 0]]}",
        "'model': {'type': 'Unigram', 'unk_id': 0, 'vocab': [['<unk>', 0], []]}"
      })
  void tokenizersWhosePartsDoNotFitAreRefused(String json) throws IOException {
    Path file = folder.resolve("tokenizer.json");
    Files.writeString(file, ("{'version': '1.0', " + json + "}").replace('\'', '"'));

    assertThatThrownBy(() -> TokenizerFile.read(file))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("not a tokenizer that can be used");
  }
}
