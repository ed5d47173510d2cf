// Small comforts for every page; nothing here is needed to use the site.

// A menu closes on Escape (the focus returns to its button) and on a press elsewhere.
const menus = document.querySelectorAll('details.menu');
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const menu of menus) {
    if (!menu.open) continue;
    menu.open = false;
    menu.querySelector('summary').focus();
  }
});
addEventListener('pointerdown', (event) => {
  for (const menu of menus) if (menu.open && !menu.contains(event.target)) menu.open = false;
});

// In a scrolling row of tabs the current one stands in view.
for (const tab of document.querySelectorAll('.tabs [aria-current]')) {
  const row = tab.closest('.tabs');
  row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

// After a refused form the summary of errors is the first thing read.
document.getElementById('errors')?.focus();

// Buttons that copy: data-copy holds an address, or "#id" of the field whose text is meant; data-done is said afterwards.
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const field = button.dataset.copy.startsWith('#') ? document.querySelector(button.dataset.copy) : null;
  const text = field ? field.value : new URL(button.dataset.copy, location.href).href;
  const said = button.querySelector('[data-label]') ?? button;
  try {
    await navigator.clipboard.writeText(text);
    const before = said.textContent;
    said.textContent = button.dataset.done;
    setTimeout(() => { said.textContent = before; }, 2000);
  } catch {
    if (field) return field.select();
    prompt(button.dataset.prompt ?? '', text);
  }
});
for (const button of document.querySelectorAll('[data-copy][hidden]')) button.hidden = false;

// Times are shown in the reader's zone: the account's, else the browser's, kept in a cookie for the server.
if (!/(?:^|; )tz=/.test(document.cookie)) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) document.cookie = `tz=${zone}; path=/; max-age=31536000; samesite=lax`;
}

// A page that waits for something looks again after some seconds.
for (const element of document.querySelectorAll('[data-reload]')) {
  setTimeout(() => location.reload(), 1000 * element.dataset.reload);
}
