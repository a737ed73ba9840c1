// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.util.List;

/**
 * A caption and people's captions of the same picture, as words.
 *
 * @param words the words of the caption to evaluate
 * @param references the words of people's captions, at least one
 */
public record ScoredCaption(List<String> words, List<List<String>> references) {
  public ScoredCaption {
    words = List.copyOf(words);
    references = List.copyOf(references);
    if (references.isEmpty()) {
      throw new IllegalArgumentException("a caption needs a reference");
    }
  }
}
