# Copyright: the authors of Falcon. Licence: Apache-2.0.
"""One epoch of open_clip on a batch plan, then the vectors to mine the next plan from.

    python train_open_clip.py --tars 'tars/*.tar' --plan plan-0.parquet \
        --checkpoint run.pt --vectors vectors-1

On several GPUs the same with `torchrun --nproc-per-node 8` before it. An interrupted epoch resumes
after its last saved step when the same command is given again. Prints the loss every --log-every
steps.

Of samples with several captions, every caption is a row of its own, in the plan and in the vectors:
a step sees an image with one of its captions.
"""

import argparse
import io
import math
import os

import open_clip
import torch
import torch.distributed as dist
from PIL import Image

from falcon_plan import PlanSampler, StoreWriter, TarSamples, image_id

IMAGES = ("jpg", "jpeg", "png", "webp")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tars", required=True)
    parser.add_argument("--plan", required=True)
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--vectors", required=True)
    parser.add_argument("--model", default="ViT-B-32")
    parser.add_argument("--pretrained", default=None)
    parser.add_argument("--lr", type=float, default=1e-5)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--save-every", type=int, default=500, help="steps")
    parser.add_argument("--log-every", type=int, default=100, help="steps")
    return parser.parse_args()


def main():
    args = arguments()
    rank, world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
    cuda = torch.cuda.is_available()
    device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0))) if cuda else torch.device("cpu")
    if world > 1:
        dist.init_process_group("nccl" if cuda else "gloo")
    model, _, preprocess = open_clip.create_model_and_transforms(args.model, args.pretrained)
    tokenizer = open_clip.get_tokenizer(args.model)
    model = model.to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    state = {"plan": None, "steps": 0}
    if os.path.exists(args.checkpoint):
        saved = torch.load(args.checkpoint, map_location=device)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        state = saved["state"]
    if state["plan"] != args.plan:
        state = {"plan": args.plan, "steps": 0}

    def decode(sample):
        suffix = next(s for s in IMAGES if s in sample)
        image = preprocess(Image.open(io.BytesIO(sample[suffix])).convert("RGB"))
        caption = sample["txt"].decode("utf-8")
        return sample["__key__"], image, tokenizer(caption)[0], caption, image_id(sample)

    samples = TarSamples(args.tars, decode, captions="each")
    sampler = PlanSampler(args.plan, rank, world, split="samples")
    steps = len(sampler)
    sampler.set_epoch(0, steps_done=state["steps"])
    loader = torch.utils.data.DataLoader(samples, batch_sampler=sampler, num_workers=args.workers)
    parallel = torch.nn.parallel.DistributedDataParallel(model) if world > 1 else model
    loss = open_clip.ClipLoss(local_loss=True, gather_with_grad=True, rank=rank, world_size=world)
    model.train()
    for _, images, texts, _, _ in loader:
        image_features, text_features, scale = parallel(images.to(device), texts.to(device))[:3]
        value = loss(image_features, text_features, scale)
        optimizer.zero_grad()
        value.backward()
        optimizer.step()
        with torch.no_grad():
            model.logit_scale.clamp_(0, math.log(100))  # as open_clip's own training does
        state["steps"] += 1
        if rank == 0 and (state["steps"] % args.log_every == 0 or state["steps"] == steps):
            print(f"step {state['steps']} of {steps}, loss {value.item():.4f}", flush=True)
        if state["steps"] % args.save_every == 0 and rank == 0:
            save(args.checkpoint, model, optimizer, state)
    if rank == 0:
        save(args.checkpoint, model, optimizer, state)
    if StoreWriter.whole(args.vectors, rank):
        print(f"{args.vectors}: rank {rank} has written its vectors before", flush=True)
    else:
        write_vectors(args, model, samples, rank, world, device)
    if world > 1:
        dist.destroy_process_group()


def save(path, model, optimizer, state):
    saved = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "state": state}
    torch.save(saved, path + ".partial")
    os.replace(path + ".partial", path)


@torch.no_grad()
def write_vectors(args, model, samples, rank, world, device):
    """Every row once, each rank its share: also those that filled no batch of the plan."""
    model.eval()
    loader = torch.utils.data.DataLoader(
        samples, batch_size=256, sampler=range(rank, len(samples), world), num_workers=args.workers
    )
    with StoreWriter(args.vectors, rank) as store:
        for keys, images, texts, captions, image_ids in loader:
            image_vectors = model.encode_image(images.to(device))
            text_vectors = model.encode_text(texts.to(device))
            store.add(keys, image_vectors, text_vectors, captions, image_ids)


if __name__ == "__main__":
    main()
