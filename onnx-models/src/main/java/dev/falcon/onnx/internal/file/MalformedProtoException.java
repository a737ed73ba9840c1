// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.file;

/** Thrown if the bytes are not a Protocol Buffers message. */
final class MalformedProtoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MalformedProtoException(String message) {
    super(message);
  }
}
