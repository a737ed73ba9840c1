// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import dev.falcon.data.Progress;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.generation.internal.Stage2Config;
import dev.falcon.onnx.export.tokenizer.Tokenizer;
import dev.falcon.onnx.export.tokenizer.TokenizerFiles;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.OptShape;
import dev.falcon.training.internal.input.ScenesVocabulary;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Torch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** A small OPT trained on captions of Scenes, without images. */
final class ScenesModel implements LanguageModel {
  private static final float EPSILON = 1e-5f;

  private final FinetuneConfig run;
  private final LanguageWarmStart.Settings settings;
  private final Tokenizer tokenizer;
  private final Stage2Config config;
  private final Scenes world;
  private final long first;
  private final Path cache;
  private final Progress progress;
  private final BooleanSupplier stop;

  /**
   * @param image the sizes of the image side
   * @param world the source of the captions
   * @param first the index of the first training scene that is not among the pairs
   */
  ScenesModel(
      FinetuneConfig run,
      LanguageWarmStart.Settings settings,
      Blip2Shape image,
      Scenes world,
      long first,
      Path cache,
      Progress progress,
      BooleanSupplier stop) {
    this.run = run;
    this.settings = settings;
    this.world = world;
    this.first = first;
    this.cache = cache;
    this.progress = progress;
    this.stop = stop;
    this.tokenizer = new ScenesVocabulary(Tokenizer.Special.OPT).tokenizer();
    EncoderShape blocks =
        new EncoderShape(
            settings.width(), settings.heads(), settings.layers(), settings.feedForward(), EPSILON);
    this.config =
        new Stage2Config(
            image,
            new OptShape(blocks, tokenizer.vocabulary().size(), settings.places()),
            tokenizer.id(Tokenizer.Special.OPT.padding()),
            tokenizer.id(Tokenizer.Special.OPT.first().orElseThrow()),
            OptionalInt.empty());
  }

  @Override
  public Stage2Config config() {
    return config;
  }

  @Override
  public String tokenizer() {
    return TokenizerFiles.json(tokenizer, settings.places());
  }

  /**
   * Returns texts that consist of several captions of one scene, so that the first words determine
   * what can follow.
   */
  private List<int[]> read(LanguageTexts texts) {
    Scenes several = new Scenes(world.config().withCaptionsPerImage(settings.captions()));
    List<int[]> read = new ArrayList<>();
    for (int i = 0; i < settings.texts(); i++) {
      List<String> captions =
          several.captions(Split.TRAIN, first + i).stream().map(Caption::text).toList();
      IntStream.Builder text = IntStream.builder().add(config.end());
      // A caption starts with the previous one's end token.
      texts
          .cut(captions, Integer.MAX_VALUE)
          .forEach(caption -> Arrays.stream(caption).skip(1).forEach(text));
      read.add(text.build().limit(settings.places()).toArray());
    }
    return read;
  }

  @Override
  public Map<String, float[]> weights(List<ParameterLayout.Entry> wanted) {
    Map<String, Object> decisive = new LinkedHashMap<>();
    decisive.put("world", world.config());
    decisive.put("first", first);
    decisive.put("tokenizer", tokenizer());
    try (LanguageTexts texts = new LanguageTexts(this, "");
        Torch torch = Torch.open(run.device(), run.threads())) {
      // The world's seed, not the run's, so that runs with different seeds share their language
      // model.
      return LanguageWarmStart.train(
          torch,
          settings,
          config.language(),
          config.padding(),
          read(texts),
          decisive,
          world.config().seed(),
          cache,
          progress,
          stop);
    }
  }
}
