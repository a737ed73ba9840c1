// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.answer;

import java.util.HashMap;
import java.util.Map;

/**
 * The contractions that the official evaluation restores, including its oddities: words without
 * their apostrophe get it, and {@code somebody'd} loses it. Contractions that are also other words
 * ({@code its, were, ill, well}) are not in the list.
 */
final class Contractions {
  private static final String SINGLE =
      "ain't aren't can't could've couldn't didn't doesn't don't hadn't hasn't haven't he'd he's"
          + " how'd how'll how's isn't it'd it'll ma'am mightn't might've mustn't must've needn't"
          + " not've o'clock oughtn't shan't should've shouldn't somebody'll somebody's someone'd"
          + " someone'll someone's something'd something'll that's there'd there're there's they'd"
          + " they'll they're they've 'twas wasn't we've weren't what'll what're what's what've"
          + " when's where'd where's where've who'd who'll who's who've why'll why're why's won't"
          + " would've wouldn't y'all you'd you'll you're you've";
  private static final String DOUBLE =
      "couldn't've hadn't've he'd've it'd've mightn't've she'd've shouldn't've somebody'd've"
          + " someone'd've something'd've there'd've they'd've we'd've who'd've wouldn't've"
          + " y'all'll y'all'd've you'd've";
  private static final Map<String, String> RESTORED = restored();

  private Contractions() {}

  /** Returns the word as it is compared. */
  static String restore(String word) {
    return RESTORED.getOrDefault(word, word);
  }

  private static Map<String, String> restored() {
    Map<String, String> restored = new HashMap<>();
    for (String word : SINGLE.split(" ", -1)) {
      restored.put(word.replace("'", ""), word);
    }
    for (String word : DOUBLE.split(" ", -1)) {
      int first = word.indexOf('\'');
      int last = word.lastIndexOf('\'');
      restored.put(word.substring(0, first) + word.substring(first + 1), word);
      restored.put(word.substring(0, last) + word.substring(last + 1), word);
    }
    restored.put("somebody'd", "somebodyd");
    restored.put("y'alld've", "y'all'd've");
    for (String odd : new String[] {"ow's'at", "'ows'at", "'ow'sat"}) {
      restored.put(odd, "'ow's'at");
    }
    return restored;
  }
}
