// The clock of a round. The server tells instants and its own time, so that a device with a wrong clock shows the same;
// without the script the time of the end stands there. Every half minute the server is asked whether it was changed.
// Seconds are for the eye only: five minutes, one minute and the end are announced.

const ASK = 30_000;
const MARKS = [300, 60, 0];

for (const root of document.querySelectorAll('[data-clock]')) run(root);

function run(root) {
  const part = (name) => root.querySelector(`[data-clock-${name}]`);
  const [many, one, over] = root.dataset.say.split('|');
  let {state, ends, left} = root.dataset;
  // the page says what time it was when it was made; the first answer says it better
  let offset = root.dataset.now ? Date.parse(root.dataset.now) - (performance.timeOrigin + (performance.getEntriesByType('navigation')[0]?.responseStart ?? 0)) : 0;
  let before = Infinity;

  const seconds = () => (state === 'paused' ? Number(left) : Math.max(0, Math.ceil((Date.parse(ends) - Date.now() - offset) / 1000)));

  function show() {
    if (!state) { root.hidden = true; return; }
    const now = seconds();
    root.hidden = false;
    root.className = `clock ${state === 'paused' ? 'paused' : now ? 'running' : 'over'}${state !== 'paused' && now && now <= 300 ? ' soon' : ''}`;
    const [hours, minutes, rest] = [Math.floor(now / 3600), Math.floor(now / 60) % 60, now % 60];
    part('left').textContent = state === 'paused' ? ''
      : `${hours ? `${hours}:${String(minutes).padStart(2, '0')}` : minutes}:${String(rest).padStart(2, '0')}`;
    const mark = state === 'paused' ? undefined : MARKS.find((at) => before > at && now <= at && before !== Infinity);
    if (mark !== undefined) part('say').textContent = mark === 0 ? over : mark === 60 ? one : many.replace('%n', mark / 60);
    before = now;
  }

  async function ask() {
    if (document.visibilityState !== 'visible') return;
    try {
      const sent = Date.now();
      const answer = await fetch(root.dataset.clock, {cache: 'no-store', credentials: 'same-origin'});
      if (!answer.ok) return;
      const said = await answer.json();
      offset = Date.parse(said.now) - (sent + Date.now()) / 2;
      if (said.state !== state && before !== Infinity && said.state !== 'over') before = Infinity;
      [state, ends, left] = [said.state, said.ends_at, said.seconds];
      part('text').textContent = said.text;
    } catch { /* without a connection it goes on with what is known */ }
    show();
  }

  show();
  ask();
  setInterval(show, 1000);
  setInterval(ask, ASK);
  addEventListener('pageshow', (event) => { if (event.persisted) ask(); });
  addEventListener('online', ask);
  document.addEventListener('visibilitychange', ask);
}
