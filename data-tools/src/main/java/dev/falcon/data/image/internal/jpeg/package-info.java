/** JPEG files, decoded as libjpeg-turbo does. */
package dev.falcon.data.image.internal.jpeg;
