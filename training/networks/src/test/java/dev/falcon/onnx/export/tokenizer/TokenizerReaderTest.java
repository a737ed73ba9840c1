// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenizerReaderTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tokenizer.json | [ | not a tokenizer.json: Unexpected end",
        "tokenizer.json | {} | it has no model.vocab",
        "tokenizer.json | {\"model\": {\"vocab\": {}}} | it has no model.vocab",
        "tokenizer.json | {\"model\": {\"vocab\": {\"a\": 0}}} | lacks the token",
        "vocab.txt | a | lacks the token",
      })
  void saysWhatATokenizerLacks(String name, String text, String message) throws IOException {
    Files.writeString(folder.resolve(name), text);

    assertThatThrownBy(() -> TokenizerReader.read(folder))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(folder.resolve(name).toString())
        .hasMessageContaining(message);
  }

  @Test
  void aFolderWithoutOneIsNone() {
    assertThatThrownBy(() -> TokenizerReader.read(folder))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("is no tokenizer.json or vocab.txt");
  }

  @Test
  void textThatIsNotUtf8IsOneLine() throws IOException {
    Files.write(folder.resolve("vocab.txt"), new byte[] {(byte) 0xc3, (byte) 0x28});

    assertThatThrownBy(() -> TokenizerReader.read(folder))
        .hasMessageContaining("vocab.txt: cannot be read as text");
  }

  @Test
  void textThatIsNoTokenizerIsNotWritten() {
    Tokenizer given = new Tokenizer.Given("{", Tokenizer.Special.BERT.all());

    assertThatThrownBy(() -> TokenizerFiles.write(folder, given, 9))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith("not a tokenizer.json: Unexpected end");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void theDecodersStartTokenStandsLast() throws IOException {
    String words = String.join("\n", Tokenizer.Special.BERT.all());
    Files.writeString(folder.resolve("vocab.txt"), Tokenizer.TELL + "\n" + words + "\n");

    assertThatThrownBy(() -> TokenizerReader.readGeneration(folder))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining(Tokenizer.TELL);
  }
}
