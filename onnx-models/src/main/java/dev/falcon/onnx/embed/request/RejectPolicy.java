package dev.falcon.onnx.embed.request;

/** What happens when a row cannot be used. */
public enum RejectPolicy {
  /** It is listed with the reason, and the run goes on. */
  SKIP,
  /** The run fails at once; what is written so far can be gone on with. */
  FAIL
}
