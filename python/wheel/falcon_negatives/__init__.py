# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Falcon from Python: hard negatives for vision-language models and text embedders.

The package holds the command line with its own Java runtime. `lists` mines a dataset of texts as
sentence-transformers' mine_hard_negatives does; `mine` and `audit` hand arrays or tables to the
command line and give them back; `verify` checks an output; `run` gives any command. What a command
warns of arrives as FalconWarning. PlanSampler, TarSamples and StoreWriter feed training in PyTorch;
they are the file falcon_plan.py, which can also be copied alone.
"""

from ._command import FalconError, FalconWarning, run, version
from ._functions import Mined, audit, mine, verify
from ._lists import lists
from ._tables import write_store
from .falcon_plan import PlanSampler, StoreWriter, TarSamples

__version__ = version() or "0"

__all__ = [
    "FalconError",
    "FalconWarning",
    "Mined",
    "PlanSampler",
    "StoreWriter",
    "TarSamples",
    "audit",
    "lists",
    "mine",
    "run",
    "verify",
    "write_store",
]
