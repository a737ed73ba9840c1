// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/** A folder as COCO's: JPEG files of several sizes, and a JSON of images and annotations. */
public final class TinyCoco {
  static final int CAPTIONS = 2;

  private final Scenes world =
      new Scenes(ScenesConfig.standard().withImageSize(64).withCaptionsPerImage(CAPTIONS));
  private final Path folder;

  public TinyCoco(Path folder) {
    this.folder = folder;
  }

  /** Writes images and their JSON; further annotations may be added. */
  public Path write(String name, Split split, int images, String... more) throws IOException {
    ObjectNode json = Json.mapper().createObjectNode();
    ArrayNode imageList = json.putArray("images");
    ArrayNode annotations = json.putArray("annotations");
    Files.createDirectories(folder.resolve("images"));
    for (int i = 0; i < images; i++) {
      String file = "images/" + split.word() + i + ".jpg";
      jpeg(world.pixels(split, i), 64 - i % 3, folder.resolve(file));
      imageList.addObject().put("id", i).put("file_name", file);
      for (Caption caption : world.captions(split, i)) {
        annotations.addObject().put("image_id", i).put("caption", caption.text());
      }
    }
    for (String caption : more) {
      annotations.addObject().put("image_id", 0).put("caption", caption);
    }
    Path file = folder.resolve(name);
    Json.write(file, json);
    return file;
  }

  /** BERT's kind of vocabulary for the captions. */
  public Path vocabulary() throws IOException {
    List<String> tokens = new ArrayList<>(List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"));
    tokens.addAll(Caption.vocabulary());
    tokens.addAll(List.of("##s", "a"));
    return Files.write(folder.resolve("vocab.txt"), tokens.stream().distinct().toList());
  }

  /** Cuts the picture to fewer rows, so that it is no square. */
  private static void jpeg(byte[] rgb, int height, Path file) throws IOException {
    BufferedImage image = new BufferedImage(64, height, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < 64; x++) {
        int at = 3 * (y * 64 + x);
        int value = ((rgb[at] & 0xFF) << 16) | ((rgb[at + 1] & 0xFF) << 8) | (rgb[at + 2] & 0xFF);
        image.setRGB(x, y, value);
      }
    }
    ImageIO.write(image, "jpg", file.toFile());
  }
}
