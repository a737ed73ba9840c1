// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.TextFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rules for drawing captions.
 *
 * @param captionsPerImage number of captions per image, at least 1
 * @param generality the probability of each further step up the taxonomy, in [0, 1)
 * @param mostTrue the maximum share of images of which a named kind may be true, unless it is the
 *     image's own class; in (0, 1]
 * @param templates texts with <code>{c}</code> in place of the name, or <code>{a}</code> in place
 *     of the name with its article
 * @param seed the seed of all draws
 * @param colours the probability with which a caption also names the colour of the image's centre,
 *     and independently that of its border, in [0, 1]; with 0, no pixels are read
 */
public record CaptionRules(
    int captionsPerImage,
    double generality,
    double mostTrue,
    List<String> templates,
    long seed,
    double colours) {
  /** Default generality. */
  public static final double GENERALITY = 0.4;

  /** Default maximum share of images. */
  public static final double MOST_TRUE = 0.25;

  /** Default templates. */
  public static final List<String> TEMPLATES =
      List.of(
          "a photo of {a}",
          "{a}",
          "a picture of {a}",
          "{a} in a photo",
          "there is {a} in the picture",
          "a photo that shows {a}");

  /** Creates rules without colours. */
  public CaptionRules(
      int captionsPerImage, double generality, double mostTrue, List<String> templates, long seed) {
    this(captionsPerImage, generality, mostTrue, templates, seed, 0);
  }

  private static final String BACKGROUND = " on a {c} background";

  public CaptionRules {
    templates = List.copyOf(templates);
    if (captionsPerImage < 1) {
      throw new RequestException("each image needs a caption; " + captionsPerImage);
    }
    if (!(generality >= 0 && generality < 1)) {
      throw new RequestException("generality must be at least 0 and below 1; " + generality);
    }
    if (!(mostTrue > 0 && mostTrue <= 1)) {
      throw new RequestException("the largest share must be above 0 and at most 1; " + mostTrue);
    }
    if (!(colours >= 0 && colours <= 1)) {
      throw new RequestException("colours must be named with a chance in [0, 1]; " + colours);
    }
    if (templates.isEmpty()) {
      throw new RequestException("captions need a template");
    }
    for (String template : templates) {
      if (!template.contains("{a}") && !template.contains("{c}")) {
        throw new RequestException("a template must hold {a} or {c}; is '" + template + "'");
      }
    }
  }

  /** Returns the names of the colours, and the words around them in captions. */
  public static List<String> colourWords() {
    return Stream.concat(ImageColours.names().stream(), Stream.of(BACKGROUND)).toList();
  }

  /** Reads templates, one per line. */
  public static List<String> readTemplates(Path file) {
    try {
      List<String> templates =
          TextFiles.lines(file).stream().filter(line -> !line.isBlank()).toList();
      if (templates.isEmpty()) {
        throw new FalconException(file + ": holds no template; write one a line, with {a} or {c}");
      }
      return templates;
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the end of a caption that names the border's colour; empty for none. */
  static String background(String colour) {
    return colour.isEmpty() ? "" : BACKGROUND.replace("{c}", colour);
  }

  /** Returns a template with its name filled in. */
  static String filled(String template, String name) {
    String article = "aeiouAEIOU".indexOf(name.charAt(0)) >= 0 ? "an " : "a ";
    return template.replace("{a}", article + name).replace("{c}", name);
  }
}
