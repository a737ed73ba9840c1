/**
 * Questions about Scenes and statements about two of them, with their exact truth, in the official
 * files of VQA v2 and NLVR2.
 */
package dev.falcon.data.scenes.question;
