// Pairing by hand: doubts are told while one types. Without this script the button "Check" tells them.

const form = document.querySelector('form[data-doubts]');
if (form) {
  const place = document.getElementById(form.dataset.doubts);
  let waiting, asking;
  const ask = async () => {
    asking?.abort();
    asking = new AbortController();
    const body = new FormData(form);
    body.set('act', 'check');
    try {
      const answer = await fetch(form.action, {method: 'POST', body, headers: {'X-Fragment': '1'}, signal: asking.signal});
      if (answer.ok) place.innerHTML = await answer.text();
    } catch { /* offline, or typed on: the next answer tells */ }
  };
  form.querySelector('.sheet').addEventListener('change', () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 300);
  });
}
