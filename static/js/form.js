// Result forms: the points are shown while the tiles are typed, and a chosen file is read at once.

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
