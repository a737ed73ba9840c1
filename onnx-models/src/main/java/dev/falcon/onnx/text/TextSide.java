// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.text;

/** The role of a text in a search, which selects its prompt. */
public enum TextSide {
  /** A query: a question or an anchor. */
  QUERY,
  /** A corpus text: a passage, a document or a caption. */
  CORPUS
}
