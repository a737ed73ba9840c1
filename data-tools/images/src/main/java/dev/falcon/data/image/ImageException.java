// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import dev.falcon.data.FalconException;

/**
 * Bytes that are not a picture, a broken one, or one that must not be decoded. The message is the
 * reason alone, without a file name, so that a reader of samples can add it to its list of rejects.
 */
public final class ImageException extends FalconException {
  private static final long serialVersionUID = 1L;

  public ImageException(String reason) {
    super(reason);
  }

  public ImageException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
