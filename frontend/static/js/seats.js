// Who sits where: from a frame to names, words and places on the screen.

import { isAnnouncing, saidBy } from "./announce.js";
import { shown } from "./words.js";

const PLACES = { 4: ["bot", "right", "top", "left"], 3: ["bot", "right", "left"] };

/** Table seat of the reader, null if he has none. */
export function ownTableSeat({ table_seat: seat, view }) {
  if (seat !== undefined && seat !== null) return seat;
  return view?.seat === undefined ? null : (view.seating?.[view.seat] ?? view.seat);
}

/** Everything drawn about the seats of one frame, seen from `viewpoint` (a hand seat). */
export class Seats {
  constructor(frame, viewpoint, words) {
    this.frame = frame;
    this.view = frame.view;
    this.words = words;
    this.count = this.view.counts?.length ?? this.view.seating?.length ?? 4;
    this.viewpoint = this.view.seat ?? viewpoint ?? 0;
    if (this.viewpoint >= this.count) this.viewpoint = 0;
  }

  get isSeated() {
    return this.view.seat !== undefined;
  }

  /** The next seat in turn sits to the right: play runs anticlockwise. */
  place(seat) {
    return PLACES[this.count][(seat - this.viewpoint + this.count) % this.count];
  }

  /** Hand seats in the order of the row above the felt on a phone: left, top, right. */
  get others() {
    return ["left", "top", "right"].flatMap((place) =>
      this.all.filter((s) => this.place(s) === place),
    );
  }

  get all() {
    return Array.from({ length: this.count }, (_, seat) => seat);
  }

  tableSeat(seat) {
    return this.frame.table_state.seats[this.view.seating?.[seat] ?? seat];
  }

  name(seat) {
    return seat === this.view.seat ? this.words.t("you") : this.plainName(seat);
  }

  /** The name inside a sentence. */
  nameWithin(seat) {
    return seat === this.view.seat ? this.words.t("you.within") : this.plainName(seat);
  }

  plainName(seat) {
    return this.tableSeat(seat)?.name ?? String(seat + 1);
  }

  isMe(seat) {
    return this.view.seat === seat;
  }

  isOnTurn(seat) {
    return this.view.turn === seat;
  }

  get forehand() {
    return (this.view.dealer + 1) % this.count;
  }

  role(seat) {
    return this.view.roles?.[seat] ?? "unknown";
  }

  tricks(seat) {
    return (this.view.tricks ?? []).filter((trick) => trick.winner === seat).length;
  }

  /** What stands under the name: role first, then what the seat said last, then its place. */
  note(seat) {
    const { t } = { t: (key, values) => this.words.t(key, values) };
    const role = this.role(seat);
    const said = isAnnouncing(this.view.phase) ? saidBy(this, seat) : [];
    if (role === "declarer" || role === "partner" || said.length) {
      const part = role === "declarer" || role === "partner" ? t(`role.${role}`) : "";
      return [part, ...said].filter(Boolean).join(", ");
    }
    if (role === "alone" && this.view.points) {
      const n = shown(this.view.points[seat]);
      return t("points", { count: n, n });
    }
    if (this.view.phase === "auction" || this.view.phase === "choose") {
      const said = (this.view.auction ?? []).filter(([s]) => s === seat).at(-1);
      if (said) return this.said(said[1]);
    }
    if (seat === this.forehand) return t("seat.forehand");
    if (seat === this.view.dealer) return t("seat.dealer");
    const n = this.view.counts?.[seat] ?? 0;
    return n ? t("seat.cards", { count: n, n }) : "";
  }

  /** An auction action as it is spoken at the table. */
  said(action) {
    const [verb, arg] = action.split(":");
    if (verb === "bid" || verb === "choose") return this.words.contract(arg);
    return this.words.t(`said.${verb}`);
  }

  /** Seats of the table that sit this hand out. */
  get sittingOut() {
    const playing = new Set(this.view.seating ?? []);
    return this.frame.table_state.seats.filter((seat) => !playing.has(seat.index));
  }

  /** The two sides as far as the viewer knows them: [own or declarer's, the rest], lists of seats. */
  get sides() {
    const roles = this.all.map((seat) => this.role(seat));
    const declaring = (seat) => roles[seat] === "declarer" || roles[seat] === "partner";
    const mine = this.isSeated ? this.viewpoint : this.all.find(declaring);
    if (mine === undefined) return [[this.viewpoint], this.all.filter((s) => s !== this.viewpoint)];
    const same = (seat) =>
      seat === mine ||
      (declaring(mine)
        ? declaring(seat)
        : roles[mine] === "defender" && roles[seat] === "defender");
    return [this.all.filter(same), this.all.filter((seat) => !same(seat))];
  }
}
