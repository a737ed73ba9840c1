# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""Falcon from Python: hard negatives for vision-language training.

The package holds the command line with its own Java runtime. `mine` and `audit` hand arrays or
tables to it and give them back; `verify` checks an output; `run` gives any command. PlanSampler,
TarSamples and StoreWriter feed training in PyTorch; they are the file falcon_plan.py, which can also
be copied alone.
"""

from ._command import FalconError, run
from ._functions import audit, mine, verify
from ._tables import write_store
from .falcon_plan import PlanSampler, StoreWriter, TarSamples

__all__ = [
    "FalconError",
    "PlanSampler",
    "StoreWriter",
    "TarSamples",
    "audit",
    "mine",
    "run",
    "verify",
    "write_store",
]
