"""Which golden records there are: what each of them shows, and how to find it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.cards import KINGS
from engine.result import ResultLine
from engine.rules import RULE_SETS, Contract, RuleSet, rule_set
from engine.scoring import Score
from engine.scoring.written import GOALS
from engine.state import HandState
from tests.engine.steering import Plan, Wanted

Plans = Iterator[tuple[str, Plan]]


def has(*wanted: Wanted) -> Wanted:
    """All of these."""
    return lambda state, line, score: all(want(state, line, score) for want in wanted)


def game(*, won: bool) -> Wanted:
    """The game itself is won or lost, and paid as such."""

    def check(state: HandState, line: ResultLine, score: Score) -> bool:
        return score.lines[0].item == "game" and score.lines[0].won == won

    return check


def alone(wanted: bool) -> Wanted:
    return lambda state, line, score: (line.partner < 0) == wanted


def bonus(*, stage: str, won: bool = True, item: str = "", doubled: int = 0) -> Wanted:
    """A bonus that is paid: silent, or announced (post, pre)."""

    def check(state: HandState, line: ResultLine, score: Score) -> bool:
        paid = [one for one in score.lines if one.stage == stage and one.won == won]
        steps = {b.item: b.kontra for b in line.bonuses}
        return any(item in ("", one.item) and steps.get(one.item, 0) >= doubled for one in paid)

    return check


def doubled(steps: int) -> Wanted:
    """A kontra of the game that holds, with so many steps."""
    return lambda state, line, score: steps in line.kontra.values()


def void_kontra(state: HandState, line: ResultLine, score: Score) -> bool:
    """Somebody doubled the game, and it does not count."""
    return any(step.target == "game" for step in state.talk.doublings) and not line.kontra


def was_given_up(state: HandState, line: ResultLine, score: Score) -> bool:
    return bool(line.conceded)


def is_unnamed(state: HandState, line: ResultLine, score: Score) -> bool:
    """The fourth king was called without its name."""
    return state.is_call_unnamed


def calls_no_king(state: HandState, line: ResultLine, score: Score) -> bool:
    return not KINGS >> state.called & 1


def is_redealt(state: HandState, line: ResultLine, score: Score) -> bool:
    return state.is_redeal


def doubled_in(stage: str, steps: int) -> Wanted:
    """So many doublings of the game, in this stage."""
    return lambda state, line, score: line.game_stage == stage and line.kontra.get("game") == steps


# --- Königrufen ----------------------------------------------------------------------------------


def positive(rules: RuleSet, contract: Contract) -> Plans:
    """Won and lost, alone or with a partner, with what else the preset has."""
    base = Plan(rules.key, contract.code, alone(True), king="hand")
    cards = "suit" if contract.kind == "suit" else "strong"
    sides = [(False, "hand"), (True, "talon")] if contract.partner == "called" else [(True, "any")]
    items = tuple(item for item in contract.bonuses if item != "valat")
    for is_alone, king in sides:
        side = ("-alone" if is_alone else "-partner") if contract.partner == "called" else ""
        for won in (True, False):
            plan = replace(
                base,
                cards=cards if won else "weak" if contract.kind != "suit" else "suit",
                effort="declarer" if won else "defence",
                king=king,
                wanted=has(game(won=won), alone(is_alone)),
            )
            yield f"{contract.code}{side}-{'won' if won else 'lost'}", plan
    if not items:
        return
    any_cards = replace(base, cards=cards, king="hand")
    yield f"{contract.code}-silent", replace(any_cards, wanted=bonus(stage="silent"))
    said = {"declarer": items, "defence": ("trull", "four_kings")}
    for won in (True, False):
        name = f"{contract.code}-announced-{'made' if won else 'failed'}"
        effort = "declarer" if won else "any"
        plan = replace(any_cards, announce=said, effort=effort)
        yield name, replace(plan, wanted=bonus(stage="post", won=won))
    if rules.kontra.max_factor > 1:
        plan = replace(any_cards, kontra={"game": 1}, wanted=doubled(1))
        yield f"{contract.code}-kontra", plan


def negative(rules: RuleSet, contract: Contract) -> Plans:
    """Exactly the goal, or not; with kontra of single opponents."""
    base = Plan(rules.key, contract.code, alone(True), cards="low", effort="defence")
    for won in (True, False):
        plan = replace(base, wanted=game(won=won), effort="defence" if won else "any")
        yield f"{contract.code}-{'won' if won else 'lost'}", plan
    if contract.goal_tricks:
        few = has(game(won=False), lambda state, line, score: line.tricks == 0)
        yield f"{contract.code}-too-few", replace(base, wanted=few)
    if rules.kontra.max_factor > 1:
        one = {f"game@{seat}": seat for seat in range(4)}
        wanted = has(doubled(1), doubled(2))
        yield f"{contract.code}-kontra", replace(base, kontra=one, wanted=wanted, effort="any")


def everybody(rules: RuleSet, contract: Contract) -> Plans:
    """Trischaken: forehand on top or not, a mayor, somebody without a trick."""
    base = Plan(rules.key, contract.code, alone(True))

    def on_top(state: HandState, score: Score) -> bool:
        return score.seat_thirds[state.forehand] == max(score.seat_thirds)

    cases: dict[str, Wanted] = {
        "other-loses": lambda state, line, score: not on_top(state, score),
        "forehand-loses": lambda state, line, score: on_top(state, score),
        "mayor": lambda state, line, score: max(score.seat_thirds) >= 107,
        "no-trick": lambda state, line, score: 0 in score.seat_thirds,
    }
    for name, wanted in cases.items():
        cards = "strong" if name in ("forehand-loses", "mayor") else "low"
        yield f"{contract.code}-{name}", replace(base, wanted=wanted, cards=cards)


def rare(rules: RuleSet) -> Plans:
    """Every bonus in every way, Valat, concessions, the fourth king, kontras to the end."""
    codes = [contract.code for contract in rules.contracts]
    alone_in = Plan(rules.key, "DR", alone(True), cards="birds", effort="declarer")
    for item in rules.bonuses:
        code = "RU" if item == "king_ultimo" else "DR"
        plan = replace(alone_in, code=code, king="hand")
        silent = replace(plan, wanted=bonus(stage="silent", item=item))
        yield f"{item}-silent", silent
        for won in (True, False):
            said = replace(plan, announce={"declarer": (item,)})
            said = said if won else replace(said, effort="any")
            kontra = {item: 1} if rules.kontra.max_factor > 1 else {}
            wanted = bonus(stage="post", item=item, won=won, doubled=len(kontra))
            name = f"{item}-announced-{'made' if won else 'failed'}"
            yield name, replace(said, kontra=kontra, wanted=wanted)
    if rules.valat.mode != "none":
        yield from valat(rules)
    if rules.talon.concede_if_called_in_talon:
        for contract in rules.contracts:
            if contract.partner == "called" and contract.talon == "half":
                conceded = replace(alone_in, code=contract.code, king="talon", concede=True)
                yield f"{contract.code}-conceded", replace(conceded, wanted=was_given_up)
    if rules.calling.anonymous_fourth:
        yield "RU-fourth-king", replace(alone_in, code="RU", unnamed=True, wanted=is_unnamed)
    if rules.calling.four_kings == "call_next_rank" and "RU" in codes:
        yield "RU-queen-called", Plan(rules.key, "RU", calls_no_king, cards="kings")
    if rules.kontra.max_factor > 1:
        for steps, name in ((2, "rekontra"), (3, "subkontra")):
            plan = replace(alone_in, cards="any", kontra={"game": steps}, wanted=doubled(steps))
            yield f"DR-{name}", plan
        void = replace(alone_in, code="SR", king="talon", cards="any", wanted=void_kontra)
        yield "SR-void-kontra", replace(void, kontra={"game": 1})


def valat(rules: RuleSet) -> Plans:
    """Made in silence, announced and made, announced and failed, by either side."""
    base = Plan(rules.key, "DR", alone(True), cards="valat", effort="declarer")
    said = replace(base, announce={"declarer": ("valat",)})
    yield "valat-silent", replace(base, wanted=bonus(stage="silent", item="valat"))
    yield "valat-made", replace(said, wanted=bonus(stage="post", item="valat"))
    failed = replace(said, effort="any", wanted=bonus(stage="post", item="valat", won=False))
    yield "valat-failed", failed
    theirs = replace(base, cards="weak", effort="defence")
    yield "valat-of-defence", replace(theirs, wanted=bonus(stage="silent", item="valat"))
    theirs = replace(theirs, announce={"defence": ("valat",)})
    yield "valat-of-defence-made", replace(theirs, wanted=bonus(stage="post", item="valat"))
    if rules.kontra.max_factor > 1:
        both = replace(said, kontra={"game": 1, "valat": 2})
        wanted = has(doubled(1), bonus(stage="post", item="valat", doubled=2))
        yield "valat-kontra", replace(both, wanted=wanted)
    if "SX" in [contract.code for contract in rules.contracts]:
        yield "SX-valat-failed", replace(failed, code="SX")


def koenigrufen(rules: RuleSet) -> Plans:
    """The records of a Königrufen preset."""
    for contract in rules.contracts:
        kinds = {"negative": negative, "everyone": everybody}
        yield from kinds.get(contract.kind, positive)(rules, contract)
    yield from rare(rules)


# --- Illustrated Tarock --------------------------------------------------------------------------


def illustrated(rules: RuleSet) -> Plans:
    """The records of a preset of Illustrated Tarock."""
    base = Plan(rules.key, "3B", game(won=True))
    for contract in rules.contracts:
        code = contract.code
        for won in (True, False):
            plan = replace(base, code=code, wanted=game(won=won))
            plan = replace(plan, cards="strong" if won else "weak")
            plan = replace(plan, effort="declarer" if won else "defence")
            yield f"{code}-{'won' if won else 'lost'}", plan
        strong = replace(base, code=code, cards="birds", effort="declarer")
        yield f"{code}-silent", replace(strong, wanted=bonus(stage="silent"))
        for stage in ("pre", "post"):
            if stage == "pre" and code == "SO":
                continue
            items = rules.announce.pre if stage == "pre" else rules.announce.post
            said = {"declarer": tuple(f"{stage}:{item}" for item in items if item != "valat")}
            for won in (True, False):
                plan = replace(strong, announce=said, wanted=bonus(stage=stage, won=won))
                plan = plan if won else replace(plan, cards="any", effort="any")
                yield f"{code}-{stage}-{'made' if won else 'failed'}", plan
        kontra = replace(base, code=code, kontra={"post:game": 1}, wanted=doubled(1))
        yield f"{code}-kontra", kontra
    yield from illustrated_bonuses(rules)
    yield from illustrated_rare(rules)


def illustrated_bonuses(rules: RuleSet) -> Plans:
    """Every bonus in every way it can be scored, announced ones doubled as often as they can."""
    for item, values in rules.bonuses.items():
        none = {"notrull": "no-trull", "nokings": "no-kings"}.get(item, "birds")
        cards = {"valat": "valat", "trull": "valat", "kings": "kings", "heads": "any"}.get(
            item, none
        )
        plan = Plan(rules.key, "2B", game(won=True), cards=cards, effort="declarer")
        if values.silent is not None:
            yield f"{item}-silent", replace(plan, wanted=bonus(stage="silent", item=item))
        if item in rules.announce.claims:
            if rules.announce.claim == "before_play":
                claimed = replace(plan, claims=True, wanted=bonus(stage="post", item=item))
                yield f"{item}-claimed", claimed
            continue
        for stage, allowed in (("pre", rules.announce.pre), ("post", rules.announce.post)):
            if item not in allowed:
                continue
            levels = len(rules.kontra.factors[f"bonus_{stage}"]) - 1
            for won in (True, False):
                said = replace(plan, announce={"declarer": (f"{stage}:{item}",)})
                said = said if won else replace(said, effort="any")
                if item in GOALS and not won:
                    said = replace(said, cards="any")
                steps = levels if won else 1
                said = replace(said, kontra={f"{stage}:{item}": steps})
                wanted = bonus(stage=stage, item=item, won=won, doubled=steps)
                name = f"{item}-{stage}-{'made' if won else 'failed'}"
                yield name, replace(said, wanted=wanted)


def illustrated_rare(rules: RuleSet) -> Plans:
    """Games taken over, kontras to the end, defenders' announcements, redeals, Trischaken."""
    base = Plan(rules.key, "3B", game(won=True))
    for state_wanted in range(1, len(rules.auction.take_values) + 1):
        yield f"taken-{state_wanted}", replace(base, take_state=state_wanted)
    for stage in ("pre", "post"):
        levels = len(rules.kontra.factors[f"game_{stage}"]) - 1
        if levels > 1:
            first = rules.announce.pre[0]
            said = {"declarer": (f"{stage}:{first}",)}
            plan = replace(base, cards="birds", announce=said, kontra={f"{stage}:game": levels})
            plan = replace(plan, wanted=doubled_in(stage, levels))
            yield f"game-rekontra-{stage}", plan
    for item in rules.announce.defenders:
        said = {"defence": (f"post:{item}",)}
        for won in (True, False):
            plan = replace(base, cards="low", announce=said, effort="defence" if won else "any")
            plan = replace(plan, kontra={f"post:{item}": 1})
            wanted = bonus(stage="post", item=item, won=won, doubled=1)
            yield f"{item}-of-defender-{'made' if won else 'failed'}", replace(plan, wanted=wanted)
    yield "captured-pagat", replace(base, wanted=bonus(stage="silent", item="pagat", won=False))
    yield "redeal", replace(base, code="", wanted=is_redealt)
    if rules.deal.redeal_no_tarok:
        wanted = has(is_redealt, lambda state, line, score: state.ply == 0)
        yield "redeal-without-tarok", replace(base, code="", cards="no-tarok", wanted=wanted)
    if "all_pass" in rules.data["accepts"]:
        yield from trischaken_by_agreement(rules)


def trischaken_by_agreement(rules: RuleSet) -> Plans:
    options = {"all_pass": "trischaken"}
    plan = Plan(rules.key, "TK", alone(True), options=options)
    cases: dict[str, Wanted] = {
        "all-with-tricks": lambda state, line, score: 0 not in score.seat_thirds,
        "no-trick": lambda state, line, score: 0 in score.seat_thirds,
    }
    for name, wanted in cases.items():
        yield (
            f"TK-{name}",
            replace(plan, wanted=wanted, cards="low" if name == "no-trick" else "any"),
        )


FAMILIES = {"koenigrufen": koenigrufen, "illustrated": illustrated}


def plans() -> Iterator[tuple[str, str, Plan]]:
    """Preset, name and plan of every record."""
    for id, data in RULE_SETS.items():
        if data["family"] in FAMILIES:
            for name, plan in FAMILIES[data["family"]](rule_set(id)):
                yield data["id"], name.lower(), plan
