// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.falcon.data.TestData;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tensors that PyTorch pipelines computed from real files; not one bit may differ. */
class PreprocessorGoldenTest {

  @Test
  void givesTheTensorsOfTheOfficialEvaluatorInEveryFormatAndMode() throws IOException {
    Path folder = TestData.path("datacomp-golden/intermediate");
    JsonNode entries = new ObjectMapper().readTree(folder.resolve("preprocessed.json").toFile());
    assertThat(entries).isNotEmpty();
    for (JsonNode entry : entries) {
      String name = entry.get("name").textValue();
      byte[] file = Files.readAllBytes(folder.resolve(entry.get("image").textValue()));
      boolean rgbFirst = entry.get("path").textValue().startsWith("convert to RGB before");
      ImageTransform transform =
          ImageTransform.clip(64)
              .withConvertOrder(
                  rgbFirst ? ConvertOrder.RGB_THEN_RESIZE : ConvertOrder.RESIZE_THEN_RGB);

      assertThat(RgbConversion.of(new ImageDecoder().decode(file)).toBytes())
          .as(name)
          .isEqualTo(Npy.bytes(folder.resolve("preprocessed/" + name + ".decoded_rgb.npy")));
      assertThat(new Preprocessor(transform).apply(file))
          .as(name)
          .isEqualTo(Npy.floats(folder.resolve(entry.get("tensor").textValue())));
    }
  }

  @Test
  void givesClipsTensorOfAPhotograph() throws IOException {
    Path folder = TestData.path("preprocess");
    byte[] file = Files.readAllBytes(folder.resolve("franz-kafka.jpg"));
    float[] expected = Npy.floats(folder.resolve("franz-kafka.clip224.npy"));

    assertThat(new Preprocessor(ImageTransform.clip(224)).apply(file)).isEqualTo(expected);
  }

  @Test
  void writesATensorAtTheGivenPlaceOnly() throws IOException {
    Path folder = TestData.path("preprocess");
    byte[] file = Files.readAllBytes(folder.resolve("franz-kafka.jpg"));
    Preprocessor preprocessor = new Preprocessor(ImageTransform.clip(32));
    FloatBuffer batch = FloatBuffer.allocate(3 * 3 * 32 * 32);

    preprocessor.apply(file, batch, 3 * 32 * 32);

    float[] tensor = preprocessor.apply(file);
    float[] empty = new float[3 * 32 * 32];
    for (int i = 0; i < 3; i++) {
      float[] third = new float[3 * 32 * 32];
      batch.get(i * third.length, third);
      assertThat(third).isEqualTo(List.of(empty, tensor, empty).get(i));
    }
  }
}
