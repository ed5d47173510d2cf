// The editor without page loads: links and forms of the editor fetch the same page as a fragment. The server decides
// what is legal; without this module every step is an ordinary page.
const editor = document.getElementById('editor');
const note = document.getElementById('editor-note');

async function load(address, options = {}) {
  const focus = document.activeElement?.id;
  editor.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(address, { ...options, headers: { 'X-Fragment': '1' } });
    const here = new URL(answer.url);
    if (!answer.ok || !here.pathname.startsWith('/g/drafts/')) {
      location.assign(answer.ok ? answer.url : location.href);
      return;
    }
    editor.innerHTML = await answer.text();
    history.replaceState(null, '', here.pathname + here.search);
    const status = editor.querySelector('[data-status]');
    note.textContent = [...editor.querySelectorAll('.note p')].map((part) => part.textContent).join(' ')
      || status.querySelector('strong').textContent;
    const next = [focus, 'lay', 'rotation-0'].map((id) => id && document.getElementById(id)).find(Boolean);
    (next ?? status).focus({ preventScroll: true });
  } catch {
    note.textContent = editor.dataset.offline;
    alertLine(editor.dataset.offline);
  } finally {
    editor.removeAttribute('aria-busy');
  }
}

function alertLine(text) {
  let line = editor.querySelector('.offline');
  if (!line) {
    line = document.createElement('p');
    line.className = 'offline note warning';
    editor.prepend(line);
  }
  line.textContent = text;
}

// One step at a time: who is quicker than the answer presses what the answer shows in the same place.
let steps = Promise.resolve();
const queue = (step) => { steps = steps.then(step); };

function asNow(pressed) {
  if (pressed.isConnected) return pressed;
  if (pressed.id) return document.getElementById(pressed.id);
  const place = (link) => new URLSearchParams(link.getAttribute('href')).get('at');  // in SVG a link knows no `search`
  return place(pressed) && [...editor.querySelectorAll('.targets a')].find((link) => place(link) === place(pressed));
}

editor?.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!link.getAttribute('href').startsWith('?')) return;
  event.preventDefault();
  queue(() => {
    const now = asNow(link);
    return now && load(location.pathname + now.getAttribute('href'));
  });
});

editor?.addEventListener('submit', (event) => {
  const form = event.target;
  const button = event.submitter;
  if ('plain' in form.dataset || button?.value === 'send') return;
  event.preventDefault();
  if (form.method === 'get') {
    const data = new FormData(form, button);
    queue(() => load(`${location.pathname}?${new URLSearchParams(data)}`));
    return;
  }
  queue(() => {
    const now = form.isConnected ? button : button?.id && document.getElementById(button.id);
    return now && load(location.pathname, { method: 'POST', body: new FormData(now.form, now) });
  });
});

// r turns the chosen tile, u takes the last move back; not while a field has the focus.
addEventListener('keydown', (event) => {
  if (!editor || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest?.('input:not([type="radio"]), select, textarea')) return;
  if (event.key === 'u') document.getElementById('undo')?.click();
  if (event.key !== 'r') return;
  const turns = [...editor.querySelectorAll('.turns .pick')];
  const now = turns.findIndex((turn) => turn.hasAttribute('aria-current'));
  turns[(now + 1) % turns.length]?.click();
});

// The set-up shows the seats that take part.
const kind = document.getElementById('id_kind');
function seats() {
  const doubles = kind.value === 'doubles';
  const count = doubles ? 4 : Number(kind.value);
  for (const seat of document.querySelectorAll('[data-seat]')) {
    const number = Number(seat.dataset.seat);
    seat.hidden = number > count;
    const colour = seat.querySelector('select')?.closest('.field');
    if (colour) colour.hidden = doubles && number > 2;
  }
}
if (kind) {
  kind.addEventListener('change', seats);
  seats();
  for (const element of document.querySelectorAll('[data-scriptless]')) element.hidden = true;
}
