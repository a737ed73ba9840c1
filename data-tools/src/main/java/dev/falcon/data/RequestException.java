package dev.falcon.data;

/**
 * What was asked for cannot be right whatever the data are: a quantile outside [0, 1], an unknown
 * policy, two options that exclude each other, a folder that is not there, an output that is in the
 * way. Thrown before any work is done.
 */
public class RequestException extends FalconException {
  private static final long serialVersionUID = 1L;

  public RequestException(String message) {
    super(message);
  }

  public RequestException(String message, Throwable cause) {
    super(message, cause);
  }
}
