/** The choices between a decoded picture and a model's input. */
package dev.falcon.data.image.transform;
