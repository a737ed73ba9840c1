#!/usr/bin/env bash
# ai.djl.huggingface:tokenizers 0.35.1 and 0.38.0 (Maven), a tokenizer.json without truncation, 1000 words.
# Behaviour: optMaxLength(700) is lowered to 512 without an error, unless the argument modelMaxLength or tokenizer_config.json
# names a greater length of the model. Without any option the text is cut at 512, too, which tokenizer.json does not ask for.
# Likely wrong guess: the length that is asked for is the length that is used; and without one, nothing is cut.
set -euo pipefail
source "$(dirname "$0")/lib.sh"

cat >tokenizer.json <<'END'
{"version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
 "pre_tokenizer": {"type": "WhitespaceSplit"}, "post_processor": null, "decoder": null,
 "model": {"type": "WordLevel", "vocab": {"?": 0, "a": 1}, "unk_token": "?"}}
END
cat >Run.java <<'JAVA'
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.nio.file.Path;
import java.util.Map;

class Run {
  static HuggingFaceTokenizer.Builder builder() {
    return HuggingFaceTokenizer.builder().optTokenizerPath(Path.of("tokenizer.json"));
  }

  static void show(String name, HuggingFaceTokenizer.Builder builder) throws Exception {
    try (var tokenizer = builder.build()) {
      System.out.println(name + " " + tokenizer.encode("a ".repeat(1000)).getIds().length);
    }
  }

  public static void main(String[] arguments) throws Exception {
    show("default", builder());
    show("optMaxLength(700)", builder().optMaxLength(700));
    show("optMaxLength(700), modelMaxLength 1000",
        HuggingFaceTokenizer.builder(Map.of("maxLength", "700", "modelMaxLength", "1000"))
            .optTokenizerPath(Path.of("tokenizer.json")));
    show("optTruncation(false)", builder().optTruncation(false));
  }
}
JAVA
run() {
  java -Dai.djl.offline=true -cp "$class_path" Run.java 2>>java.log | sed "s/^/$1 /" >>"$seen"
}
maven_packages <<'END'
<dependency><groupId>ai.djl.huggingface</groupId><artifactId>tokenizers</artifactId><version>0.35.1</version></dependency>
END
run 0.35.1
maven_packages <<'END'
<dependency><groupId>ai.djl.huggingface</groupId><artifactId>tokenizers</artifactId><version>0.38.0</version></dependency>
END
run 0.38.0

expect <<'END'
0.35.1 default 512
0.35.1 optMaxLength(700) 512
0.35.1 optMaxLength(700), modelMaxLength 1000 700
0.35.1 optTruncation(false) 1000
0.38.0 default 512
0.38.0 optMaxLength(700) 512
0.38.0 optMaxLength(700), modelMaxLength 1000 700
0.38.0 optTruncation(false) 1000
END
conclude "DJL's tokenizers 0.35.1 and 0.38.0 lower optMaxLength(700) to 512 and cut at 512 by default; guess: the length that is \
asked for is used, and without one nothing is cut"
