package dev.falcon.mining.judge;

import dev.falcon.data.FalconException;

/** A question that the server has refused for good. */
final class ChatException extends FalconException {
  private static final long serialVersionUID = 1;

  private final int status;

  ChatException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The HTTP status; 0 where there was no reply. */
  int status() {
    return status;
  }
}
