// How it stands with what was announced: open, made or lost, as far as the view lets everybody know.
// Which cards an item is about comes with the page (`marks` in frontend/table_config.py).

/** Whether two seats belong together: true, false, or undefined while that is not known. */
function areTogether(seats, a, b) {
  if (a === b) return true;
  const sides = [a, b].map((seat) => {
    const role = seats.role(seat);
    return role === "partner" ? "declarer" : role;
  });
  if (sides.includes("unknown") || sides.includes("alone")) return undefined;
  return sides[0] === sides[1];
}

function winnersOf(view, codes) {
  return codes.map((code) => view.tricks.find(({ cards }) => cards.includes(code))?.winner);
}

/** A card that has to win a certain trick. */
function standingOfBird({ view, words }, { card, from_end: fromEnd }) {
  const due = words.rules.tricks - fromEnd;
  const at = view.tricks.findIndex(({ cards }) => cards.includes(card));
  if (at < 0) return view.tricks.length > due ? "lost" : "open";
  if (at !== due) return "lost";
  const { lead, cards, winner } = view.tricks[at];
  return (lead + cards.indexOf(card)) % cards.length === winner ? "made" : "lost";
}

/** Cards that have to come to one side. */
function standingOfSet(seats, cards, seat) {
  const known = winnersOf(seats.view, cards).map((winner) =>
    winner === undefined ? undefined : areTogether(seats, winner, seat),
  );
  if (known.includes(false)) return "lost";
  return known.includes(undefined) ? "open" : "made";
}

function standingOfKing(seats, seat) {
  const { view, words } = seats;
  const at = view.tricks.findIndex(({ cards }) => cards.includes(view.called));
  if (at < 0) return "open";
  if (at + 1 < words.rules.tricks) return "lost";
  const isOwn = areTogether(seats, view.tricks[at].winner, seat);
  return isOwn === undefined ? "open" : isOwn ? "made" : "lost";
}

function standingOfAll(seats, seat) {
  const { view, words } = seats;
  const known = view.tricks.map(({ winner }) => areTogether(seats, winner, seat));
  if (known.includes(false)) return "lost";
  const isDone = view.tricks.length === words.rules.tricks && !known.includes(undefined);
  return isDone ? "made" : "open";
}

/** The standing of an announced item; "" before the first trick and for items it cannot tell. */
export function standingOf(seats, item, seat) {
  const { view, words } = seats;
  if (!view.tricks) return "";
  const marks = words.bonuses[item]?.marks ?? {};
  if (marks.from_end) return standingOfBird(seats, marks);
  if (marks.cards) return standingOfSet(seats, marks.cards, seat);
  if (item === "king_ultimo") return standingOfKing(seats, seat);
  if (item === "valat") return standingOfAll(seats, seat);
  return "open";
}
