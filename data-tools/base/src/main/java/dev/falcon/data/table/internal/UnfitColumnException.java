// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

/** Thrown for a column of unsuitable contents. The message says what it holds and what it must. */
public final class UnfitColumnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnfitColumnException(Content held, String wanted) {
    super("holds " + held.words() + "; it must hold " + wanted);
  }
}
