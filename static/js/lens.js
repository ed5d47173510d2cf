// The bracket without page loads: round and part tabs, paths of players under pointer or focus, arrow keys.
// Everything here also works without the script: the tabs are links and the followed player is marked by the server.

// A tree of another shape (.tree) holds only what is shown of it; its tabs are plain links, its boxes name the next one.

const lens = document.getElementById('lens');
const isTree = lens?.classList.contains('tree');
const rounds = Number(lens?.dataset.rounds ?? 0);
const strip = document.querySelector('.strip');

const sections = () => [...lens.querySelectorAll('.r')];
const boxes = (depth) => [...lens.querySelectorAll(`.r${depth} li`)];
const depthOf = (li) => Number(li.closest('.r').dataset.d);

// --- which rounds and which part are shown ---

function tabs(kind) {
  return [...document.querySelectorAll(`.lens-bar a[data-${kind}]`)];
}

function show(active, part) {
  lens.dataset.active = active;
  lens.dataset.part = part;
  for (const [kind, value] of [['active', active], ['part', part]]) {
    for (const tab of tabs(kind)) {
      if (tab.dataset[kind] === String(value)) tab.setAttribute('aria-current', 'true');
      else tab.removeAttribute('aria-current');
    }
  }
  for (const tab of [...tabs('active'), ...tabs('part')]) tab.href = address(target(tab));
  const shown = strip?.querySelector('rect');
  if (shown) {
    shown.setAttribute('x', part === 'all' ? 0 : (part - 1) * 320);
    shown.setAttribute('width', part === 'all' ? 1280 : 320);
  }
}

// Semi-finals and final lie in no quarter: choosing one shows the whole draw, choosing a quarter goes back to its last round.
function target(tab) {
  let active = Number(tab.dataset.active ?? lens.dataset.active);
  let part = tab.dataset.part ?? lens.dataset.part;
  if (part !== 'all' && active < 2) {
    if (tab.dataset.part) active = 2;
    else part = 'all';
  }
  return {active, part};
}

function address({active, part}) {
  const url = new URL(location.href);
  url.searchParams.set('round', rounds - active);
  if (lens.dataset.parts !== undefined) url.searchParams.set('quarter', part);
  url.hash = '';
  return url.pathname + url.search;
}

function choose(next, {push = true} = {}) {
  show(next.active, next.part);
  if (push) history.pushState(next, '', address(next));
}

document.querySelector('.lens-bar')?.addEventListener('click', (event) => {
  const tab = event.target.closest('a[data-active], a[data-part]');
  if (!tab || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  event.preventDefault();
  choose(target(tab));
  const bar = document.querySelector('.lens-bar');
  const top = lens.getBoundingClientRect().top - bar.offsetHeight;
  if (top < 0) scrollBy(0, top);
});

addEventListener('popstate', (event) => {
  if (event.state?.active !== undefined) choose(event.state, {push: false});
  else location.reload();
});

// --- paths of players ---

const followed = () => (lens.dataset.follow ? [lens.dataset.follow] : []);

function mark(entries) {
  const wanted = new Set(entries);
  for (const side of lens.querySelectorAll('[data-p]')) side.classList.toggle('hl', wanted.has(side.dataset.p));
  for (const li of lens.querySelectorAll('.r li')) {
    const here = [...li.querySelectorAll('[data-p]')].filter((side) => wanted.has(side.dataset.p));
    li.classList.toggle('won', here.some((side) => side.classList.contains('w')));
    li.classList.toggle('from', here.length > 0 && (isTree || depthOf(li) < rounds - 1));
  }
  drawPath(wanted);
}

// The same line as in the server's drawing: from slot s of box i in round k (0 first) to the middle of the box.
const heights = (strip?.dataset.heights ?? '').split(' ');
const height = (k) => heights[k];
const across = (k, i) => Math.round(((i + 0.5) * 1280) / 2 ** (rounds - k));

function drawPath(wanted) {
  const line = strip?.querySelector('.mine');
  if (!line || isTree) return;
  let d = '';
  for (const section of sections()) {
    const k = rounds - 1 - Number(section.dataset.d);
    [...section.querySelectorAll('li')].forEach((li, i) => {
      for (const side of li.querySelectorAll('[data-p]')) {
        if (!wanted.has(side.dataset.p)) continue;
        const s = Number(side.dataset.s);
        d += `M${across(k, 2 * i + s)} ${height(k)}V${height(k + 1)}H${across(k + 1, i)}`;
      }
    });
  }
  line.setAttribute('d', d);
}

const playersOf = (box) => [...box.querySelectorAll('[data-p]')].map((side) => side.dataset.p);

function startMarking() {
  lens.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    const side = event.target.closest('[data-p]');
    if (side) mark([side.dataset.p]);
  });
  lens.addEventListener('pointerleave', () => mark(followed()));
  lens.addEventListener('focusin', (event) => {
    const box = event.target.closest('.m');
    if (box && box.matches(':focus-visible')) mark(playersOf(box));
  });
  lens.addEventListener('focusout', () => mark(followed()));
  document.addEventListener('live:changed', () => mark(followed()));
}

// --- arrow keys between boxes ---

function treeNeighbour(li, key) {
  const column = [...li.parentElement.children].filter((other) => other.querySelector('a.m'));
  const at = column.indexOf(li);
  const found = {
    ArrowUp: () => column[at - 1],
    ArrowDown: () => column[at + 1],
    ArrowRight: () => document.getElementById(li.dataset.next),
    ArrowLeft: () => lens.querySelector(`li[data-next="${li.id}"]:has(a.m)`),
  }[key]();
  return found?.querySelector('a.m');
}

function neighbour(li, key) {
  if (isTree) return treeNeighbour(li, key);
  const depth = depthOf(li);
  const list = boxes(depth);
  const at = list.indexOf(li);
  const pick = (candidates) => candidates.map((box) => box?.querySelector('a.m')).find(Boolean);
  if (key === 'ArrowUp') return pick(list.slice(0, at).reverse().filter((box) => box.offsetParent));
  if (key === 'ArrowDown') return pick(list.slice(at + 1).filter((box) => box.offsetParent));
  if (key === 'ArrowRight') return pick([boxes(depth - 1)[Math.floor(at / 2)]]);
  const feeding = boxes(depth + 1);
  return pick([feeding[2 * at], feeding[2 * at + 1]]);
}

function startKeys() {
  lens.addEventListener('keydown', (event) => {
    if (!event.key.startsWith('Arrow') || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const li = event.target.closest('.r li');
    if (!li) return;
    const box = neighbour(li, event.key);
    event.preventDefault();
    if (!box) return;
    if (!box.offsetParent && isTree) return;
    if (!box.offsetParent) {
      const depth = depthOf(box.closest('li'));
      choose(target({dataset: {active: String(depth)}}));
    }
    box.focus();
  });
}

// More rounds than there is room for: the current one stands in view.
for (const tab of document.querySelectorAll('.rounds [aria-current]')) {
  const row = tab.closest('.seg');
  row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

if (lens) {
  if (!isTree) history.replaceState({active: Number(lens.dataset.active), part: lens.dataset.part}, '');
  startMarking();
  startKeys();
}
