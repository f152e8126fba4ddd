// The buttons under the status line: what the reader may do now, and how to go on.

import { goodLabel, isAnnouncing } from "./announce.js";
import { auctionButtons } from "./auction.js";
import { discardCount, mayGo } from "./discards.js";
import { h } from "./dom.js";
import { mayTurn } from "./felt.js";
import { joinButtons } from "./joining.js";
import { letterOf } from "./keys.js";
import { practiceButtons } from "./practice.js";
import { isAsked, postButton } from "./seatlist.js";
import { ownTableSeat } from "./seats.js";

/** The buttons for what `table` shows now. */
export function tableButtons(table) {
  const { words, seats } = table;
  if (isAsked(table)) return answerButtons(table);
  if (table.isFinal) return finalButtons(table);
  if (table.isResult) {
    const label = words.t(table.isLast && !table.pacer.isBehind ? "result.final" : "result.next");
    const css = seats.isSeated ? "pri" : "";
    const next = button(table, "next", { css, action: "next", label, click: () => table.goOn() });
    return [next, ...joinButtons(table)];
  }
  const mine = table.frame.table_state.seats[ownTableSeat(table.frame)];
  if (mine?.stand_in) {
    const click = () => table.comeBack();
    return [button(table, "back", { css: "pri", label: words.t("seat.back"), click })];
  }
  return [
    ...practiceButtons(table),
    ...phaseButtons(table, table.shownPhase),
    ...joinButtons(table),
  ];
}

function phaseButtons(table, phase) {
  const { words, seats, legal } = table;
  if (phase === "auction" || phase === "choose") {
    if (!seats.isSeated) return [];
    return auctionButtons(seats, {
      legal,
      selected: table.selected,
      send: (action) => table.send(action),
    });
  }
  if (phase === "call" || phase === "take") return confirmButtons(table, phase);
  if (phase === "concede") return talkButtons(table, "continue", words.t("say.continue"));
  if (isAnnouncing(phase)) return talkButtons(table, "good", goodLabel(seats));
  return playButtons(table, phase, table.frame.view);
}

function confirmButtons(table, phase) {
  const { words, legal, selected } = table;
  if (!legal.length) return [];
  const isOne = table.preview?.length === 1;
  const label =
    phase === "call" ? callLabel(table) : words.t(isOne ? "talon.take.one" : "talon.take");
  const rest = legal
    .filter((action) => !/^(call|take):/.test(action))
    .map((action) => actionButton(table, action));
  const click = () => table.send(selected);
  return [
    ...rest,
    button(table, "confirm", {
      css: "pri",
      action: selected ?? "",
      label,
      disabled: !selected,
      click,
    }),
  ];
}

/** What was chosen on the left, the word that goes on large on the right, always in its place. */
function talkButtons(table, going, label) {
  const { words, legal, selected } = table;
  if (!legal.length) return [];
  const verb = selected?.split(":")[0] ?? (going === "continue" ? "concede" : "announce");
  return [
    button(table, "confirm", {
      css: "half",
      action: selected ?? "",
      label: words.t(`say.${verb}`),
      disabled: !selected,
      click: () => table.send(selected),
    }),
    button(table, "good", {
      css: "pri",
      action: going,
      label,
      disabled: !legal.includes(going),
      click: () => table.send(going),
    }),
  ];
}

function callLabel(table) {
  const { words, selected } = table;
  if (!selected) return words.t("call.choose");
  return words.t("call.do", { card: words.card(selected.split(":")[1]) });
}

function actionButton(table, action) {
  const [verb, arg] = action.split(":");
  const name = arg && (table.words.cards[arg]?.name ?? table.words.contracts[arg]?.name ?? arg);
  const label = [table.words.t(`say.${verb}`), name].filter(Boolean).join(" ");
  return button(table, action, { action, label, click: () => table.send(action) });
}

function playButtons(table, phase, view) {
  const { words, seats } = table;
  const buttons = [];
  if (phase === "play") {
    const last = (view.tricks?.length ?? 0) - 1;
    buttons.push(
      button(table, "last", {
        css: "s",
        label: words.t(table.isLookingBack ? "trick.back" : "trick.last"),
        keys: "l",
        disabled: table.held || !(table.isLookingBack || mayTurn(seats, last)),
        click: () => table.lookBack(),
      }),
    );
  }
  if (!seats.isSeated) return buttons;
  if (table.held) {
    buttons.push(
      button(table, "go", { label: words.t("go_on"), click: () => table.goOnFromTrick() }),
    );
    return buttons;
  }
  const others = table.legal.filter((action) => !/^(play|discard):/.test(action));
  buttons.push(...others.map((action) => actionButton(table, action)));
  if (phase === "discard" && table.legal.length) buttons.push(discardButton(table));
  if (phase === "play" && table.legal.length) buttons.push(playButton(table));
  return buttons;
}

function playButton(table) {
  const { words } = table;
  const { lifted } = table.hand;
  const action = table.cardActions.get(lifted) ?? "";
  return button(table, "play", {
    css: "pri",
    action,
    label: action ? words.t("play.do", { card: words.card(lifted) }) : words.t("play.choose"),
    disabled: !action,
    click: () => table.playCard(table.hand.lifted),
  });
}

function discardButton(table) {
  const { words, laid } = table;
  const isReady = mayGo(table);
  const n = isReady ? laid.length : discardCount(table.frame.view).left - laid.length;
  return button(table, "play", {
    css: "pri",
    label: words.t(isReady ? "discard.do" : "discard.choose", { count: n, n }),
    disabled: !isReady,
    click: () => table.sendDiscards(),
  });
}

function finalButtons(table) {
  const { words, config } = table;
  const buttons = [];
  const { event } = table.frame.table_state;
  if (event)
    return [
      h(
        "a",
        { class: "btn pri", href: config.urls.event.replace("ID", event.id) },
        words.t("final.event"),
      ),
    ];
  if (table.pacer.isBehind) {
    const click = () => table.pacer.release();
    return [button(table, "next", { css: "pri", action: "next", label: words.t("result.next"), click })];
  }
  buttons.push(h("a", { class: "btn", href: config.urls.quick }, words.t("final.new")));
  if (!table.frame.table_state.rematch) buttons.push(...rematchButton(table, words.t("final.again")));
  return buttons;
}

/** Others would like another series: join or leave. */
function answerButtons(table) {
  const { words, config } = table;
  return [
    postButton(table, config.urls.leave, words.t("again.no"), { key: "again-no" }),
    ...rematchButton(table, words.t("again.yes")),
  ];
}

function rematchButton(table, label) {
  if (ownTableSeat(table.frame) === null || !document.getElementById("rematch")) return [];
  const data = { action: "rematch", key: "rematch" };
  return [h("button", { class: "btn pri", type: "submit", form: "rematch", data }, label)];
}

function button(table, key, { css = "", action = "", label, keys, click, disabled = false }) {
  const attributes = { class: `btn ${css}`, type: "button", disabled, data: { action, key } };
  const shortcut = keys ?? letterOf(action);
  return h("button", { ...attributes, "aria-keyshortcuts": shortcut, on: { click } }, label);
}
