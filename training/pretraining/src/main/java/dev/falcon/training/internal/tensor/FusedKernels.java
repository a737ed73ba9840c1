// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValueUtils;
import ai.djl.pytorch.jni.JniUtils;
import dev.falcon.data.FalconException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * PyTorch's fused operations that DJL does not expose.
 *
 * <p>They are called through a TorchScript module of about a kilobyte, which is assembled here and
 * passed to the engine as an archive. Each of its methods is one operation, differentiable as in
 * PyTorch: for several operations in one method, TorchScript would derive the gradient differently
 * from the second run on, so that the last bits would depend on earlier runs.
 */
final class FusedKernels {
  // TorchScript drops a call whose results are unused, even if it works in place: adamw returns an
  // element of the list that it passed to the kernel.
  private static final String SOURCE =
      """
      class M(Module):
        __parameters__ = []
        __buffers__ = []
        training : bool
        def attention(self: __torch__.M, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
          return torch.scaled_dot_product_attention(q, k, v)
        def masked_attention(self: __torch__.M, q: Tensor, k: Tensor, v: Tensor, m: Tensor) -> Tensor:
          return torch.scaled_dot_product_attention(q, k, v, m)
        def attention16(self: __torch__.M, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
          y = torch.scaled_dot_product_attention(torch.to(q, 15), torch.to(k, 15), torch.to(v, 15))
          return torch.to(y, 6)
        def masked_attention16(self: __torch__.M, q: Tensor, k: Tensor, v: Tensor, m: Tensor) -> Tensor:
          y = torch.scaled_dot_product_attention(torch.to(q, 15), torch.to(k, 15), torch.to(v, 15), torch.to(m, 15))
          return torch.to(y, 6)
        def linear16(self: __torch__.M, x: Tensor, w: Tensor, b: Tensor) -> Tensor:
          return torch.to(torch.linear(torch.to(x, 15), torch.to(w, 15), torch.to(b, 15)), 6)
        def plain_linear16(self: __torch__.M, x: Tensor, w: Tensor) -> Tensor:
          return torch.to(torch.linear(torch.to(x, 15), torch.to(w, 15), None), 6)
        def matmul16(self: __torch__.M, a: Tensor, b: Tensor) -> Tensor:
          return torch.to(torch.matmul(torch.to(a, 15), torch.to(b, 15)), 6)
        def tanh_gelu(self: __torch__.M, x: Tensor) -> Tensor:
          return torch.gelu(x, approximate="tanh")
        def adamw(self: __torch__.M, x: Tensor, g: Tensor, m: Tensor, v: Tensor, s: Tensor) -> Tensor:
          t, lr, b1, b2, wd, eps = torch.unbind(s)
          xs = [x]
          torch._fused_adamw_(xs, [g], [m], [v], [], [torch.to(t, 6)], lr=float(lr), beta1=float(b1), beta2=float(b2), weight_decay=float(wd), eps=float(eps), amsgrad=False, maximize=False)
          torch.zero_(g)
          return xs[0]
      """;

  /** A pickled instance of the class M with its one attribute, {@code training = False}. */
  private static final String INSTANCE =
      "\u0080\u0002c__torch__\nM\nq\u0000)\u0081}(X\b\u0000\u0000\u0000training\u0089ub.";

  private static final String NO_CONSTANTS = "\u0080\u0002).";

  private FusedKernels() {}

  /** Loaded once per process: it holds no values and is bound to no device. */
  private static final class Holder {
    static final NDManager MANAGER = NDManager.newBaseManager("PyTorch");
    static final PtSymbolBlock MODULE = load(MANAGER);
    static final NDArray ATTENTION = method("attention");
    static final NDArray MASKED_ATTENTION = method("masked_attention");
    static final NDArray ATTENTION_16 = method("attention16");
    static final NDArray MASKED_ATTENTION_16 = method("masked_attention16");
    static final NDArray LINEAR_16 = method("linear16");
    static final NDArray PLAIN_LINEAR_16 = method("plain_linear16");
    static final NDArray MATMUL_16 = method("matmul16");
    static final NDArray TANH_GELU = method("tanh_gelu");
    static final NDArray ADAMW = method("adamw");

    /** DJL selects the method by the name of the last array. */
    private static NDArray method(String name) {
      NDArray mark = MANAGER.create(0f);
      mark.setName("module_method:" + name);
      return mark;
    }
  }

  /**
   * Returns softmax(q kᵀ / √width + mask) v.
   *
   * @param query the queries [rows x heads x tokens x width]
   * @param key the keys [rows x heads x others x width]
   * @param value the values [rows x heads x others x width]
   * @param mask added to the scores, broadcastable to [rows x heads x tokens x others]; null for
   *     none
   * @param bfloat16 whether inputs and outputs are rounded to eight significant bits
   * @return the result [rows x heads x tokens x width]
   */
  static NDArray attention(
      NDArray query, NDArray key, NDArray value, NDArray mask, boolean bfloat16) {
    if (mask == null) {
      return call(bfloat16 ? Holder.ATTENTION_16 : Holder.ATTENTION, query, key, value);
    }
    NDArray method = bfloat16 ? Holder.MASKED_ATTENTION_16 : Holder.MASKED_ATTENTION;
    return call(method, query, key, value, mask);
  }

  /**
   * Returns {@code x Wᵀ + b}, computed from bfloat16 values and summed in float32, with a result
   * rounded to bfloat16. Gradients are computed in the same way. DJL cannot hold bfloat16 values,
   * so they do not leave the module.
   */
  public static NDArray linear16(NDArray x, NDArray weight, NDArray bias) {
    return bias == null
        ? call(Holder.PLAIN_LINEAR_16, x, weight)
        : call(Holder.LINEAR_16, x, weight, bias);
  }

  /** Returns the matrix product, computed like {@link #linear16}. */
  public static NDArray matMul16(NDArray a, NDArray b) {
    return call(Holder.MATMUL_16, a, b);
  }

  /** Returns x · Φ(x), with the normal distribution approximated by a hyperbolic tangent. */
  public static NDArray tanhGelu(NDArray x) {
    return call(Holder.TANH_GELU, x);
  }

  /**
   * Takes one step of AdamW in place, in one pass over memory, and clears the gradient. All arrays
   * but the settings have the same shape.
   *
   * @param settings the number of this step, counted from 1, the learning rate, beta1, beta2, the
   *     weight decay and epsilon, float64 [6]
   */
  public static void adamw(
      NDArray values, NDArray gradient, NDArray mean, NDArray variance, NDArray settings) {
    call(Holder.ADAMW, values, gradient, mean, variance, settings);
  }

  /** Runs a method of the module; gradients flow through it. */
  private static NDArray call(NDArray method, NDArray... arguments) {
    NDList list = new NDList(arguments);
    list.add(method);
    return IValueUtils.forward(Holder.MODULE, list, true).singletonOrThrow();
  }

  private static PtSymbolBlock load(NDManager manager) {
    try {
      return JniUtils.loadModule(
          (PtNDManager) manager, new ByteArrayInputStream(archive()), false, false);
    } catch (IOException e) {
      throw new FalconException("the engine does not take a module from memory", e);
    }
  }

  private static byte[] archive() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setMethod(ZipOutputStream.STORED);
      put(zip, "m/data.pkl", INSTANCE.getBytes(StandardCharsets.ISO_8859_1));
      put(zip, "m/code/__torch__.py", SOURCE.getBytes(StandardCharsets.US_ASCII));
      put(zip, "m/constants.pkl", NO_CONSTANTS.getBytes(StandardCharsets.ISO_8859_1));
      put(zip, "m/version", "10\n".getBytes(StandardCharsets.US_ASCII));
    }
    return bytes.toByteArray();
  }

  private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    CRC32 sum = new CRC32();
    sum.update(content);
    entry.setSize(content.length);
    entry.setCompressedSize(content.length);
    entry.setCrc(sum.getValue());
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }
}
