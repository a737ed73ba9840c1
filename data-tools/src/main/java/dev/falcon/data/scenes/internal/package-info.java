/** How worlds, captions and pictures are drawn from random streams. */
package dev.falcon.data.scenes.internal;
