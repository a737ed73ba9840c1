// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import dev.falcon.data.RandomStream;
import dev.falcon.data.taxonomy.ImageColours.Colours;
import java.util.List;
import java.util.Map;

/**
 * Draws captions of an image from its class; the captions depend only on the image's key, class and
 * colours.
 */
final class ClassCaptionSampler {
  private final Taxonomy taxonomy;
  private final CaptionRules rules;
  private final LabelledImages images;
  private final Map<String, Long> imagesByMeaning;
  private final long mostImages;

  ClassCaptionSampler(Taxonomy taxonomy, CaptionRules rules, LabelledImages images) {
    this.taxonomy = taxonomy;
    this.rules = rules;
    this.images = images;
    imagesByMeaning = images.imagesByMeaning(taxonomy);
    mostImages = (long) (rules.mostTrue() * images.classOf().size());
  }

  /**
   * A caption.
   *
   * @param meaning its statement about the image; see {@link LabelledImages#meaning}
   * @param text the whole caption
   */
  record Drawn(String meaning, String text) {}

  Drawn draw(String key, int number, String kind) {
    RandomStream random = RandomStream.of(rules.seed(), "taxonomy caption " + key, number);
    String named = kind;
    List<String> above = usable(named);
    while (!above.isEmpty() && random.nextDouble() < rules.generality()) {
      named = above.get(random.nextInt(above.size()));
      above = usable(named);
    }
    String name = taxonomy.name(named);
    String template = rules.templates().get(random.nextInt(rules.templates().size()));
    Colours own = images.colours(key);
    Colours colours = new Colours(sometimes(own.centre(), random), sometimes(own.border(), random));
    String said = colours.centre().isEmpty() ? name : colours.centre() + ' ' + name;
    return new Drawn(
        LabelledImages.meaning(name, colours),
        CaptionRules.filled(template, said) + CaptionRules.background(colours.border()));
  }

  /**
   * Returns the colour with the rules' probability, and otherwise the empty string. Makes no random
   * draw without a colour.
   */
  private String sometimes(String colour, RandomStream random) {
    return !colour.isEmpty() && random.nextDouble() < rules.colours() ? colour : "";
  }

  /** Returns the parents that are not true of too many images. */
  private List<String> usable(String kind) {
    return taxonomy.parents(kind).stream()
        .filter(
            parent ->
                imagesByMeaning.get(LabelledImages.meaning(taxonomy.name(parent), Colours.NONE))
                    <= mostImages)
        .toList();
  }
}
