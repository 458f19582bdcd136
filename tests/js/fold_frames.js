// Reads traces from a file of JSON lines and prints, a line each, every frame of the JavaScript fold: there and back again.
import { readFileSync } from "node:fs";
import { Player } from "../../static/js/fold.js";

const plain = (frame) => ({
  ...frame,
  nodes: frame.nodes.map(({ state, grad }) => [state, Number.isFinite(grad) ? grad : String(grad)]),
  written: frame.written.map(String).sort(),
  changed: [...frame.changed].sort((a, b) => a - b),
});

for (const line of readFileSync(process.argv[2], "utf8").trimEnd().split("\n")) {
  const trace = JSON.parse(line);
  const player = new Player(trace);
  const places = [];
  trace.steps.forEach((step, k) => step.events.forEach((_, j) => places.push([k, j])));
  places.push([trace.steps.length, 0]);
  const frames = [...places, ...places.slice().reverse()].map(([k, j]) => {
    player.go(k, j);
    return plain(player.frame());
  });
  console.log(JSON.stringify(frames));
}
