/** What a scene is: its objects, and the words for them. */
package dev.falcon.data.scenes.world;
