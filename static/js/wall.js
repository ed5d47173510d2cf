// The slides of a hall screen. Without the script a refresh of the page leads from one to the next.
//
// Each turn asks for the next slide, which is drawn from what is known at that moment. If there is no answer the slide
// on show stays, with the time of the last answer, and the next turn tries again.

const wall = document.getElementById('wall');
const note = document.getElementById('wall-note');
const button = document.getElementById('wall-pause');
const every = 1000 * Number(wall.dataset.every);

let next = wall.dataset.next;
let last = new Date();
let paused = false;

async function turn() {
  if (paused) return;
  try {
    const answer = await fetch(`${wall.dataset.live}&slide=${next}`, {cache: 'no-store', credentials: 'same-origin'});
    if (!answer.ok) throw new Error(String(answer.status));
    const slide = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.slide');
    wall.replaceChildren(document.adoptNode(slide));
    next = slide.dataset.next;
    last = new Date();
    note.textContent = '';
  } catch {
    const time = last.toLocaleTimeString(document.documentElement.lang, {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
    note.textContent = note.dataset.offline.replace('%t', time);
  }
}

button.hidden = false;
button.addEventListener('click', () => {
  paused = !paused;
  button.setAttribute('aria-pressed', String(paused));
  button.textContent = paused ? button.dataset.resume : button.dataset.stop;
});
setInterval(turn, every);
