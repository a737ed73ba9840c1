// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.text.TextCleaning;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TextSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each refused file breaks a rule on which the native library relies, by the least that does so: a
 * part that is never used, a value that is also of the wrong type, or a text that is not given.
 */
class TokenizerCheckTest {
  private static final TextSettings SETTINGS =
      new TextSettings(
          TextCleaning.NONE, 16, TextSettings.Padding.LONGEST, 0, Optional.empty(), true);

  @TempDir private Path folder;

  private Path file(String parts) throws IOException {
    String text =
        "{'version': '1.0', 'model': {'type': 'WordLevel', 'unk_token': 'u', 'vocab': {'u': 0, 'a':"
            + " 1, 'b': 2}}, "
            + parts
            + "}";
    return Files.writeString(folder.resolve("tokenizer.json"), text.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'decoder': {'type': 'WordPiece', 'cleanup': true, 'prefix': 99999999999999999999} |"
            + " decoder.prefix holds a number",
        "'decoder': 3 | decoder is no object",
        "'decoder': {'type': 'Fuse', 'x': '\\ud800'} | decoder.x holds half a character",
        "'decoder': {'type': 'Strip', 'content': ' ', 'start': 0, 'stop': 1} | decoder strips the"
            + " end",
        "'decoder': {'type': 'Other'} | decoder the type 'Other' is not known",
        "'normalizer': {'type': 'Sequence', 'normalizers': [{'type': 'NFC'}, {'type': 'Replace',"
            + " 'pattern': {'Regex': '(a+)+$'}, 'content': 'x'}]} |"
            + " normalizer.normalizers[1].pattern.Regex the regular expression repeats what has no"
            + " fixed length",
        "'pre_tokenizer': {'type': 'Split', 'pattern': {'Regex': 'a*a*b'}, 'behavior': 'Isolated',"
            + " 'invert': false} | pre_tokenizer.pattern.Regex the regular expression repeats"
            + " without a bound more than once",
        "'normalizer': {'type': 'Replace', 'pattern': {'Regex': 'a*'}, 'content': 'x'} | normalizer"
            + " replaces nothing",
        "'normalizer': {'type': 'Unheard'} | normalizer the type 'Unheard' is not known",
        "'pre_tokenizer': {'type': 'FixedLength', 'length': -1} | pre_tokenizer has the length -1",
        "'post_processor': {'type': 'TemplateProcessing', 'single': [{'Sequence': {'id': 'C',"
            + " 'type_id': 1}}], 'pair': [], 'special_tokens': {}} | post_processor.single uses a"
            + " second text",
        "'post_processor': {'type': 'TemplateProcessing', 'single': [{'Sequence': ['A', 0]}],"
            + " 'pair': [], 'special_tokens': {}} | post_processor.single holds a piece that is"
            + " neither",
        "'post_processor': {'type': 'TemplateProcessing', 'single': [{'SpecialToken': ['c', 0]}],"
            + " 'pair': [], 'special_tokens': {'c': {'id': 'c', 'ids': [1], 'tokens': ['a']}}} | post_processor.single holds a piece that is"
            + " neither",
        "'post_processor': {'type': 'TemplateProcessing', 'single': [], 'pair': [{'SpecialToken':"
            + " {'id': 'c', 'type_id': 0}}], 'special_tokens': {}} | post_processor uses the token"
            + " 'c', which its special_tokens lack",
        "'post_processor': {'type': 'TemplateProcessing', 'single': [{'Sequence': {'id': 'A',"
            + " 'type_id': 0}}], 'pair': [], 'special_tokens': {'c': ['c', [1], ['a']]}} |"
            + " post_processor.special_tokens holds what is no object",
        "'added_tokens': [{'id': 4194304, 'content': 'c'}] | 'c' has the id 4194304; ids lie in [0,"
            + " 4194304)",
      })
  void whatTheLibraryDoesNotSurviveIsRefused(String parts, String message) throws IOException {
    Path file = file(parts);

    assertThatThrownBy(() -> TokenizerFile.read(file))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(file + ": not a tokenizer that can be used: " + message);
  }

  @Test
  void replacementsThatMultiplyAreRefused() throws IOException {
    String one =
        "{'type': 'Replace', 'pattern': {'String': 'a'}, 'content': '" + "a".repeat(1000) + "'}";
    Path file =
        file("'normalizer': {'type': 'Sequence', 'normalizers': [" + one + ", " + one + "]}");

    assertThatThrownBy(() -> TokenizerFile.read(file))
        .hasMessageContaining("normalizer.normalizers[0] makes texts more than 4 times as long");
  }

  @Test
  void partsThatNestAreRefused() throws IOException {
    String inner = "{'type': 'NFC'}";
    for (int i = 0; i < 9; i++) {
      inner = "{'type': 'Sequence', 'normalizers': [" + inner + "]}";
    }
    Path file = file("'normalizer': " + inner);

    assertThatThrownBy(() -> TokenizerFile.read(file)).hasMessageContaining("more than 8 levels");
  }

  /** The library takes the first of two equal keys for some parts, and the last for others. */
  @Test
  void aPartThatStandsTwiceIsTheOneThatWasChecked() throws IOException {
    Path file = file("'decoder': 3, 'decoder': null, 'pre_tokenizer': null");

    try (TextPipeline pipeline = TextPipeline.open(file, SETTINGS)) {
      assertThat(pipeline.encode(List.of("a")).ids()).containsExactly(1);
    }
  }

  @Test
  void aSoundMapOfCharactersIsApplied() throws IOException {
    Path file =
        file("'normalizer': {'type': 'Precompiled', 'precompiled_charsmap': '" + map(0) + "'}");

    try (TextPipeline pipeline = TextPipeline.open(file, SETTINGS)) {
      assertThat(pipeline.encode(List.of("a", "b")).ids()).containsExactly(2, 2);
    }
  }

  @Test
  void aMapOfCharactersThatLeadsOutOfItselfIsRefused() throws IOException {
    Path file =
        file("'normalizer': {'type': 'Precompiled', 'precompiled_charsmap': '" + map(3) + "'}");
    assertThatThrownBy(() -> TokenizerFile.read(file))
        .hasMessageContaining("normalizer.precompiled_charsmap leads out of its map");
    assertThat(PrecompiledCheck.growth(map(0))).hasValue(1);
    assertThat(PrecompiledCheck.growth(map(3))).isEmpty();
    assertThat(PrecompiledCheck.growth("?")).isEmpty();
  }

  /** A double array of one path, from "a" to the replacement at a place of "b\0". */
  private static String map(int place) {
    ByteBuffer map = ByteBuffer.allocate(4 + 256 * 4 + 2).order(ByteOrder.LITTLE_ENDIAN);
    map.putInt(256 * 4);
    map.putInt(4 + 4 * 'a', 'a' | 1 << 8 | 1 << 10);
    map.putInt(4 + 4 * ('a' ^ 1), place);
    map.put(4 + 256 * 4, (byte) 'b');
    return Base64.getEncoder().encodeToString(map.array());
  }

  /** Every caption, however long, takes bounded time; the library gave up at some. */
  @Test
  void theLongestCaptionIsEncoded() throws IOException {
    Path file =
        file(
            "'pre_tokenizer': {'type': 'Split', 'pattern': {'Regex': '\\\\s+(?!\\\\S)|a*b'},"
                + " 'behavior': 'Isolated', 'invert': false}");

    try (TextPipeline pipeline = TextPipeline.open(file, SETTINGS)) {
      assertThat(pipeline.encode(List.of("a".repeat(1 << 20), " ".repeat(1 << 20))).rows())
          .isEqualTo(2);
    }
  }
}
