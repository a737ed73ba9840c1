/** Scenes as datasets on disk. */
package dev.falcon.data.scenes.generate;
