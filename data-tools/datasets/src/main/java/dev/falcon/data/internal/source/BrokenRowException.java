// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

/** Thrown for a row that cannot be read; the message becomes the reason of its reject. */
public final class BrokenRowException extends Exception {
  private static final long serialVersionUID = 1L;

  public BrokenRowException(String reason) {
    super(reason);
  }
}
