// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import dev.falcon.data.BuildInfo;
import dev.falcon.data.file.Resources;
import java.util.Map;

/** An HTML page under construction; it is light or dark as the reader's system prefers. */
public final class Page {
  private final String title;
  private final StringBuilder body = new StringBuilder();

  /** Creates an empty page under a title. */
  public Page(String title) {
    this.title = title;
  }

  /** Adds raw markup. */
  public Page add(Object markup) {
    body.append(markup);
    return this;
  }

  /** Starts a section. */
  public Page section(String heading) {
    return element("h2", heading);
  }

  /** Starts a subsection. */
  public Page part(String heading) {
    return element("h3", heading);
  }

  /** Adds a paragraph. */
  public Page paragraph(String text) {
    return element("p", text);
  }

  /** Adds the page's main sentence. */
  public Page lead(String text) {
    return add("<p class=\"lead\">" + Markup.escape(text) + "</p>\n");
  }

  /** Adds collapsed markup. */
  public Page folded(String summary, Object markup) {
    return add("<details><summary>" + Markup.escape(summary) + "</summary>\n")
        .add(markup)
        .add("</details>\n");
  }

  /** Adds a paragraph highlighted as a caution. */
  public Page caution(String text) {
    return add("<p class=\"caution\">" + Markup.escape(text) + "</p>\n");
  }

  private Page element(String tag, String text) {
    return add("<" + tag + ">" + Markup.escape(text) + "</" + tag + ">\n");
  }

  /** Adds key figures. */
  public Page facts(Map<String, String> facts) {
    add("<dl class=\"facts\">\n");
    facts.forEach(
        (name, value) ->
            add("<div><dt>" + Markup.escape(name) + "</dt><dd>")
                .add(Markup.escape(value) + "</dd></div>\n"));
    return add("</dl>\n");
  }

  /** Ends the page with a line in small print, followed by Falcon's version. */
  public String end(String smallPrint) {
    String version = "falcon " + BuildInfo.current().version();
    return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
        + Markup.escape(title)
        + "</title>\n<style>\n"
        + style()
        + "</style>\n</head>\n<body>\n<h1>"
        + Markup.escape(title)
        + "</h1>\n"
        + body
        + "<p class=\"faint\">"
        + Markup.escape(smallPrint.isEmpty() ? version : smallPrint + "; " + version)
        + "</p>\n</body>\n</html>\n";
  }

  private static String style() {
    return Resources.text(Page.class, "report.css");
  }
}
