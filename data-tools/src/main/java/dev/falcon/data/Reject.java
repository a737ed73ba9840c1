package dev.falcon.data;

/**
 * An input row that could not be used. It is listed with the reason, and the run goes on.
 *
 * @param source the file or shard that held it
 * @param key the row's key, or where in the file it stands when the key cannot be known
 * @param reason what is wrong and, where that helps, what would be right; one line
 */
public record Reject(String source, String key, String reason) {}
