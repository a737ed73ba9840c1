"""Draws the pictures of README.md and docs/explanation. From the folder of the source tree:

    python3 docs/figures/make.py measure      runs falcon mine on Scenes, writes policies.tsv
    python3 docs/figures/make.py              draws the SVG files from policies.tsv, from captions.tsv,
                                              which suspicion_benchmark.py of benchmarks prints, and from
                                              scenes.tsv, training.tsv, losses.tsv and
                                              photographs.tsv, which repeat tables of does-it-work.md and
                                              does-it-work-tables.md, lists.tsv, which list_rules.py
                                              of benchmarks prints, and speed.tsv, which repeats those
                                              of performance.md; from recall-seeds.tsv, which
                                              recall_seeds.py of benchmarks prints; and readers-map.svg from the tables of
                                              readers-map.md
    python3 docs/figures/make.py mined WHERE  takes what MiningBenchmark printed from standard input into
                                              speed.tsv, and draws
"""

import json
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "policies.tsv")
POLICIES = ["0.9", "0.99", "1", "falcon+"]
STYLE = """<style>
text { font: 14px sans-serif; fill: #333 } .small { font-size: 12px } .title { font-weight: bold }
.line { stroke: #888; fill: none } .fixed { fill: #7a7a7a } .best { fill: #0b6bcb }
.false { fill: #c8442a } .true { fill: #6b9a5b } .back { fill: #fff }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .back { fill: #16181c } .fixed { fill: #a8a8a8 } .best { fill: #5aa9ff }
  .false { fill: #f0806a } .true { fill: #8fc37c } }
</style>"""


def measure():
    falcon = os.environ.get("FALCON", os.path.join(HERE, "..", "..", "falcon"))
    with tempfile.TemporaryDirectory() as folder, open(TABLE, "w", buffering=1) as table:
        table.write("policy\tsimilarity\tfalse\tlow\thigh\n")
        for policy in POLICIES:
            plan = f"{folder}/{policy}.parquet"
            text = subprocess.run(
                [falcon, "mine", "--quiet", "--quantiles", policy, "--out", plan],
                check=True, capture_output=True, text=True,
            ).stdout
            with open(plan + ".json") as companion:
                mean = f"{json.load(companion)['summary']['negative']['mean']:.4f}"
            row = re.search(r"this plan +(\S+) % +\[(\S+), (\S+)\]", text)
            table.write("\t".join([policy, mean, *row.groups()]) + "\n")


def shares(table):
    with open(os.path.join(HERE, table)) as rows:
        lines = [line.rstrip("\n").split("\t") for line in rows][1:]
    return [(name, *map(float, numbers)) for name, *numbers in lines]


def result():
    svg = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 360" role="img" aria-label='
        '"False negatives among the chosen negatives against their similarity, by policy, on Scenes and on real captions">',
        STYLE,
        '<rect class="back" width="900" height="360"/>',
        '<text class="title" x="20" y="26">How many of the chosen negatives are false</text>',
    ]
    svg += panel("Scenes: generated pictures and captions", shares("policies.tsv"), 60, 430, (0.5, 1.35), 35, 10)
    svg += panel("multi30k: real captions, all-MiniLM-L6-v2", shares("captions.tsv"), 520, 880, (0.5, 0.88), 10, 5)
    svg.append(
        '<text class="small" x="450" y="345" text-anchor="middle">'
        "harder → mean similarity of a sample and the negative chosen for it</text></svg>"
    )
    save("result.svg", svg)


def panel(title, points, left, right, ends, highest, step):
    """Shares in percent against similarity: fixed quantiles as a line, other policies as points."""
    top, bottom = 75, 310

    def x(similarity):
        return left + (similarity - ends[0]) / (ends[1] - ends[0]) * (right - left)

    def y(share):
        return bottom - share / highest * (bottom - top)

    svg = [f'<text class="small" x="{left}" y="54">{title}</text>']
    for share in range(0, highest + 1, step):
        svg.append(f'<path class="line" stroke-opacity=".35" d="M{left} {y(share):.1f}H{right}"/>')
        svg.append(f'<text class="small" x="{left - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share} %</text>')
    path = " ".join(f"{x(s):.1f},{y(f):.1f}" for name, s, f, *_ in points if is_quantile(name))
    svg.append(f'<polyline class="line" points="{path}"/>')
    below = 0
    for name, similarity, share, low, high in points:
        fixed = is_quantile(name)
        at, height = x(similarity), y(share)
        svg.append(f'<path class="line" d="M{at:.1f} {y(low):.1f}V{y(high):.1f}"/>')
        svg.append(f'<circle class="{"fixed" if fixed else "best"}" cx="{at:.1f}" cy="{height:.1f}" r="5"/>')
        if fixed:
            svg.append(f'<text class="small" x="{at - 9:.1f}" y="{height - 6:.1f}" text-anchor="end">q = {name}</text>')
        else:
            svg.append(
                f'<text class="small{" title" if name == "falcon+" else ""}" x="{at + 12:.1f}" '
                f'y="{height + 5 + 5 * below:.1f}">{name}</text>'
            )
            below += 1
    return svg


def is_quantile(policy):
    return policy[0].isdigit()


def idea():
    svg = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 230" role="img" aria-label='
        '"Candidates for one caption by similarity: easy, hard, and false negatives among the hardest">',
        STYLE,
        '<rect class="back" width="640" height="230"/>',
        '<text class="title" x="20" y="28">Whose picture should “a red circle left of a square” be told from?</text>',
        '<path class="line" d="M40 130H600M592 125l8 5l-8 5"/>',
        '<text class="small" x="40" y="155">less similar</text>',
        '<text class="small" x="600" y="155" text-anchor="end">more similar</text>',
    ]
    places = [50, 74, 92, 118, 150, 171, 205, 240, 262, 301, 330, 362, 395, 421, 450, 472, 500, 521, 548, 572]
    matches = {521, 548, 572}
    for place in places:
        kind = "false" if place in matches else "true"
        svg.append(f'<circle class="{kind}" cx="{place}" cy="130" r="7"/>')
    for begin, end, line in (
        (42, 312, "uniform: mostly easy"),
        (330, 508, "wanted: hard, and wrong"),
        (513, 584, "hardest: often false"),
    ):
        svg.append(f'<path class="line" d="M{begin} 105v-8H{end}v8"/>')
        svg.append(f'<text class="small" x="{(begin + end) / 2}" y="86" text-anchor="middle">{line}</text>')
    svg += [
        '<circle class="true" cx="48" cy="190" r="7"/><text class="small" x="62" y="194">the caption is not true of it: a negative</text>',
        '<circle class="false" cx="48" cy="214" r="7"/><text class="small" x="62" y="218">the caption is true of it, too: a false negative, which training would push away</text>',
        "</svg>",
    ]
    save("idea.svg", svg)


# Student's t at 95 % for so many seeds.
STUDENT = {3: 4.303, 5: 2.776, 10: 2.262}


def intervals(name, title, rows, low, high, step, is_best):
    """A row each of (name, value, half of its 95 % interval), drawn between two values."""
    left, right, pitch = 30 + 7 * max(len(label) for label, *_ in rows), 600, 18
    height = 70 + pitch * len(rows)

    def x(value):
        return left + (min(max(value, low), high) - low) / (high - low) * (right - left)

    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" role="img" aria-label='
        f'"{title}, with 95 % intervals">',
        STYLE,
        f'<rect class="back" width="640" height="{height}"/>',
        f'<text class="title" x="20" y="26">{title}</text>',
    ]
    for value in range(low, high + 1, step):
        opacity = "1" if low < 0 and value == 0 else ".3"
        svg.append(f'<path class="line" stroke-opacity="{opacity}" d="M{x(value):.1f} 40V{height - 28}"/>')
        label = f"{value:+d}" if low < 0 and value else value
        svg.append(f'<text class="small" x="{x(value):.1f}" y="{height - 10}" text-anchor="middle">{label}</text>')
    for number, (label, value, half) in enumerate(rows):
        y = 50 + pitch * number
        kind = "best" if is_best(label) else "fixed"
        svg.append(f'<path class="line" d="M{x(value - half):.1f} {y}H{x(value + half):.1f}"/>')
        svg.append(f'<circle class="{kind}" cx="{x(value):.1f}" cy="{y}" r="4"/>')
        svg.append(f'<text class="small" x="{left - 14}" y="{y + 4}" text-anchor="end">{label}</text>')
    svg.append("</svg>")
    save(name, svg)


def rows_of(table):
    with open(os.path.join(HERE, table)) as file:
        return [line.rstrip("\n").split("\t") for line in file][1:]


def recall():
    """The mean of the four true R@1 of every policy."""
    rows = sorted(rows_of("scenes.tsv"), key=lambda row: float(row[2]))
    intervals(
        "recall.svg",
        "True R@1, mean of both directions, by contrast and re-ranked",
        [
            (f"{name} ({seeds})", float(mean), STUDENT[int(seeds)] * float(deviation) / int(seeds) ** 0.5)
            for name, seeds, mean, deviation, _ in rows
        ],
        66, 84, 3,
        lambda label: label.startswith("falcon+"),
    )


def losses():
    """What a loss changes, less falcon+ with the plain ones, seed by seed."""
    rows = sorted(rows_of("losses.tsv"), key=lambda row: float(row[2]))
    intervals(
        "losses.svg",
        "Mean of the four true R@1, less falcon+ with the plain losses",
        [(f"{name} ({seeds})", float(value), float(half)) for name, seeds, value, half in rows],
        -15, 6, 3,
        lambda label: "falcon+" in label,
    )


def photographs():
    """What a policy changes on photographs, by contrast, seed by seed."""
    intervals(
        "photographs.svg",
        "True R@1 by contrast on photographs, less uniform batches",
        [
            (f"{where}: {name} ({seeds})", float(value), float(half))
            for where, name, seeds, value, half in rows_of("photographs.tsv")
        ],
        -12, 6, 3,
        lambda label: "falcon+" in label,
    )


def training():
    """Lines over training, one a quantile: how many of matching's negatives are false."""
    with open(os.path.join(HERE, "training.tsv")) as table:
        head, *rows = [line.rstrip("\n").split("\t") for line in table]
    left, right, top, bottom = 70, 520, 50, 250

    def x(steps):
        return left + (steps - 300) / 600 * (right - left)

    def y(share):
        return bottom - share / 30 * (bottom - top)

    svg = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 310" role="img" aria-label='
        '"Share of matching\'s negatives that are false, by quantile, after 300, 600 and 900 steps">',
        STYLE,
        '<rect class="back" width="640" height="310"/>',
        '<text class="title" x="20" y="26">Matching\'s negatives that are false, by the quantile of their batch</text>',
    ]
    for share in (0, 10, 20, 30):
        svg.append(f'<path class="line" stroke-opacity=".35" d="M{left} {y(share):.1f}H{right}"/>')
        svg.append(f'<text class="small" x="{left - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share} %</text>')
    for row in rows:
        svg.append(f'<text class="small" x="{x(int(row[0])):.1f}" y="272" text-anchor="middle">{row[0]} steps</text>')
    shifts = {"0.5": 8, "0.9": 0}
    for column, quantile in enumerate(head[1:], 1):
        points = [(x(int(row[0])), y(float(row[column]))) for row in rows]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        kind = "false" if quantile == "1" else "fixed"
        svg.append(f'<polyline class="line" points="{path}"/>')
        svg += [f'<circle class="{kind}" cx="{a:.1f}" cy="{b:.1f}" r="4"/>' for a, b in points]
        end = points[-1]
        svg.append(f'<text class="small" x="{end[0] + 12:.1f}" y="{end[1] + 4 + shifts.get(quantile, 0):.1f}">q = {quantile}</text>')
    svg.append("</svg>")
    save("training.svg", svg)


def lists():
    """For each data set, a curve per rule: the share of false negatives, on a logarithmic scale, against the mean cosine."""
    rows = rows_of("lists.tsv")
    kinds = {"ranks from N": "fixed", "relative margin": "false", "second witness": "best", "second witness, ranks from 5": "true"}
    names = list(dict.fromkeys(row[0] for row in rows))
    left, width, top, bottom, gap = 60, 240, 90, 330, 50

    def y(share):
        return bottom - (math.log10(max(share, 0.02)) - math.log10(0.02)) / 3.1 * (bottom - top)

    whole = left + len(names) * (width + gap)
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} 390" role="img" aria-label='
        '"Share of the listed negatives that are false against their mean cosine, for each rule">',
        STYLE,
        f'<rect class="back" width="{whole}" height="390"/>',
        '<text class="title" x="20" y="26">Listed negatives that are false, by rule: lower is better at the same hardness</text>',
    ]
    for number, (rule, kind) in enumerate(kinds.items()):
        svg.append(f'<circle class="{kind}" cx="{26 + 180 * number}" cy="48" r="5"/>')
        svg.append(f'<text class="small" x="{38 + 180 * number}" y="52">{rule}</text>')
    for panel, name in enumerate(names):
        start = left + panel * (width + gap)
        points = [(row[1], row[2], float(row[3]), float(row[4])) for row in rows if row[0] == name]
        low, high = min(p[2] for p in points) - 0.02, max(p[2] for p in points) + 0.02
        svg.append(f'<text class="small title" x="{start}" y="80">{name}</text>')
        for share in (0.1, 1, 10):
            svg.append(f'<path class="line" stroke-opacity=".35" d="M{start} {y(share):.1f}h{width}"/>')
            svg.append(f'<text class="small" x="{start - 6}" y="{y(share) + 4:.1f}" text-anchor="end">{share:g} %</text>')
        for value in (low + 0.02, high - 0.02):
            at = start + (value - low) / (high - low) * width
            svg.append(f'<text class="small" x="{at:.1f}" y="352" text-anchor="middle">{value:.2f}</text>')
        svg.append(f'<text class="small" x="{start + width / 2}" y="374" text-anchor="middle">mean cosine: harder →</text>')
        for rule, kind in kinds.items():
            curve = [
                (start + (cosine - low) / (high - low) * width, y(share), setting)
                for own, setting, cosine, share in points if own == rule
            ]
            if curve:
                path = " ".join(f"{a:.1f},{b:.1f}" for a, b, _ in curve)
                svg.append(f'<polyline class="line" points="{path}"/>')
            svg += [
                f'<circle class="{kind}" cx="{a:.1f}" cy="{b:.1f}" r="4"><title>{rule}: {setting}</title></circle>'
                for a, b, setting in curve
            ]
    save("lists.svg", [*svg, "</svg>"])


SPEED = os.path.join(HERE, "speed.tsv")


def mined(where):
    """Replaces or adds a row of speed.tsv for each pair of lines that MiningBenchmark has printed."""
    with open(SPEED) as table:
        head, *rows = [line.rstrip("\n").split("\t") for line in table]
    printed = sys.stdin.read()
    pattern = r"\|M\|=(\d+),[^\n]* (dense|compact), (\S+)\nhalf product (\S+) s [^\n]*mined whole (\S+) s"
    for size, form, policy, floor, whole in re.findall(pattern, printed):
        name = f"One search space, {int(size):,} rows, {policy}" + (", compact" if form == "compact" else "")
        rows = [row for row in rows if (row[0], row[-1]) != (name, where)]
        rows.append([name, "s", f"{float(whole):.3g}", "", "", f"{float(floor):.3g}", "half product", where])
    with open(SPEED, "w") as table:
        table.writelines("\t".join(row) + "\n" for row in [head, *rows])


def speed():
    """Bars of time: Falcon's, its peer's where one was measured, and the floor's; each figure its own scale."""
    with open(SPEED) as table:
        rows = [line.rstrip("\n").split("\t") for line in table][1:]
    left, right = 20, 380
    y = 52
    svg = []
    for what, unit, own, peer, peer_name, floor, floor_name, where in rows:
        svg.append(f'<text class="small title" x="{left}" y="{y}">{what}</text>')
        svg.append(f'<text class="small" x="620" y="{y}" text-anchor="end">{where}</text>')
        bars = [("best", own, "Falcon"), ("false", peer, peer_name), ("fixed", floor, f"floor: {floor_name}")]
        bars = [bar for bar in bars if bar[1]]
        longest = max(float(value) for _, value, _ in bars)
        for kind, value, name in bars:
            y += 17
            width = float(value) / longest * (right - left)
            svg.append(f'<rect class="{kind}" x="{left}" y="{y - 10}" width="{width:.1f}" height="11"/>')
            svg.append(f'<text class="small" x="{left + width + 6:.1f}" y="{y}">{value} {unit} {name}</text>')
        y += 30
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {y - 10}" role="img" aria-label='
        '"Time that Falcon takes beside its peers and its floors">',
        STYLE,
        f'<rect class="back" width="640" height="{y - 10}"/>',
        '<text class="title" x="20" y="26">Time: shorter is better; every figure has a scale of its own</text>',
        *svg,
        "</svg>",
    ]
    save("speed.svg", svg)


def recall_halves():
    """A drawing: what the queries of a sample are for."""
    svg = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 220" role="img" aria-label='
        '"Queries are drawn and searched exactly; one half chooses, the other measures">',
        STYLE,
        '<rect class="back" width="640" height="220"/>',
        '<text class="title" x="20" y="26">What the sampled queries are for</text>',
    ]
    for number in range(24):
        y = 56 + number % 6 * 22
        x = 34 + number // 6 * 22
        svg.append(f'<circle class="{"best" if number % 2 else "fixed"}" cx="{x}" cy="{y}" r="6"/>')
    svg += [
        '<text class="small" x="20" y="200">the sample, searched exactly</text>',
        '<path class="line" d="M130 85H200"/>', '<path class="line" d="M130 145H200"/>',
        '<circle class="fixed" cx="216" cy="85" r="6"/>', '<circle class="best" cx="216" cy="145" r="6"/>',
        '<text x="232" y="82">choose the fewest clusters whose recall,</text>',
        '<text x="232" y="100">at the low end of its interval, reaches R</text>',
        '<text x="232" y="142">measure the recall with that number:</text>',
        '<text x="232" y="160">of the candidates, and of the lists</text>',
        "</svg>",
    ]
    save("recall-halves.svg", svg)


def recall_seeds():
    """The interval of each seed, and the true recall."""
    rows = [(seed, *map(float, numbers)) for seed, *numbers in rows_of("recall-seeds.tsv")]
    low, high = 0.89, 0.93
    left, right, pitch = 70, 600, 16
    height = 76 + pitch * len(rows)

    def x(value):
        return left + (min(max(value, low), high) - low) / (high - low) * (right - left)

    title = "Recall by seed: measured with its 95 % interval, and true"
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" role="img" aria-label="{title}">',
        STYLE,
        f'<rect class="back" width="640" height="{height}"/>',
        f'<text class="title" x="20" y="26">{title}</text>',
    ]
    for hundredths in range(round(100 * low), round(100 * high) + 1):
        at = x(hundredths / 100)
        opacity = "1" if hundredths == 90 else ".3"
        svg.append(f'<path class="line" stroke-opacity="{opacity}" d="M{at:.1f} 40V{height - 28}"/>')
        svg.append(f'<text class="small" x="{at:.1f}" y="{height - 10}" text-anchor="middle">{hundredths / 100:.2f}</text>')
    for number, (seed, measured, least, most, true) in enumerate(rows):
        y = 52 + pitch * number
        svg.append(f'<path class="line" d="M{x(least):.1f} {y}H{x(most):.1f}"/>')
        svg.append(f'<circle class="best" cx="{x(measured):.1f}" cy="{y}" r="4"/>')
        svg.append(f'<path class="line" stroke-width="2" d="M{x(true):.1f} {y - 6}V{y + 6}"/>')
        svg.append(f'<text class="small" x="{left - 20}" y="{y + 4}" text-anchor="end">{seed}</text>')
    svg.append("</svg>")
    save("recall-seeds.svg", svg)


def readers_map():
    """The tables of readers-map.md: a row of ten boxes for each command, coloured by module."""
    with open(os.path.join(HERE, "..", "explanation", "readers-map.md")) as page:
        text = page.read()
    modules = ["cli", "data", "kernels", "onnx", "mining", "eval", "training"]
    box, gap, top = 146, 10, 76
    svg, y = [], top
    for command, table in re.findall(r"^## (.*?)$(.*?)(?=^## |\Z)", text, re.M | re.S):
        svg.append(f'<text class="title" x="20" y="{y}">{command}</text>')
        names = re.findall(r"^\| (\d+) \| `(\w+)` \| `([\w.]+)` \|", table, re.M)
        for number, name, package in names:
            at = int(number) - 1
            x = 20 + (at % 5) * (box + gap)
            line = y + 12 + (at // 5) * 44
            kind = f"m{modules.index(package.split('.')[0])}"
            svg.append(f'<rect class="{kind}" x="{x}" y="{line}" width="{box}" height="32" rx="4"/>')
            svg.append(
                f'<text class="small" x="{x + box / 2:g}" y="{line + 20}" text-anchor="middle">{name}</text>')
            if at % 5 < 4:
                svg.append(f'<path class="line" d="M{x + box} {line + 16}h{gap}m-4 -3l4 3l-4 3"/>')
        svg.append(
            f'<path class="line" d="M{20 + 4.5 * box + 4 * gap:g} {y + 44}v6H{20 + box / 2:g}v6m-3 -4l3 4l3 -4"/>')
        y += 132
    key = []
    for number, module in enumerate(modules):
        key.append(f'<rect class="m{number}" x="{20 + number * 100}" y="36" width="14" height="14" rx="2"/>')
        key.append(f'<text class="small" x="{40 + number * 100}" y="47">{module}</text>')
    width = 40 + 5 * box + 4 * gap
    save("readers-map.svg", [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y - 20}" role="img" aria-label='
        '"Nine commands, each as a row of ten classes in the order in which data pass them">',
        STYLE,
        "<style>.m0{fill:#e3e3e3}.m1{fill:#f6e3b5}.m2{fill:#dcd6c4}.m3{fill:#cfe8cf}.m4{fill:#c9def5}.m5{fill:#e7d3ee}"
        ".m6{fill:#f7d2c9}@media (prefers-color-scheme:dark){.m0{fill:#3c3f44}.m1{fill:#5c4a17}.m2{fill:#4b4636}"
        ".m3{fill:#254b2a}.m4{fill:#1d4068}.m5{fill:#4a2f57}.m6{fill:#66301f}}</style>",
        f'<rect class="back" width="{width}" height="{y - 20}"/>',
        '<text class="title" x="20" y="24">The path of the data through each command, by module</text>',
        *key, *svg, "</svg>",
    ])


def save(name, lines):
    with open(os.path.join(HERE, name), "w") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["measure"]:
        measure()
    if sys.argv[1:2] == ["mined"]:
        mined(sys.argv[2])
    result()
    idea()
    recall()
    losses()
    photographs()
    training()
    lists()
    speed()
    recall_halves()
    recall_seeds()
    readers_map()
