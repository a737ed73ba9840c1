// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

/**
 * A request that is invalid whatever the data are: a quantile outside [0, 1], an unknown policy,
 * two mutually exclusive options, a missing folder, an existing output. Thrown before any work is
 * done.
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
