#!/usr/bin/env bash
# ai.djl.huggingface:tokenizers 0.38.0 (Maven): CharSpan, the place of a token in its text.
# Behaviour: start and end count code points, as in Rust and Python. Java's strings count UTF-16 units, so that after a character
# outside the Basic Multilingual Plane `text.substring(start, end)` returns the wrong words.
# Likely wrong guess: spans of a Java library index Java's strings.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

maven_packages <<'END'
<dependency><groupId>ai.djl.huggingface</groupId><artifactId>tokenizers</artifactId><version>0.38.0</version></dependency>
END
cat >tokenizer.json <<'END'
{"version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
 "pre_tokenizer": {"type": "WhitespaceSplit"}, "post_processor": null, "decoder": null,
 "model": {"type": "WordLevel", "vocab": {"?": 0, "red": 1, "dog": 2}, "unk_token": "?"}}
END
cat >Run.java <<'JAVA'
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.nio.file.Path;

class Run {
  public static void main(String[] arguments) throws Exception {
    String text = "\ud83d\udc36 red dog";
    try (var tokenizer = HuggingFaceTokenizer.newInstance(Path.of("tokenizer.json"))) {
      var encoding = tokenizer.encode(text);
      for (int i = 1; i < encoding.getTokens().length; i++) {
        var span = encoding.getCharTokenSpans()[i];
        System.out.printf("%s [%s] [%s]%n", encoding.getTokens()[i], text.substring(span.getStart(), span.getEnd()),
            text.substring(text.offsetByCodePoints(0, span.getStart()), text.offsetByCodePoints(0, span.getEnd())));
      }
    }
  }
}
JAVA
java -Dai.djl.offline=true -cp "$class_path" Run.java >"$seen" 2>java.log

expect <<'END'
red [ re] [red]
dog [ do] [dog]
END
conclude "DJL's tokenizers 0.38.0 count code points in CharSpan, so substring after an emoji gives ' re' for 'red'; guess: spans \
of a Java library index Java's strings"
