package dev.falcon.data.taxonomy;

import dev.falcon.data.RandomStream;
import java.util.List;
import java.util.Map;

/** Draws captions of an image by its class; what a key gets depends on nothing else. */
final class CaptionSampler {
  private final Taxonomy taxonomy;
  private final CaptionRules rules;
  private final Map<String, Long> imagesByName;
  private final long mostImages;

  CaptionSampler(Taxonomy taxonomy, CaptionRules rules, LabelledImages images) {
    this.taxonomy = taxonomy;
    this.rules = rules;
    imagesByName = images.imagesByName(taxonomy);
    mostImages = (long) (rules.mostTrue() * images.classOf().size());
  }

  /**
   * A caption.
   *
   * @param name what it calls the image
   * @param text the whole of it
   */
  record Drawn(String name, String text) {}

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
    return new Drawn(name, CaptionRules.filled(template, name));
  }

  /** The parents that are not true of too many images. */
  private List<String> usable(String kind) {
    return taxonomy.parents(kind).stream()
        .filter(parent -> imagesByName.get(taxonomy.name(parent)) <= mostImages)
        .toList();
  }
}
