/** Whether captions are true of pictures. */
package dev.falcon.onnx.matcher;
