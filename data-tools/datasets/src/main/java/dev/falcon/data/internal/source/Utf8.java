// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Decodes UTF-8 strictly: errors are reported, never replaced. */
public final class Utf8 {
  private Utf8() {}

  /** Decodes a whole file, whose byte order mark, which Windows editors write, is left out. */
  public static String decodeFile(byte[] bytes, String what) throws BrokenRowException {
    String text = decode(bytes, what);
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /**
   * Decodes the bytes.
   *
   * @param what the name of the text in messages, such as {@code "the caption"}
   */
  public static String decode(byte[] bytes, String what) throws BrokenRowException {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      throw new BrokenRowException(
          String.format(
              Locale.ROOT,
              "%s is not valid UTF-8: byte 0x%02X at offset %d",
              what,
              bytes[in.position()] & 0xFF,
              in.position()));
    }
    return out.flip().toString();
  }
}
