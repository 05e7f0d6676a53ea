"use strict";
document.documentElement.classList.add("live");

const plays = [...document.querySelectorAll(".play")].filter((play) => play.querySelector(".step"));
let current = plays[0];

class Stage {
  constructor(play) {
    this.steps = [...play.querySelectorAll(".step")];
    this.stage = document.createElement("li");
    this.stage.className = "stage";
    this.controls = document.createElement("div");
    this.controls.className = "controls";
    this.back = this.button("←", "previous step", () => this.show(this.at - 1));
    this.next = this.button("→", "next step", () => this.show(this.at + 1));
    this.count = document.createElement("span");
    this.count.setAttribute("aria-live", "polite");
    this.controls.append(this.count);
    this.place = document.createElement("div");
    this.stage.append(this.controls, this.place);
    play.querySelector(".steps").append(this.stage);
    this.steps.forEach((step, i) => step.addEventListener("click", () => this.show(i)));
    this.show(0);
  }

  button(text, label, action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", action);
    this.controls.append(button);
    return button;
  }

  show(number) {
    this.at = Math.max(0, Math.min(number, this.steps.length - 1));
    this.steps.forEach((step) => step.removeAttribute("aria-current"));
    const step = this.steps[this.at];
    step.setAttribute("aria-current", "step");
    const board = step.querySelector(".board");
    this.place.replaceChildren(...(board ? [board.cloneNode(true)] : []));
    this.back.disabled = this.at === 0;
    this.next.disabled = this.at === this.steps.length - 1;
    this.count.textContent = `step ${this.at} of ${this.steps.length - 1}`;
  }
}

const stages = new Map(plays.map((play) => [play, new Stage(play)]));
plays.forEach((play) => play.addEventListener("click", () => { current = play; }));

function go(by) {
  const seen = plays.filter((play) => !play.hidden);
  const place = seen.indexOf(current) + by;
  if (seen[place]) visit(seen[place]);
}

function visit(play) {
  current = play;
  play.focus({ preventScroll: true });
  play.scrollIntoView({ block: "start" });
}

const filter = document.getElementById("filter");
const filtered = [...document.querySelectorAll("[data-filter]")];
const texts = filtered.map((element) => element.textContent.toLowerCase().replace(/\s+/g, " "));
const nothing = document.querySelector(".none");

filter.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\s+/);
  let any = false;
  filtered.forEach((element, i) => {
    element.hidden = !words.every((word) => texts[i].includes(word));
    any ||= !element.hidden;
  });
  nothing.hidden = any;
});
filter.form.addEventListener("submit", (event) => event.preventDefault());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === filter) {
    if (event.key === "Escape") {
      filter.value = "";
      filter.dispatchEvent(new Event("input"));
      filter.blur();
    }
    return;
  }
  const stage = stages.get(current);
  const keys = {
    "/": () => filter.focus(),
    n: () => go(current === document.activeElement ? 1 : 0),
    p: () => go(-1),
    ArrowRight: () => stage?.show(stage.at + 1),
    ArrowLeft: () => stage?.show(stage.at - 1),
    Home: () => document.activeElement === current && stage?.show(0),
    End: () => document.activeElement === current && stage?.show(Infinity),
  };
  if (!keys[event.key]) return;
  if (keys[event.key]() !== false) event.preventDefault();
});

function follow() {
  const play = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (plays.includes(play)) visit(play);
}
addEventListener("hashchange", follow);
follow();
