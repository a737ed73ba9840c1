/** Folders of labelled photographs as image-caption datasets whose every match is known. */
package dev.falcon.data.photographs;
