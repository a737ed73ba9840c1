// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

/**
 * A failure that the user can fix. Its message is the single line that the user reads: it names the
 * file and the value, and states what would be right. Any other exception is a bug in Falcon.
 */
public class FalconException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FalconException(String message) {
    super(message);
  }

  public FalconException(String message, Throwable cause) {
    super(message, cause);
  }
}
