// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.toy;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.training.config.FrameworkTrait;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.FrameworkProvider;
import dev.falcon.training.internal.input.Vocabulary;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the main code learns of {@link ToyFramework}: its name in the tests' file of services. */
public final class ToyProvider implements FrameworkProvider {
  /** Its own tokens; one ends every caption. */
  private static final Tokenizer.Special TOKENS =
      new Tokenizer.Special(
          "<nothing>",
          "<what>",
          Optional.empty(),
          Optional.of("<end>"),
          "<hidden>",
          List.of("<nothing>", "<what>", "<end>", "<hidden>"));

  @Override
  public String name() {
    return "toy";
  }

  @Override
  public List<String> presets() {
    return List.of();
  }

  @Override
  public Set<FrameworkTrait> traits() {
    return Set.of(FrameworkTrait.ONE_VECTOR);
  }

  @Override
  public String publishedStart() {
    return "";
  }

  @Override
  public Tokenizer.Special specialTokens() {
    return TOKENS;
  }

  @Override
  public void check(TrainConfig config) {
    if (config.model().dropout() != 0) {
      throw new RequestException("model.framework: toy goes with model.dropout: 0");
    }
  }

  @Override
  public Framework framework(TrainConfig config, Vocabulary vocabulary) {
    return new ToyFramework(config.model(), vocabulary);
  }
}
