"""python3 -m unittest discover python; skipped without torch, numpy and onnx."""

import json
import os
import tempfile
import unittest

try:
    import numpy as np
    import onnx
    import torch
    from onnx import TensorProto, helper, numpy_helper

    import train_sentences
except ImportError:
    torch = None

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "dog", "run", "##s", "!", "cafe"]
WIDTH, INNER, LAYERS = 8, 16, 2


@unittest.skipIf(torch is None, "needs torch, numpy and onnx")
class TrainSentencesTest(unittest.TestCase):
    """A graph of random weights under BERT's names, and its own arithmetic in numpy as the oracle."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        random = np.random.default_rng(5)
        self.weights, nodes = {}, []

        def weight(name, *shape):
            self.weights[name] = random.normal(size=shape).astype(np.float32) / 2

        weight("embeddings.word_embeddings.weight", len(WORDS), WIDTH)
        weight("embeddings.position_embeddings.weight", 16, WIDTH)
        weight("embeddings.token_type_embeddings.weight", 2, WIDTH)
        norms = ["embeddings.LayerNorm"]
        for layer in range(LAYERS):
            at = f"encoder.layer.{layer}."
            sizes = {"attention.self." + x: (WIDTH, WIDTH) for x in ("query", "key", "value")}
            sizes |= {"attention.output.dense": (WIDTH, WIDTH), "intermediate.dense": (INNER, WIDTH)}
            sizes |= {"output.dense": (WIDTH, INNER)}
            for name, (out, into) in sizes.items():
                weight(at + name + ".weight", out, into)
                weight(at + name + ".bias", out)
            norms += [at + "attention.output.LayerNorm", at + "output.LayerNorm"]
        for norm in norms:
            weight(norm + ".weight", WIDTH)
            weight(norm + ".bias", WIDTH)
            self.weights[norm + ".weight"] += 1  # as trained ones are; else all texts are alike
            self.weights[norm + ".bias"] /= 4
        tensors = []
        for number, (name, values) in enumerate(self.weights.items()):
            if name.endswith("weight") and values.ndim == 2 and name.startswith("encoder"):
                anonymous = f"onnx::MatMul_{number}"
                tensors.append(numpy_helper.from_array(np.ascontiguousarray(values.T), anonymous))
                path = "/" + name.removesuffix(".weight").replace(".", "/") + "/MatMul"
                nodes.append(helper.make_node("MatMul", ["x", anonymous], [path], name=path))
            else:
                tensors.append(numpy_helper.from_array(values, name))
        ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["b", "s"])
        out = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["b", "s", WIDTH])
        os.mkdir(self.path("model"))
        graph = helper.make_graph(nodes, "bert", [ids], [out], tensors)
        onnx.save(helper.make_model(graph), self.path("model/model.onnx"))
        with open(self.path("model/tokenizer.json"), "w", encoding="utf-8") as file:
            json.dump({"model": {"vocab": {word: i for i, word in enumerate(WORDS)}}}, file)

    def path(self, name):
        return os.path.join(self.folder, name)

    def encoder(self, layers=1):
        return train_sentences.SentenceEncoder(self.path("model"), layers, heads=2)

    def naive(self, ids):
        """One text, word by word and head by head."""
        w = self.weights

        def norm(x, name):
            x = (x - x.mean()) / np.sqrt(x.var() + 1e-12)
            return x * w[name + ".weight"] + w[name + ".bias"]

        def dense(x, name):
            return w[name + ".weight"] @ x + w[name + ".bias"]

        at = "embeddings."
        states = [
            norm(w[at + "word_embeddings.weight"][i] + w[at + "position_embeddings.weight"][p]
                 + w[at + "token_type_embeddings.weight"][0], at + "LayerNorm")
            for p, i in enumerate(ids)
        ]
        for layer in range(LAYERS):
            at = f"encoder.layer.{layer}."
            q, k, v = ([dense(x, at + "attention.self." + n) for x in states] for n in ("query", "key", "value"))
            after = []
            for i, x in enumerate(states):
                mixed = np.zeros(WIDTH)
                for head in (slice(0, 4), slice(4, 8)):
                    e = np.exp([q[i][head] @ k[j][head] / 2 for j in range(len(ids))])
                    mixed[head] = sum(p * v[j][head] for j, p in enumerate(e / e.sum()))
                x = norm(x + dense(mixed, at + "attention.output.dense"), at + "attention.output.LayerNorm")
                inner = dense(x, at + "intermediate.dense")
                inner = inner * (1 + torch.erf(torch.from_numpy(inner) / 2**0.5).numpy()) / 2
                after.append(norm(x + dense(inner, at + "output.dense"), at + "output.LayerNorm"))
            states = after
        mean = np.mean(states, 0)
        return mean / np.linalg.norm(mean)

    def test_tokens_are_berts(self):
        tokens = train_sentences.WordPiece(self.path("model/tokenizer.json"), longest=6)
        self.assertEqual(tokens("A dog runs!"), [2, 4, 5, 6, 7, 3], "cut, with its end token")
        self.assertEqual(tokens(" Caf\u00e9 xyz"), [2, 9, 1, 3])

    def test_vectors_are_those_of_a_naive_bert_whatever_is_beside_them(self):
        ids = {"a dog": [2, 4, 5, 3], "dog runs! a dog runs!": [2, 5, 6, 7, 8, 4, 5, 6, 7, 8, 3], "": [2, 3]}
        found = self.encoder().vectors(list(ids))
        for vector, expected in zip(found, ids.values()):
            np.testing.assert_allclose(vector, self.naive(expected), atol=1e-5)

    def test_an_epoch_brings_pairs_together_and_is_written_into_the_graph(self):
        encoder = self.encoder(layers=1)
        pairs = [("a dog", "run"), ("cafe", "dog runs"), ("!", "a")]
        before = train_sentences.loss(encoder, pairs, 20.0).item()
        train_sentences.train(encoder, [pairs] * 60, 1e-2, log_every=0)
        self.assertLess(train_sentences.loss(encoder, pairs, 20.0).item(), 0.8 * before)
        train_sentences.save(encoder, self.path("model"), self.path("out"))
        texts = [text for pair in pairs for text in pair]
        again = train_sentences.SentenceEncoder(self.path("out"), 1, heads=2)
        np.testing.assert_allclose(again.vectors(texts), encoder.vectors(texts), atol=1e-6)
        first = "encoder.layer.0.output.dense.weight"
        np.testing.assert_array_equal(again.bert.weights[first].detach(), self.weights[first])

    def test_the_loss_is_cross_entropy_in_both_directions(self):
        encoder = self.encoder()
        batch = [("a dog", "run", "cafe"), ("!", "dog", "a")]
        a, p, n = (encoder.vectors([row[i] for row in batch]) for i in range(3))
        forward = 20 * a @ np.concatenate([p, n]).T
        back = 20 * p @ a.T
        expected = np.mean([
            np.log(np.exp(scores).sum(1)) - np.diag(scores) for scores in (forward, back)
        ])
        self.assertAlmostEqual(train_sentences.loss(encoder, batch, 20.0).item(), expected, places=4)

    def test_batches_are_the_plans(self):
        with open(self.path("plan.csv"), "w", encoding="utf-8") as file:
            file.write("epoch,search_space,batch,position,index\n0,0,0,0,2\n0,0,0,1,0\n0,0,1,0,1\n0,1,1,0,2\n1,0,0,0,1\n")
        pairs = [("a", "b"), ("c", "d"), ("e", "f")]
        found = train_sentences.plan_batches(self.path("plan.csv"), pairs)
        self.assertEqual(found, [[("e", "f"), ("a", "b")], [("c", "d")], [("e", "f")]])
        with self.assertRaisesRegex(ValueError, "names row 2 of 2 pairs"):
            train_sentences.plan_batches(self.path("plan.csv"), pairs[:2])

    def test_lists_are_shuffled_into_whole_batches(self):
        with open(self.path("lists.csv"), "w", encoding="utf-8") as file:
            file.write("anchor,positive,positive_score,negative_1,negative_1_score\n")
            file.write("".join(f"a{i},p{i},0.5,n{i},0.25\n" for i in range(5)))
        batches = train_sentences.list_batches(self.path("lists.csv"), 2, 1)
        self.assertEqual([len(batch) for batch in batches], [2, 2])
        self.assertTrue(all(a[1:] == p[1:] == n[1:] for batch in batches for a, p, n in batch))
        self.assertEqual(batches, train_sentences.list_batches(self.path("lists.csv"), 2, 1))
        with open(self.path("keys.csv"), "w", encoding="utf-8") as file:
            file.write("anchor,positive,negative\n1,1,2\n")
        with self.assertRaisesRegex(ValueError, "n-tuple"):
            train_sentences.list_batches(self.path("keys.csv"), 2, 1)


if __name__ == "__main__":
    unittest.main()
