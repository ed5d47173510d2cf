// The replay without page loads: everything that differs from move to move is in the page and carries the moves
// after which it shows; this module switches it. The page works without it.
const root = document.querySelector('.replay');
const data = JSON.parse(document.getElementById('replay-data').textContent);
const last = data.moves.length;
const embedded = 'embed' in root.dataset;
const one = (selector, within = root) => within.querySelector(selector);
const all = (selector, within = root) => [...within.querySelectorAll(selector)];
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);

const spans = all('[data-ply]').map((element) => {
  const [from, to] = element.dataset.ply.split('-');
  return [element, Number(from), to ? Number(to) : Infinity];
});
const board = one('.board');
const slider = one('#ply');
const sentence = one('[data-sentence]');
const panels = all('.panel');
const tiles = all('.lines > [data-ply]');
const links = all('[data-move]');
const play = one('[data-play]');
let ply = Number(root.dataset.ply);
let bright = board.dataset.line ?? '';
let keys = !('noKeys' in root.dataset);
let timer = 0;
let waiting = 0;

const turnOf = (move) => (move ? data.moves[move - 1][3] : 0);
const lineOf = (seat) => data.lines[seat].findLast(([from]) => from <= ply);
const words = (loop, cells) =>
  cells.length ? fill(loop ? data.say.loop : data.say.line, { tiles: cells.length }) : data.say.none;

function address() {
  const query = new URLSearchParams(location.search);
  query.set('ply', ply);
  return `?${query}`;
}

function step(name, move) {
  const link = one(`[data-go="${name}"]`);
  if (!link) return;
  const query = new URLSearchParams(location.search);
  query.set('ply', move);
  link.href = `?${query}`;
}

function drawLine() {
  const seat = data.letters.indexOf(bright);
  const cells = new Set(seat < 0 ? [] : lineOf(seat)[2]);
  if (seat < 0) delete board.dataset.line;
  else board.dataset.line = bright;
  tiles.forEach((tile, index) => tile.classList.toggle('h', cells.has(index + 1)));
  for (const button of all('[data-line-of]')) button.setAttribute('aria-pressed', button.dataset.lineOf === bright);
}

function drawPanels() {
  const next = ply < last ? data.moves[ply][0] : -1;
  for (const panel of panels) {
    const seat = Number(panel.dataset.seat);
    const [, loop, cells] = lineOf(seat);
    const text = words(loop, cells);
    one('.line', panel).textContent = text;
    one('.score', panel).textContent = cells.length * (loop ? 2 : 1);
    one('.to-move', panel).textContent = seat === next ? one('.to-move', panel).dataset.text : '';
    panel.classList.toggle('turn', seat === next);
    const path = one(`[data-path="${seat}"]`);
    if (path) {
      const numbers = cells.map((cell) => data.moves[cell - 1][1]).join(', ');
      path.textContent = `${data.names[seat]}: ${text}${numbers && ` (${numbers})`}`;
    }
  }
}

// What is drawn, in words: title and table of the picture for those who do not see it.
function describe() {
  const spaces = all('.forced > :not(.off)').length;
  const players = data.names.map((name, seat) => {
    const [, loop, cells] = lineOf(seat);
    return fill(data.say.player, { name, score: cells.length * (loop ? 2 : 1), line: words(loop, cells) });
  });
  const text = [fill(data.say.picture, { ply, spaces }), ...players].join(' ');
  for (const element of all('[data-desc], .board > desc')) element.textContent = text;
  const sides = one('[data-sides]');
  if (!sides) return;
  const cells = all('.sides > :not(.off)').map((use) => {
    const q = Math.round(use.getAttribute('x') / 150);
    return [q, Math.round(use.getAttribute('y') / 173.205 - q / 2)];
  });
  cells.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  sides.textContent = cells.map((cell) => `(${cell.join(', ')})`).join(', ') || '–';
}

function show(target) {
  ply = Math.max(0, Math.min(last, target));
  for (const [element, from, to] of spans) element.classList.toggle('off', ply < from || ply > to);
  const [seat, tile, filled] = ply ? data.moves[ply - 1] : [];
  const template = ply ? data.say[filled ? 'fill' : 'free'] : data.say.start;
  if (sentence) sentence.textContent = fill(template, { ply, last, name: data.names[seat], tile });
  if (slider) {
    slider.value = ply;
    slider.setAttribute('aria-valuetext', fill(data.say.value, { ply, last }));
  }
  one('[data-bag]').textContent = fill(data.say.bag, { bag: data.bag[ply] });
  drawPanels();
  drawLine();
  describe();
  for (const link of links) {
    if (Number(link.dataset.move) === ply) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  step('back', Math.max(0, ply - 1));
  step('forward', Math.min(last, ply + 1));
  for (const input of all('input[type="hidden"][name="ply"]')) input.value = ply;
  const picture = document.querySelector('[data-picture]');
  if (picture) picture.href = picture.href.replace(/ply=\d+/, `ply=${ply}`);
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (!embedded) history.replaceState(null, '', address());
    const copy = one('[data-copy]');
    if (copy) copy.dataset.copy = address();
  }, 150);
}

function turn(direction) {
  let move = ply;
  if (direction > 0) {
    const now = turnOf(move + 1 > last ? last : move + 1);
    while (move < last && turnOf(move + 1) === now) move += 1;
  } else {
    const now = turnOf(move);
    while (move > 0 && turnOf(move) === now) move -= 1;
  }
  show(move);
}

function remember() {
  const off = (name, css, inverted) => `${name}${Number(root.classList.contains(css) === inverted)}`;
  const text = [off('marks', 'no-marks', false), off('letters', 'letters', true), off('forced', 'no-forced', false),
    off('sides', 'no-sides', false), `keys${Number(keys)}`].join('.');
  if (!embedded) document.cookie = `board=${text}; path=/; max-age=31536000; samesite=lax`;
}

function toggle(css) {
  const button = one(`[data-switch="${css}"]`);
  root.classList.toggle(css);
  button?.setAttribute('aria-pressed', button.getAttribute('aria-pressed') !== 'true');
  const query = new URLSearchParams(location.search);
  if (button) query.delete(button.name);
  if (!embedded) history.replaceState(null, '', `?${query}`);
  remember();
}

function light(letter) {
  bright = letter;
  drawLine();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  play?.setAttribute('aria-pressed', 'false');
  sentence?.setAttribute('aria-live', 'polite');
}

function start() {
  sentence?.setAttribute('aria-live', 'off');
  play.setAttribute('aria-pressed', 'true');
  if (ply === last) show(0);
  timer = setInterval(() => (ply < last ? show(ply + 1) : stop()), 1000);
}

const goes = { first: () => show(0), back: () => show(ply - 1), forward: () => show(ply + 1), last: () => show(last) };

root.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const target = event.target.closest('[data-go], [data-move], [data-switch], [data-line-of], [data-play], [data-help]');
  if (!target) return;
  event.preventDefault();
  const wasPlaying = timer;
  stop();
  const { go, move, switch: css, lineOf: letter } = target.dataset;
  if (go) goes[go]();
  else if (move) show(Number(move));
  else if (css) toggle(css);
  else if (letter) light(letter === bright ? '' : letter);
  else if ('play' in target.dataset) { if (!wasPlaying) start(); }
  else one('#keys').showModal();
});
addEventListener('pointerdown', (event) => { if (timer && !event.target.closest('[data-play]')) stop(); });

slider?.addEventListener('input', () => { stop(); show(Number(slider.value)); });
slider?.form.addEventListener('submit', (event) => event.preventDefault());

const pressed = {
  ArrowLeft: (event) => (event.shiftKey ? turn(-1) : show(ply - 1)),
  ArrowRight: (event) => (event.shiftKey ? turn(1) : show(ply + 1)),
  Home: () => show(0),
  End: () => show(last),
};
const letters = {
  f: () => toggle('no-forced'),
  c: () => toggle('no-sides'),
  m: () => toggle('no-marks'),
  l: () => light([...new Set(data.letters), ''][[...new Set(data.letters)].indexOf(bright) + 1]),
  '?': () => one('#keys')?.showModal(),
};
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || one('dialog[open]')) return;
  const field = event.target.closest?.('input, select, textarea, [contenteditable]');
  if (field && (field.type !== 'range' || event.key in pressed)) return;
  const action = pressed[event.key] ?? (keys ? letters[event.key] : undefined);
  if (!action) return;
  if (timer) stop();
  event.preventDefault();
  action(event);
});

one('#use-keys')?.addEventListener('change', (event) => { keys = event.target.checked; remember(); });

for (const element of all('[data-scriptless]')) element.hidden = true;
if (play && !matchMedia('(prefers-reduced-motion: reduce)').matches) play.hidden = false;
const help = one('[data-help]');
if (help) help.hidden = false;
