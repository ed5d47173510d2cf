// Parts of a page that keep themselves fresh. Without the script the page is simply static.
//
// An element with data-live names the address of a fragment and data-etag the version shown. The fragment is asked
// for with If-None-Match set by hand: only then does the browser hand on a real 304, and nothing is redrawn.
// Elements are matched by id and replaced when their data-v differs; one that holds the focus waits for the next turn.

const LONGEST = 300_000;

// A row of a table may hold somebody else now. What was opened (details with data-keep) stays open, and keeps the focus,
// wherever its key stands then; data-mine of the root names the key of the reader's own row.
function replaceChanged(fresh, mine) {
  let changed = 0;
  const open = new Set([...document.querySelectorAll('details[data-keep][open]')].map((d) => d.dataset.keep));
  const focused = document.activeElement?.closest('details[data-keep]')?.dataset.keep;
  for (const element of fresh.querySelectorAll('[id][data-v]')) {
    const old = document.getElementById(element.id);
    if (!old || old.dataset.v === element.dataset.v) continue;
    if (focused === undefined && old.contains(document.activeElement)) continue;
    old.replaceWith(document.adoptNode(element));
    for (const details of element.querySelectorAll('details[data-keep]')) details.open = open.has(details.dataset.keep);
    if (mine) for (const row of [element, ...element.querySelectorAll('[data-who]')]) row.classList.toggle('me', row.dataset.who === mine);
    element.classList.add('changed');
    changed += 1;
  }
  if (focused !== undefined && document.activeElement === document.body) {
    document.querySelector(`details[data-keep="${focused}"] > summary`)?.focus({preventScroll: true});
  }
  return changed;
}

function keepFresh(root) {
  const every = 1000 * Number(root.dataset.every || 30);
  const line = document.getElementById('live-line');
  const note = document.getElementById('live-note');
  const clock = line?.querySelector('[data-updated]');
  const button = line?.querySelector('[data-pause]');
  let tag = root.dataset.etag;
  let wait = every;
  let timer = 0;
  let paused = false;
  let held = false; // something changed but held the focus: ask again without a tag

  const later = () => {
    clearTimeout(timer);
    if (!paused) timer = setTimeout(tick, wait * (0.9 + Math.random() * 0.2));
  };

  const say = (template, time) => {
    if (clock) clock.textContent = template.replace('%t', time);
  };
  // In the zone of all other times of the page; a browser that does not know the zone uses its own and says so.
  const clockIn = (options) => new Date().toLocaleTimeString(document.documentElement.lang, {hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...options});
  const now = () => {
    try {
      return clockIn({timeZone: line?.dataset.zone || 'UTC'});
    } catch {
      return clockIn({timeZoneName: 'short'});
    }
  };
  let last = now();

  async function tick() {
    if (document.visibilityState !== 'visible') return later();
    try {
      const headers = {'X-Fragment': '1'};
      if (!held) headers['If-None-Match'] = tag;
      const answer = await fetch(root.dataset.live, {headers, cache: 'no-store', credentials: 'same-origin'});
      if (answer.status === 410) return finish();
      if (answer.status !== 200 && answer.status !== 304) throw new Error(String(answer.status));
      wait = every;
      if (answer.status === 200) take(new DOMParser().parseFromString(await answer.text(), 'text/html'), answer);
      last = now();
      say(line?.dataset.textUpdated ?? '', last);
      if (!root.isConnected) return handOver();
    } catch {
      wait = Math.min(wait * 2, LONGEST);
      say(line?.dataset.textOffline ?? '', last);
    }
    later();
  }

  function take(fresh, answer) {
    const shape = fresh.querySelector('[data-shape]')?.dataset.shape;
    tag = answer.headers.get('ETag') ?? tag;
    if (shape !== undefined && root.dataset.shape !== undefined && shape !== root.dataset.shape) {
      document.getElementById('live-reload')?.removeAttribute('hidden');
      return;
    }
    const changed = replaceChanged(fresh, root.dataset.mine);
    held = [...fresh.querySelectorAll('[id][data-v]')].some((element) => {
      const old = document.getElementById(element.id);
      return old && old.dataset.v !== element.dataset.v;
    });
    if (!changed) return;
    if (note) note.textContent = root.dataset.note.replace('%n', changed);
    document.dispatchEvent(new CustomEvent('live:changed'));
  }

  // The root itself was replaced: what stands there now goes on by itself, or is complete.
  function handOver() {
    const next = root.id ? document.getElementById(root.id) : null;
    finish();
    if (next?.dataset.live) keepFresh(next);
  }

  function finish() {
    clearTimeout(timer);
    if (button) button.hidden = true;
    paused = true;
  }

  button?.addEventListener('click', () => {
    paused = !paused;
    button.setAttribute('aria-pressed', String(paused));
    button.querySelector('[data-label]').textContent = paused ? button.dataset.resume : button.dataset.stop;
    if (paused) clearTimeout(timer);
    else tick();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted && !paused) tick();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !paused) tick();
  });

  if (line) line.hidden = false;
  say(line?.dataset.textUpdated ?? '', last);
  later();
}

for (const root of document.querySelectorAll('[data-live]')) keepFresh(root);

// The relative part of a deadline, worked out again here because a page may stay open for hours.
function refreshRelative() {
  for (const element of document.querySelectorAll('time[data-left]')) {
    const target = element.previousElementSibling?.dateTime ?? element.dateTime;
    const minutes = Math.max(0, Math.floor((Date.parse(target) - Date.now()) / 60_000));
    const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
    const parts = element.dataset.left.split('|'); // "%d d %h h left|%h h %m min left|time is up"
    const pattern = days ? parts[0] : minutes ? parts[1] : parts[2];
    element.textContent = pattern.replace('%d', days).replace('%h', hours).replace('%m', minutes % 60);
  }
}
refreshRelative();
setInterval(refreshRelative, 60_000);
addEventListener('pageshow', refreshRelative);
