// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.BitSet;
import java.util.Deque;
import java.util.OptionalInt;

/**
 * Checks SentencePiece's map of characters, which the tokenizer's library uses without checks. The
 * map is a double-array trie of 32-bit units, followed by the replacements, each terminated by a
 * zero byte.
 */
final class PrecompiledCheck {
  private static final int BYTES = 256;

  private final int[] units;
  private final byte[] texts;
  private final BitSet seen = new BitSet();
  private final Deque<Integer> open = new ArrayDeque<>();
  private int longest = 1;

  private PrecompiledCheck(int[] units, byte[] texts) {
    this.units = units;
    this.texts = texts;
  }

  /**
   * Returns the maximum number of characters of a replacement.
   *
   * @param charsmap the map in Base64
   * @return the maximum; empty if the map refers to positions outside itself
   */
  static OptionalInt growth(String charsmap) {
    try {
      ByteBuffer bytes =
          ByteBuffer.wrap(Base64.getDecoder().decode(charsmap)).order(ByteOrder.LITTLE_ENDIAN);
      int length = bytes.remaining() < Integer.BYTES ? -1 : bytes.getInt();
      if (length <= 0 || length % (BYTES * Integer.BYTES) != 0 || length > bytes.remaining()) {
        return OptionalInt.empty();
      }
      int[] units = new int[length / Integer.BYTES];
      bytes.asIntBuffer().get(units);
      bytes.position(bytes.position() + length);
      byte[] texts = new byte[bytes.remaining()];
      bytes.get(texts);
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(texts));
      PrecompiledCheck check = new PrecompiledCheck(units, texts);
      return check.holds() ? OptionalInt.of(check.longest) : OptionalInt.empty();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return OptionalInt.empty();
    }
  }

  /** Follows every path from the root; returns whether all are valid. */
  private boolean holds() {
    boolean holds = enter(offset(units[0]));
    while (holds && !open.isEmpty()) {
      int node = open.pop();
      for (int label = 1; label < BYTES && holds; label++) {
        int unit = units[node ^ label];
        if ((unit & (1 << 31 | BYTES - 1)) == label) {
          int next = node ^ label ^ offset(unit);
          holds =
              enter(next) && ((unit >> 8 & 1) == 0 || replaces(units[next] & Integer.MAX_VALUE));
        }
      }
    }
    return holds;
  }

  private boolean enter(int node) {
    if (node < 0 || node >= units.length) {
      return false;
    }
    if (!seen.get(node)) {
      seen.set(node);
      open.push(node);
    }
    return true;
  }

  private static int offset(int unit) {
    return (unit >>> 10) << ((unit & 1 << 9) >>> 6);
  }

  /** Returns whether a replacement starts at a position, which must be the start of a character. */
  private boolean replaces(int start) {
    if (start > texts.length || (start < texts.length && (texts[start] & 0xc0) == 0x80)) {
      return false;
    }
    int characters = 0;
    for (int i = start; i < texts.length && texts[i] != 0; i++) {
      characters += (texts[i] & 0xc0) == 0x80 ? 0 : 1;
      if (characters > BYTES) {
        return false; // no map made by SentencePiece has one, and counting them would take time
      }
    }
    longest = Math.max(longest, characters);
    return true;
  }
}
