/** Which captions of Scenes are true of which pictures, for all pairs at once. */
package dev.falcon.data.scenes.truth;
