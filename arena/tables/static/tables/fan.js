// Where the cards of a hand lie: in as few rows as leave a wide enough strip of each card visible.

const RATIO = 1.4; // height of a card by its width
const GAP = 6;
const MAX_ROWS = 4;

/**
 * Places cards in a box. `groups`: how many cards each group has (suits, with a gap between them).
 * Returns {w, places: [{x, y}]}. `lift` is the room above for selected cards.
 */
export function fan(groups, width, height, { strip = 30, lift = 16, widest = 116 } = {}) {
  const count = groups.reduce((sum, size) => sum + size, 0);
  if (!count) return { w: 0, places: [] };
  let best = null;
  for (let rows = 1; rows <= Math.min(MAX_ROWS, count); rows += 1) {
    const lines = split(groups, rows);
    const w = widthFor(rows, height - lift, Math.min(widest, count <= 6 ? (width - 4 * GAP) / count - GAP : width / 4.5));
    const steps = lines.map((line) => stepOf(line, w, width));
    const step = Math.min(...steps.map(({ step }) => step));
    if (!best || step > best.step) best = { rows, lines, w, steps, step };
    if (step >= Math.min(strip, w)) break;
  }
  return { w: best.w, places: placed(best, width, height, lift) };
}

/** Rows overlap so that the corner with rank and suit stays visible. */
function widthFor(rows, height, widest) {
  const strip = (w) => Math.max(36, w * 0.55);
  let w = widest;
  while (w > 30 && w * RATIO + (rows - 1) * strip(w) > height) w -= 1;
  return w;
}

/** The groups in `rows` lines of about equal length; a group is cut where it must be. */
function split(groups, rows) {
  const count = groups.reduce((sum, size) => sum + size, 0);
  const longest = Math.ceil(count / rows);
  const lines = [[]];
  let room = longest;
  for (const size of groups) {
    let left = size;
    while (left) {
      if (!room) {
        lines.push([]);
        room = longest;
      }
      const part = Math.min(left, room);
      lines.at(-1).push(part);
      left -= part;
      room -= part;
    }
  }
  return lines;
}

function stepOf(line, w, width) {
  const count = line.reduce((sum, size) => sum + size, 0);
  const gaps = line.length - 1;
  if (count === 1) return { step: w + GAP, gap: 0, total: w };
  const free = (count - 1) * (w + GAP) + w;
  const gap = free + gaps * GAP * 2 <= width ? GAP * 2 : Math.min(8, w * 0.12);
  const step = Math.min(w + GAP, (width - w - gaps * gap) / (count - 1));
  return { step, gap, total: (count - 1) * step + gaps * gap + w };
}

function placed({ lines, w, steps }, width, height, lift) {
  const high = w * RATIO;
  const rows = lines.length;
  const down = rows > 1 ? Math.min(high + GAP, (height - lift - high) / (rows - 1)) : 0;
  const top = lift + Math.max(0, (height - lift - high - down * (rows - 1)) / 2);
  return lines.flatMap((line, row) => {
    const { step, gap, total } = steps[row];
    let x = (width - total) / 2;
    return line.flatMap((size, group) =>
      Array.from({ length: size }, (_, at) => {
        if (group && !at) x += gap;
        const place = { x, y: top + row * down };
        x += step;
        return place;
      }),
    );
  });
}
