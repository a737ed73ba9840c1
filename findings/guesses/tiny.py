"""Small models of random weights, for the programs beside this file. Nothing is downloaded."""

import numpy as np
import torch
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

WORDS = "a the cat dog car bus man woman runs sits reads red blue green small big in on near park street".split()


def tokenizer():
    vocabulary = {t: i for i, t in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, *"bcdefghijklmnopqrstuvwxyz"])}
    t = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]"))
    t.normalizer = BertNormalizer(lowercase=True)
    t.pre_tokenizer = BertPreTokenizer()
    t.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return t


def fast_tokenizer():
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer(), pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
        mask_token="[MASK]", model_max_length=64, model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )


def bert(layers=2, width=64, seed=0, scale=0.15):
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=64, hidden_size=width, num_hidden_layers=layers, num_attention_heads=4, intermediate_size=4 * width,
        max_position_embeddings=64, initializer_range=scale,
    )
    return BertModel(config).eval()


def texts(rows, seed=0):
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice(WORDS, rng.integers(2, 20))) for _ in range(rows)]


def save_sentence_encoder(folder, normalise=False):
    """A folder as sentence-transformers saves it: BERT, mean pooling, and perhaps normalisation."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer import modules

    bert().save_pretrained(folder + "/bert")
    fast_tokenizer().save_pretrained(folder + "/bert")
    from sentence_transformers.base.modules import Transformer

    transformer = Transformer(folder + "/bert")
    stack = [transformer, modules.Pooling(64, "mean")]
    if normalise:
        stack.append(modules.Normalize())
    return SentenceTransformer(modules=stack, device="cpu")
