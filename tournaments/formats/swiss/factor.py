"""Regular parts of a graph: the pairs that so many rounds together could use."""

import rustworkx as rx

from .matching import Matching, bits
from .schedule import Graph, mixed


def regular_part(graph: Graph, rounds: int, forced: Matching = (), salt: int = 0) -> Graph | None:
    """A part in which every node can be paired exactly `rounds` times, with the `forced` pairs in it.

    A schedule is such a part, so None proves that there is no schedule. `salt` chooses among
    several parts. Found by Tutte's reduction to a perfect matching: each possible pair has a port
    at both nodes, and the two ports are joined; each node has as many cores, joined to all its
    ports, as it has pairs to use, or to leave out if those are fewer.
    """
    size = len(graph.partners)
    bye = size - 1 if graph.byes else None
    wanted = [rounds] * size
    for node in (node for edge in forced for node in edge):
        wanted[node] -= 1
    ports: list[list[int]] = [[] for _ in range(size)]
    pairs: list[tuple[int, int]] = []
    for a in range(size):
        for b in bits(graph.partners[a] >> a << a):
            copies = min(rounds, graph.byes[a]) if b == bye else 1
            for _ in range(copies - ((a, b) in forced)):
                ports[a].append(2 * len(pairs))
                ports[b].append(2 * len(pairs) + 1)
                pairs.append((a, b))
    spare = [len(ports[node]) - wanted[node] for node in range(size)]
    if min(spare) < 0:
        return None
    leaves_out = sum(spare) < sum(wanted)
    used = _matched_ports(pairs, ports, spare if leaves_out else wanted, salt)
    if used is None:
        return None
    chosen = [*forced, *(pair for index, pair in enumerate(pairs) if (2 * index in used) != leaves_out)]
    partners = [0] * size
    byes = [0] * len(graph.byes)
    for a, b in chosen:
        partners[a] |= 1 << b
        partners[b] |= 1 << a
        if b == bye:
            byes[a] += 1
    return Graph(tuple(partners), tuple(byes))


def _matched_ports(
    pairs: list[tuple[int, int]], ports: list[list[int]], cores: list[int], salt: int
) -> set[int] | None:
    """The ports matched to a core if everything can be matched."""
    edges = [(2 * index, 2 * index + 1, mixed(a, b, salt)) for index, (a, b) in enumerate(pairs)]
    first_core = count = 2 * len(pairs)
    for node, number in enumerate(cores):
        for core in range(count, count + number):
            edges += [(port, core, 0) for port in ports[node]]
        count += number
    reduced: rx.PyGraph[None, int] = rx.PyGraph(multigraph=False)
    reduced.add_nodes_from([None] * count)
    reduced.add_edges_from(edges)
    found = rx.max_weight_matching(reduced, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < count:
        return None
    return {min(edge) for edge in found if max(edge) >= first_core}
