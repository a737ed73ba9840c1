// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import dev.falcon.data.FalconException;

/** Thrown if the server permanently refuses a question. */
final class ChatException extends FalconException {
  private static final long serialVersionUID = 1;

  private final int status;

  ChatException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** Returns the HTTP status; 0 without a reply. */
  int status() {
    return status;
  }
}
