/** JPEG files, decoded exactly as by libjpeg-turbo. */
package dev.falcon.data.image.internal.jpeg;
