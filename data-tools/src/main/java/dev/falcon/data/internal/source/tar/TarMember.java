package dev.falcon.data.internal.source.tar;

/**
 * What a tar says of a member.
 *
 * @param name its path; components are separated by {@code /}
 * @param regular whether it is a file, not a folder, link or device
 * @param size the length of its content in bytes
 * @param offset where its header begins in the unpacked tar
 */
public record TarMember(String name, boolean regular, long size, long offset) {}
