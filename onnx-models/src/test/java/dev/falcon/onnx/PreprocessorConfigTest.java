// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.data.image.CenterCrop;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.data.image.Rescale;
import dev.falcon.data.image.Resize;
import dev.falcon.onnx.internal.config.FolderConfig;
import dev.falcon.onnx.internal.config.PreprocessorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreprocessorConfigTest {
  private static final String SIGLIP_END =
      ", \"image_mean\": [0.5, 0.5, 0.5], \"image_std\": [0.5, 0.5, 0.5]}";

  @TempDir Path folder;

  private ImageTransform read(String json) throws IOException {
    Files.writeString(folder.resolve("preprocessor_config.json"), json);
    return PreprocessorConfig.read(FolderConfig.read(folder));
  }

  @Test
  void readsClipOfTodayAndTheExtractorOfOldAlike() throws IOException {
    ImageTransform today =
        read(
            """
            {"image_processor_type": "CLIPImageProcessor", "do_resize": true,
             "size": {"shortest_edge": 224}, "resample": 3, "do_center_crop": true,
             "crop_size": {"height": 224, "width": 224}, "do_rescale": true,
             "rescale_factor": 0.00392156862745098, "do_normalize": true, "do_convert_rgb": true,
             "image_mean": [0.48145466, 0.4578275, 0.40821073],
             "image_std": [0.26862954, 0.26130258, 0.27577711]}
            """);
    assertThat(today).isEqualTo(ImageTransform.clip(224));
    ImageTransform old =
        read(
            """
            {"feature_extractor_type": "CLIPFeatureExtractor", "size": 224, "crop_size": 224,
             "do_center_crop": true, "do_normalize": true, "do_resize": true, "resample": 3,
             "image_mean": [0.48145466, 0.4578275, 0.40821073],
             "image_std": [0.26862954, 0.26130258, 0.27577711]}
            """);
    assertThat(old).isEqualTo(today);
    assertThat(read("{\"image_processor_type\": \"CLIPImageProcessor\"}")).isEqualTo(today);
  }

  @Test
  void readsSiglipsSquash() throws IOException {
    ImageTransform siglip =
        read(
            "{\"image_processor_type\": \"SiglipImageProcessor\", \"resample\": 2,"
                + " \"size\": {\"height\": 384, \"width\": 256}"
                + SIGLIP_END);
    assertThat(siglip.resize()).isEqualTo(new Resize.Squash(384, 256));
    assertThat(siglip.crop()).isEmpty();
    assertThat(siglip.filter()).isEqualTo(ResampleFilter.BILINEAR);
    assertThat(siglip.std()).containsOnly(0.5f);
    assertThat(siglip.outputHeight()).isEqualTo(384);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"size\": {\"longest_edge\": 64}|LongestEdge[height=64, width=64]",
        "\"size\": {\"max_height\": 64, \"max_width\": 32}|LongestEdge[height=64, width=32]",
        "\"size\": 64|Squash[height=64, width=64]",
        "\"size\": 64, \"crop_size\": 48|ShortestEdge[size=64]",
        "\"do_resize\": false, \"do_center_crop\": true, \"crop_size\": 48|None[]",
      })
  void readsEveryFormOfSize(String size, String expected) throws IOException {
    assertThat(read("{" + size + SIGLIP_END).resize()).hasToString(expected);
  }

  @Test
  void switchesTurnStepsOff() throws IOException {
    ImageTransform transform =
        read(
            "{\"size\": 32, \"do_rescale\": false, \"do_normalize\": false,"
                + " \"do_convert_rgb\": false}");
    assertThat(transform.rescale()).isEqualTo(new Rescale.Multiply(1));
    assertThat(transform.mean()).containsOnly(0f);
    assertThat(transform.std()).containsOnly(1f);
    assertThat(transform.convertOrder()).isEqualTo(ConvertOrder.RESIZE_THEN_RGB);
  }

  @Test
  void transformersRoundingIsAskedForInFalconJson() throws IOException {
    Files.writeString(folder.resolve("falcon.json"), "{\"image_rounding\": \"transformers\"}");
    ImageTransform transform = read("{\"size\": 64, \"crop_size\": 48" + SIGLIP_END);
    assertThat(transform.crop().orElseThrow().placement()).isEqualTo(CenterCrop.Placement.DOWN);
    assertThat(transform.rescale()).isEqualTo(new Rescale.Multiply(1.0 / 255));
  }

  @Test
  void readsTheImagePartOfAProcessorConfig() throws IOException {
    Files.writeString(
        folder.resolve("processor_config.json"),
        "{\"image_processor\": {\"size\": {\"height\": 8, \"width\": 8}"
            + SIGLIP_END
            + ", \"processor_class\": \"SiglipProcessor\"}");
    assertThat(PreprocessorConfig.read(FolderConfig.read(folder)).outputLength())
        .isEqualTo(3 * 8 * 8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"size\": {\"edge\": 3}|size is {\"edge\":3} and must be",
        "\"size\": 8, \"resample\": 9|resample is 9 and must be one of Pillow's numbers 0 to 5",
        "\"size\": 8, \"do_resize\": \"yes\"|do_resize is \"yes\" and must be true or false",
        "\"size\": 8, \"crop_size\": {\"width\": 8}|crop_size is {\"width\":8} and must be a number"
            + " or {height, width}",
        "\"size\": 8, \"crop_pct\": 0.9|crop_pct is 0.9 and must be absent",
        "\"size\": {\"shortest_edge\": 8}|gives every picture its own size",
        "\"size\": -8|-8",
      })
  void namesFileKeyAndWhatIsRight(String keys, String message) {
    assertThatThrownBy(() -> read("{" + keys + SIGLIP_END))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder.resolve("preprocessor_config.json").toString())
        .hasMessageContaining(message);
  }

  @Test
  void saysWhatIsMissing() {
    assertThatThrownBy(() -> read("{\"size\": 8}"))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("image_mean is missing and must be three numbers");
    assertThatThrownBy(
            () -> {
              Files.delete(folder.resolve("preprocessor_config.json"));
              PreprocessorConfig.read(FolderConfig.read(folder));
            })
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("there is no such file");
  }
}
