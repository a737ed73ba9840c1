"""Reference values of ClusteredReferenceTest and StudentTTest, written apart from the library: numpy and scipy.

Variances are sums over all couples of members that share a cluster, the likeliest shares come from
a general optimiser, and quantiles from scipy.
"""
import itertools
import numpy as np
from scipy import optimize, stats

Z = stats.norm.ppf(0.975)


def case(members, images, captions, rate, strata):
    """Members by a small congruential generator that the Java test repeats."""
    state = 12345
    rows = []
    def draw(n):
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return state // 65536 % n
    for _ in range(members):
        a, b = draw(images), draw(images)
        caption = b % captions
        rows.append((draw(strata), a, caption, tuple(sorted((a, b))), int(draw(100) < rate + 20 * (a % 3 == 0))))
    return rows


def variance(rows, e):
    keys = [[r[1] for r in rows], [r[2] for r in rows], [r[3] for r in rows]]
    total, single = 0.0, []
    for size in (1, 2, 3):
        for kinds in itertools.combinations(range(3), size):
            key = [tuple(keys[k][i] for k in kinds) for i in range(len(rows))]
            same = np.array([[x == y for y in key] for x in key])
            value = float(e @ same @ e)
            groups = len(set(key))
            total += (-1) ** (size + 1) * value * groups / (groups - 1)
            if size == 1:
                sums = [e[[k == g for k in key]].sum() for g in set(key)]
                single.append((value * groups / (groups - 1), groups, sum(s**4 for s in sums), value))
    largest = max(single)
    centred = largest[3] * (largest[1] - 1) / largest[1]
    freedom = max(1, min(largest[1] - 1, round(2 * centred**2 / largest[2])))
    return (total if total > 0 else largest[0]), freedom


def reference(rows, weights):
    s = np.array([r[0] for r in rows]); y = np.array([r[4] for r in rows], float)
    w = np.array(weights, float)[s]; w = w / w.sum()
    p = float(w @ y)
    used = sorted(set(s.tolist()))
    n = np.array([(s == h).sum() for h in used]); x = np.array([y[s == h].sum() for h in used])
    part = np.array([w[s == h].sum() for h in used])
    share = (x + 2 * p) / (n + 2) if len(used) > 1 else np.array([p])
    plug = float((part**2 * share * (1 - share) / n).sum())
    m = len(rows)
    def kish(kinds):
        key = [tuple(r[k] for k in kinds) for r in rows]
        return sum(w[[k == g for k in key]].sum() ** 2 for g in set(key)) / (w**2).sum()
    assumed = max(kish((1, 2, 3)), 1 + 0.1 * (max(kish((k,)) for k in (1, 2, 3)) - 1))
    rare = min(y.sum(), m - y.sum())
    if rare == 0:
        effect = assumed
    else:
        v, freedom = variance(rows, w * (y - np.array([share[used.index(h)] for h in s])))
        seen = max(1, v / (plug * m / (m - 1)))
        effect = max(seen, (rare**2 * seen + 4 * assumed) / (rare**2 + 4))
        effect *= (1 + (stats.t.ppf(0.975, freedom) / Z - 1) * (1 - 1 / effect)) ** 2
    def likeliest(whole):
        if len(used) == 1:
            return np.array([whole])
        def minus(q):
            return -(x * np.log(q) + (n - x) * np.log(1 - q)).sum()
        best = optimize.minimize(
            minus, np.full(len(used), whole), method="SLSQP", bounds=[(1e-12, 1 - 1e-12)] * len(used),
            constraints={"type": "eq", "fun": lambda q: part @ q - whole},
            options={"ftol": 1e-15, "maxiter": 1000})
        return best.x
    def beyond(whole):
        q = likeliest(whole)
        return (p - whole) ** 2 - Z**2 * effect * (part**2 * q * (1 - q) / n).sum()
    low = 0.0 if p == 0 else optimize.brentq(beyond, 1e-9, p - 1e-9)
    high = 1.0 if p == 1 else optimize.brentq(beyond, p + 1e-9, 1 - 1e-9)
    count = (p * (1 - p) / plug if 0 < p < 1 else 1 / (part**2 / n).sum()) / effect
    return p, low, high, count


if __name__ == "__main__":
    for members, images, captions, rate, weights in (
        (40, 9, 5, 30, [1]), (40, 9, 5, 2, [1]), (120, 30, 30, 3, [1, 6, 20]), (60, 12, 8, 50, [3, 1, 10]),
        (25, 6, 4, -40, [1, 4]),
    ):
        rows = case(members, images, captions, rate, len(weights))
        p, low, high, count = reference(rows, weights)
        print(f'  "{members}, {images}, {captions}, {rate}, {"/".join(map(str, weights))}, {p:.10f}, {low:.6f}, {high:.6f}, {count:.6f}",')
    print([f"{stats.t.ppf(.975, d):.12f}" for d in (1, 2, 3, 7, 19, 99, 200, 201, 1000)])
