// Result forms: the points are shown while the tiles are typed, a chosen file is read at once, rows of the quick entry
// are stored one by one without a page load and kept on the device while there is no connection.

const pointsOf = (table, left, right) => {
  const margin = Math.min(Math.abs(left - right), table.length - 1);
  const winner = table[margin];
  return left >= right ? [winner, 200 - winner] : [200 - winner, winner];
};
const shown = (tenths) => (tenths / 10).toLocaleString(document.documentElement.lang, {minimumFractionDigits: 1});
const whole = (field) => (field && /^\d{1,3}$/.test(field.value.trim()) ? Number(field.value) : null);

// --- cards of one game ---

for (const card of document.querySelectorAll('[data-game][data-tp]')) {
  const table = card.dataset.tp.split(',').map(Number);
  const part = (name) => card.querySelector(`[data-part="${name}"]`);
  const line = card.querySelector('[data-computed]');
  const output = card.querySelector('[data-points]');
  if (!line || !output) continue;
  const compute = () => {
    const [left, right] = [whole(part('tiles-left')), whole(part('tiles-right'))];
    line.hidden = left === null || right === null;
    if (line.hidden) return;
    const deadlock = card.querySelector('input[name$="deadlock"]')?.checked;
    const [a, b] = deadlock ? [100, 100] : pointsOf(table, left, right);
    output.textContent = `${shown(a)} – ${shown(b)}`;
  };
  card.addEventListener('input', compute);
  compute();

  const file = card.querySelector('input[type="file"]');
  if (!file) continue;
  const read = () => {
    if (file.files.length) card.querySelector('button[name="read"]')?.click();
  };
  file.addEventListener('change', read);
  // a file chosen before this script ran; one that the browser kept on the way back is not read a second time
  if (performance.getEntriesByType('navigation')[0]?.type === 'navigate') read();
}
document.querySelector('.reading')?.focus();

// --- quick entry ---

const list = document.querySelector('[data-quick]');
if (list) quickEntry(list);

function quickEntry(list) {
  const store = `quick:${list.dataset.quick}`;
  const table = list.dataset.tp.split(',').map(Number);
  const all = () => [...list.querySelectorAll('form[data-row]')];
  const load = () => {
    try {
      return JSON.parse(localStorage.getItem(store)) ?? {};
    } catch {
      return {};
    }
  };
  const keep = (row, value) => {
    const kept = load();
    if (value) kept[row] = value;
    else delete kept[row];
    try {
      localStorage.setItem(store, JSON.stringify(kept));
    } catch { /* a full or forbidden store only costs the comfort */ }
  };
  const note = (form, text, state) => {
    form.closest('li').className = state;
    form.querySelector('[data-note]').textContent = text;
  };
  const focusNext = (form) => {
    const forms = all();
    const open = (other) => !other.left.disabled;
    const next = forms.slice(forms.indexOf(form) + 1).find(open) ?? forms.find(open);
    const end = document.querySelector('[data-all-stored]');
    if (end) end.hidden = Boolean(next);
    (next?.left ?? end?.querySelector('a') ?? form.left).focus();
  };

  // what could not be stored before is there again
  const kept = load();
  for (const form of all()) {
    const old = kept[form.dataset.row];
    if (old && old.game === form.game.value && !form.left.value) {
      [form.left.value, form.right.value] = [old.left, old.right];
      note(form, list.dataset.unsaved, 'unsaved');
    }
  }

  list.addEventListener('input', (event) => {
    const form = event.target.form;
    const [left, right] = [whole(form.left), whole(form.right)];
    keep(form.dataset.row, form.left.value || form.right.value
      ? {game: form.game.value, left: form.left.value, right: form.right.value} : null);
    if (left === null || right === null) return;
    note(form, pointsOf(table, left, right).map(shown).join(' – '), 'unsaved');
  });

  list.addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target;
    if (form.dataset.busy) return;
    form.dataset.busy = '1';
    try {
      const answer = await fetch(form.action, {method: 'POST', body: new FormData(form), headers: {'X-Fragment': '1'}});
      const said = await answer.json();
      if (!answer.ok) return note(form, said.error, 'unsaved');
      keep(form.dataset.row, null);
      for (const row of said.opened) list.insertAdjacentHTML('beforeend', row);
      const {next} = said;
      if (next) {
        form.left.value = form.right.value = '';
        [form.game.value, form.version.value] = [next.game, next.version];
        note(form, `${said.done} · ${next.score}`, 'done');
        const name = form.querySelector('[data-game]');
        name.textContent = next.game > Number(name.dataset.game)
          ? name.dataset.extra.replace('%n', next.game) : name.textContent.replace(/\d+/, next.game);
        form.left.focus();
      } else { // what was stored stays to be looked over
        for (const field of form.elements) field.disabled = true;
        note(form, said.done, 'done');
        focusNext(form);
      }
    } catch {
      note(form, list.dataset.offline, 'unsaved');
    } finally {
      delete form.dataset.busy;
    }
  });

  const jump = document.querySelector('[data-jump]');
  if (!jump) return;
  jump.hidden = false;
  jump.addEventListener('change', () => {
    const wanted = CSS.escape(jump.value.trim());
    const row = list.querySelector(`[data-table="${wanted}"]`) ?? document.querySelector(`#q${wanted}`);
    row?.querySelector('input[name="left"]').focus();
    jump.value = '';
  });
}
