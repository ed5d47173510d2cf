// The quick entry of results: each row is stored by itself, without a page load. Without the script each row is a form.
//
// A row that was typed is kept on this device, by event, account, row and game, until it is stored or discarded. One that
// was sent while there was no connection waits and is sent again with the same key, so that the server stores it once.
// What another person entered meanwhile is shown beside what was typed here; nothing is overwritten.

const list = document.querySelector('[data-quick]');
const words = document.querySelector('[data-words]').dataset;
const store = `quick:${list.dataset.quick}:${words.account}`;
const table = list.dataset.tp?.split(',').map(Number);
const LONGEST = 60_000;

const rows = () => [...list.querySelectorAll('form[data-row]')];
const fields = (form) => [...form.querySelectorAll('[data-tiles]')];
const typed = (form) => fields(form).map((field) => field.value.trim());
const nameOf = (form) => `${form.dataset.row}/${form.game.value}`;
const whole = (text) => (/^\d{1,3}$/.test(text) ? Number(text) : null);
const shown = (tenths) => (tenths / 10).toLocaleString(document.documentElement.lang, {minimumFractionDigits: 1});

// works without a secure context too, as on a laptop in a hall
const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, '0')).join('');

// --- what is kept on this device: numbers that were typed, for which game, and the key they are sent with ---

function load() {
  try {
    return JSON.parse(localStorage.getItem(store)) ?? {};
  } catch {
    return {};
  }
}

const asTyped = (form, key) => ({
  key, values: typed(form), names: fields(form).map((field) => field.name), version: form.version.value, sent: false,
  label: form.dataset.label,
});

function keep(name, value) {
  const kept = load();
  if (value) kept[name] = value;
  else delete kept[name];
  try {
    if (Object.keys(kept).length) localStorage.setItem(store, JSON.stringify(kept));
    else localStorage.removeItem(store);
    return true;
  } catch {
    return false; // a full or forbidden store: the row stays on the page
  }
}

// --- what a row says ---

function note(form, text, state = '') {
  form.closest('li').className = state;
  form.querySelector('[data-note]').textContent = text;
  for (const field of fields(form)) field.removeAttribute('aria-invalid');
}

function points(form) {
  const [left, right] = typed(form).map(whole);
  if (!table || left === null || right === null) return '';
  const winner = table[Math.min(Math.abs(left - right), table.length - 1)];
  return (left >= right ? [winner, 200 - winner] : [200 - winner, winner]).map(shown).join(' – ');
}

function button(text, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'btn slim plain';
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}

function waiting() {
  const count = Object.values(load()).filter((row) => row.sent).length;
  const line = document.querySelector('[data-waiting]');
  line.hidden = !count;
  line.querySelector('span').textContent = words.textWaiting.replace('%n', count);
}

function focusNext(form) {
  const forms = rows();
  const open = (other) => !fields(other)[0].disabled;
  const next = forms.slice(forms.indexOf(form) + 1).find(open) ?? forms.find(open);
  const end = document.querySelector('[data-all-stored]');
  if (end) end.hidden = Boolean(next);
  (next ? fields(next)[0] : end?.querySelector('a') ?? fields(form)[0]).focus();
}

function takeGame(form, next) {
  for (const field of fields(form)) field.value = '';
  [form.game.value, form.version.value, form.key.value] = [next.game, next.version, newKey()];
  const name = form.querySelector('[data-game]');
  name.textContent = next.game > Number(name.dataset.game)
    ? name.dataset.extra.replace('%n', next.game) : name.textContent.replace(/\d+/, next.game);
}

function close(form) {
  for (const field of form.elements) field.disabled = true;
}

// --- sending: one row at a time, the answer of the server decides ---

let wait = 2000;
let timer = 0;
let sending = Promise.resolve();

const send = (form, own) => { sending = sending.then(() => deliver(form, own)).catch(() => {}); return sending; };

async function deliver(form, own) {
  const name = nameOf(form);
  const row = load()[name] ?? asTyped(form, form.key.value);
  const body = new FormData(form);
  body.set('key', row.key);
  body.set('version', row.version);
  fields(form).forEach((field, n) => body.set(field.name, row.values[n]));
  let answer, said;
  try {
    answer = await fetch(form.action, {method: 'POST', body, headers: {'X-Fragment': '1'}});
    const isOurs = answer.headers.get('Content-Type')?.includes('json');
    if (answer.status >= 500) throw new Error(String(answer.status));
    if (answer.redirected || !isOurs) { // signed out meanwhile, or another's session
      keep(name, {...row, sent: true});
      waiting();
      return note(form, words.signin, 'waits');
    }
    said = await answer.json();
  } catch {
    keep(name, {...row, sent: true});
    note(form, words.offline, 'waits');
    waiting();
    if (own) focusNext(form);
    return later();
  }
  wait = 2000;
  for (const html of said.opened ?? []) list.insertAdjacentHTML('beforeend', html);
  if (answer.status === 409) {
    keep(name, {...row, sent: false, key: newKey(), conflict: said.error});
    conflict(form, name, said);
  } else if (!answer.ok) {
    keep(name, {...row, sent: false, key: newKey()});
    form.key.value = newKey();
    note(form, said.error, 'waits');
    const wrong = form.querySelector(`[data-tiles][name="${said.field}"]`);
    wrong?.setAttribute('aria-invalid', 'true');
    if (own) (wrong ?? fields(form)[0]).select();
  } else {
    keep(name, null);
    if (said.next) takeGame(form, said.next);
    else close(form); // what was stored stays to be looked over
    note(form, said.next?.score ? `${said.done} · ${said.next.score}` : said.done, 'done');
    if (own) said.next ? fields(form)[0].focus() : focusNext(form);
  }
  waiting();
}

// Somebody was quicker: both values stand there until this one is discarded, or stored on purpose where the game is open.
function conflict(form, name, said) {
  const same = said.next && String(said.next.game) === form.game.value;
  if (same) {
    form.version.value = said.next.version;
    const kept = load()[name];
    keep(name, {...kept, version: said.next.version});
    form.key.value = kept?.key ?? newKey();
  }
  note(form, said.error, 'conflict');
  const acts = document.createElement('span');
  acts.className = 'btns';
  acts.append(button(words.discard, () => {
    keep(name, null);
    if (said.next) takeGame(form, said.next);
    else close(form);
    note(form, '', '');
    focusNext(form);
  }));
  if (said.page) {
    const link = document.createElement('a');
    [link.href, link.textContent] = [said.page, words.look];
    acts.append(link);
  }
  form.querySelector('[data-note]').append(' ', acts);
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(sendWaiting, wait * (0.9 + Math.random() * 0.2));
  wait = Math.min(wait * 2, LONGEST);
}

async function sendWaiting() {
  clearTimeout(timer);
  const kept = load();
  const there = rows();
  for (const form of there) if (kept[nameOf(form)]?.sent) await send(form, false);
  if (list.dataset.filtered) return;
  const names = new Set(there.map(nameOf));
  for (const [name, row] of Object.entries(kept)) if (row.sent && !names.has(name)) await ask(name, row);
}

// A row that was sent, of a game that is no longer open: its answer may have got lost, so the server is asked with its key.
async function ask(name, row) {
  const body = new FormData(document.querySelector('[data-blank]'));
  const [match, game] = name.split('/');
  for (const [field, value] of Object.entries({match, game, key: row.key, version: row.version})) body.set(field, value);
  row.names.forEach((field, n) => body.set(field, row.values[n]));
  try {
    const answer = await fetch(location.href, {method: 'POST', body, headers: {'X-Fragment': '1'}});
    if (answer.status >= 500) throw new Error(String(answer.status));
    if (answer.redirected || !answer.headers.get('Content-Type')?.includes('json')) return;
    const said = await answer.json();
    keep(name, answer.ok ? null : {...row, sent: false});
    if (!answer.ok) gone(name, row, said.error);
  } catch {
    later();
  }
  waiting();
}

addEventListener('online', () => { wait = 2000; sendWaiting(); });
addEventListener('pageshow', (event) => { if (event.persisted) sendWaiting(); });

// --- what is there from before: rows of this page, and games that are no longer open ---

function restore() {
  const kept = load();
  const there = new Map(rows().map((form) => [nameOf(form), form]));
  for (const [name, row] of Object.entries(kept)) {
    const form = there.get(name);
    if (!form) {
      if (!row.sent) gone(name, row, '');
      continue;
    }
    if (form.querySelector('[data-note] .error')) continue; // the server shows again what it refused
    fields(form).forEach((field, n) => { field.value = row.values[n]; });
    form.key.value = row.key;
    note(form, row.sent ? words.offline : row.conflict ?? words.unsaved, row.sent || row.conflict ? 'waits' : 'unsaved');
  }
  waiting();
  sendWaiting();
}

// A row kept here whose game is not open any more, or which is filtered out: told, and kept until it is discarded.
function gone(name, row, said) {
  if (list.dataset.filtered) return;
  const place = document.querySelector('[data-gone]');
  const line = document.createElement('li');
  const text = document.createElement('span');
  text.textContent = `${words.textGone.replace('%r', row.label).replace('%t', row.values.join('–'))} ${said}`;
  line.append(text, ' ', button(words.discard, () => {
    keep(name, null);
    line.remove();
    place.hidden = !place.querySelector('li');
    waiting();
  }));
  place.querySelector('ul').append(line);
  place.hidden = false;
}

// --- hands on the keyboard ---

list.addEventListener('input', (event) => {
  const form = event.target.form;
  const values = typed(form);
  const before = load()[nameOf(form)];
  keep(nameOf(form), values.some(Boolean)
    ? asTyped(form, newKey()) : null);
  waiting();
  note(form, points(form) || (before?.sent ? words.unsaved : ''), values.some(Boolean) ? 'unsaved' : '');
});

list.addEventListener('submit', (event) => {
  event.preventDefault();
  if (event.target.dataset.busy) return;
  event.target.dataset.busy = '1';
  send(event.target, true).finally(() => { delete event.target.dataset.busy; });
});

const jump = document.querySelector('[data-jump]');
function go() {
  const wanted = CSS.escape(jump.value.trim());
  const row = list.querySelector(`[data-table="${wanted}"]`) ?? document.querySelector(`#q${wanted}`);
  jump.setAttribute('aria-invalid', String(Boolean(wanted) && !row));
  if (!row) return;
  jump.value = '';
  row.scrollIntoView({block: 'center'});
  row.querySelector('[data-tiles]:not(:disabled)')?.focus();
}
if (jump) {
  jump.hidden = false;
  jump.addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); go(); } });
  jump.addEventListener('change', go);
  // a keyboard starts here, not thirty fields before it; on a phone this would open the keys unasked
  if (matchMedia('(pointer: fine)').matches && !location.hash && document.activeElement === document.body) {
    jump.focus({preventScroll: true});
  }
}

restore();
