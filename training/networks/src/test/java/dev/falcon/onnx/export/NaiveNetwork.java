// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The networks once more, sample by sample with plain loops in double precision: the oracle. */
final class NaiveNetwork {
  private final NetworkShape shape;
  private final Map<String, Tensor> weights;

  NaiveNetwork(NetworkShape shape, Map<String, Tensor> weights) {
    this.shape = shape;
    this.weights = weights;
  }

  /** One image [3 x side x side] to its tokens. */
  double[][] imageTokens(float[] pixels) {
    int width = shape.image().width();
    int size = shape.imageSize();
    int patch = shape.patchSize();
    int side = size / patch;
    float[] kernel = values("vision_model.embeddings.patch_embeddings.projection.weight");
    float[] bias = values("vision_model.embeddings.patch_embeddings.projection.bias");
    float[] positions = values("vision_model.embeddings.position_embeddings");
    float[] first = values("vision_model.embeddings.cls_token");
    double[][] x = new double[1 + side * side][width];
    for (int unit = 0; unit < width; unit++) {
      x[0][unit] = first[unit];
      for (int p = 0; p < side * side; p++) {
        double sum = bias[unit];
        for (int channel = 0; channel < 3; channel++) {
          for (int row = 0; row < patch; row++) {
            for (int column = 0; column < patch; column++) {
              int y = p / side * patch + row;
              int z = p % side * patch + column;
              sum +=
                  (double) pixels[(channel * size + y) * size + z]
                      * kernel[((unit * 3 + channel) * patch + row) * patch + column];
            }
          }
        }
        x[1 + p][unit] = sum;
      }
      for (int token = 0; token < x.length; token++) {
        x[token][unit] += positions[token * width + unit];
      }
    }
    for (int i = 0; i < shape.image().layers(); i++) {
      String block = "vision_model.encoder.layer." + i + ".";
      EncoderShape image = shape.image();
      double[][] normed = norm(x, block + "layernorm_before", image);
      String attention = block + "attention.attention";
      x = sum(x, attend(normed, normed, attention, block + "attention.output.dense", image));
      x = sum(x, feedForward(norm(x, block + "layernorm_after", image), block));
    }
    return norm(x, "vision_model.layernorm", shape.image());
  }

  /** One caption without padding to its tokens. */
  double[][] textTokens(long[] ids) {
    int width = shape.text().width();
    float[] words = values("text_model.embeddings.word_embeddings.weight");
    float[] positions = values("text_model.embeddings.position_embeddings.weight");
    boolean post = shape.textNorm() == NormPlacement.POST;
    double[][] x = new double[ids.length][width];
    for (int token = 0; token < ids.length; token++) {
      for (int unit = 0; unit < width; unit++) {
        x[token][unit] =
            (double) words[(int) ids[token] * width + unit] + positions[token * width + unit];
        if (post) {
          x[token][unit] += values("text_model.embeddings.token_type_embeddings.weight")[unit];
        }
      }
    }
    if (post) {
      x = norm(x, "text_model.embeddings.LayerNorm", shape.text());
    }
    for (int i = 0; i < shape.text().layers(); i++) {
      String block = "text_model.encoder.layer." + i + ".";
      x = selfAttention(x, block);
      x = residual(x, block + "output.LayerNorm", y -> feedForward(y, block));
    }
    return post ? x : norm(x, "text_model.encoder.LayerNorm", shape.text());
  }

  /** A pair's tokens. */
  double[][] fused(double[][] text, double[][] image) {
    double[][] x = text;
    for (int i = 0; i < shape.fusionLayers(); i++) {
      String block = "fusion_model.encoder.layer." + i + ".";
      x = selfAttention(x, block);
      x =
          residual(
              x,
              block + "crossattention.output.LayerNorm",
              y ->
                  attend(
                      y,
                      image,
                      block + "crossattention.self",
                      block + "crossattention.output.dense",
                      shape.text()));
      x = residual(x, block + "output.LayerNorm", y -> feedForward(y, block));
    }
    return shape.textNorm() == NormPlacement.POST
        ? x
        : norm(x, "fusion_model.encoder.LayerNorm", shape.text());
  }

  /** weight · x + bias of every token. */
  double[][] linear(double[][] x, String name) {
    float[] bias = values(name + ".bias");
    float[] weight = values(name + ".weight");
    double[][] result = new double[x.length][bias.length];
    for (int token = 0; token < x.length; token++) {
      for (int out = 0; out < bias.length; out++) {
        double sum = bias[out];
        for (int in = 0; in < x[token].length; in++) {
          sum += x[token][in] * weight[out * x[token].length + in];
        }
        result[token][out] = sum;
      }
    }
    return result;
  }

  private double[][] selfAttention(double[][] x, String block) {
    return residual(
        x,
        block + "attention.output.LayerNorm",
        y ->
            attend(y, y, block + "attention.self", block + "attention.output.dense", shape.text()));
  }

  private double[][] residual(double[][] x, String normName, UnaryOperator<double[][]> inner) {
    return shape.textNorm() == NormPlacement.POST
        ? norm(sum(x, inner.apply(x)), normName, shape.text())
        : sum(x, inner.apply(norm(x, normName, shape.text())));
  }

  private double[][] attend(
      double[][] x, double[][] memory, String name, String output, EncoderShape encoder) {
    double[][] query = linear(x, name + ".query");
    double[][] key = linear(memory, name + ".key");
    double[][] value = linear(memory, name + ".value");
    int headWidth = encoder.width() / encoder.heads();
    double[][] result = new double[x.length][encoder.width()];
    for (int head = 0; head < encoder.heads(); head++) {
      int from = head * headWidth;
      for (int token = 0; token < x.length; token++) {
        double[] scores = new double[memory.length];
        double total = 0;
        for (int other = 0; other < memory.length; other++) {
          double score = 0;
          for (int unit = from; unit < from + headWidth; unit++) {
            score += query[token][unit] * key[other][unit];
          }
          scores[other] = Math.exp(score / Math.sqrt(headWidth));
          total += scores[other];
        }
        for (int other = 0; other < memory.length; other++) {
          for (int unit = from; unit < from + headWidth; unit++) {
            result[token][unit] += scores[other] / total * value[other][unit];
          }
        }
      }
    }
    return linear(result, output);
  }

  private double[][] feedForward(double[][] x, String block) {
    double[][] hidden = linear(x, block + "intermediate.dense");
    for (double[] token : hidden) {
      for (int unit = 0; unit < token.length; unit++) {
        token[unit] *= 0.5 * (1 + erf(token[unit] / Math.sqrt(2)));
      }
    }
    return linear(hidden, block + "output.dense");
  }

  private double[][] norm(double[][] x, String name, EncoderShape encoder) {
    float[] scale = values(name + ".weight");
    float[] bias = values(name + ".bias");
    double[][] result = new double[x.length][];
    for (int token = 0; token < x.length; token++) {
      double mean = 0;
      for (double unit : x[token]) {
        mean += unit / x[token].length;
      }
      double variance = 0;
      for (double unit : x[token]) {
        variance += (unit - mean) * (unit - mean) / x[token].length;
      }
      result[token] = new double[x[token].length];
      for (int unit = 0; unit < x[token].length; unit++) {
        double standard = (x[token][unit] - mean) / Math.sqrt(variance + encoder.normEpsilon());
        result[token][unit] = standard * scale[unit] + bias[unit];
      }
    }
    return result;
  }

  private static double[][] sum(double[][] a, double[][] b) {
    double[][] result = new double[a.length][a[0].length];
    for (int row = 0; row < a.length; row++) {
      for (int column = 0; column < a[row].length; column++) {
        result[row][column] = a[row][column] + b[row][column];
      }
    }
    return result;
  }

  private float[] values(String name) {
    return weights.get(name).toFloats();
  }

  /** By its series, which is exact in double precision for the |x| below 6 that it is used for. */
  private static double erf(double x) {
    if (Math.abs(x) > 6) {
      return Math.signum(x);
    }
    double term = x;
    double sum = x;
    for (int n = 1; n < 300; n++) {
      term *= 2 * x * x / (2 * n + 1);
      sum += term;
    }
    return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
  }
}
