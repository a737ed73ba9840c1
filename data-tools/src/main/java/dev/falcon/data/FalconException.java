package dev.falcon.data;

/**
 * A failure that the user can mend. Its message is the one line that the user reads: it names the
 * file and the value, and says what would be right. Anything else that is thrown is a bug of
 * Falcon's.
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
