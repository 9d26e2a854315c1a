// The script of a room: it tells that its participant is present, and shows what its stream brings. Without it the page
// works, too, and shows what is new when it is loaded again.
import { createHash } from 'node:crypto'

/**
 * Beats are spread, so that the participants of a room do not send them all at once. While there is no stream, each beat
 * loads the page instead.
 */
export const roomScript = `
const path = location.pathname;
const at = name => path.replace('/rooms/', '/' + name + '/');
const part = id => document.getElementById(id);
const read = text => new DOMParser().parseFromString(text, 'text/html');
const made = text => read(text).body.firstElementChild;
let last = Number(part('notices').dataset.number);
let stream = null;
let again = null;
const recent = [];

function counted(text, choice) {
  const table = made(text);
  if (choice !== undefined) table.rows[Number(choice)]?.cells[0].append(' ✓');
  return table;
}
const on = {
  message({ id, html }) {
    const [fresh, before, list] = [made(html), part(id), part('messages')];
    part('none')?.remove();
    if (before) return before.replaceWith(fresh);
    list.insertBefore(fresh, [...list.children].find(each => each.id > id) ?? null);
    while (list.children.length > 200) list.firstElementChild.remove();
  },
  gone({ id }) { part(id)?.remove(); },
  pin({ html }) { part('pinned').innerHTML = html; },
  block({ id, html, counts }) {
    const before = part(id);
    if (!html) return before?.remove();
    const fresh = made(html);
    const choice = before?.dataset.choice;
    if (choice !== undefined) {
      fresh.dataset.choice = choice;
      fresh.querySelector('form, table')?.replaceWith(counted(counts, choice));
    }
    if (before) before.replaceWith(fresh);
    else part('blocks').append(fresh);
  },
  poll({ id, counts }) {
    const block = part(id);
    if (counts) block?.querySelector('table')?.replaceWith(counted(counts, block.dataset.choice));
  },
  state({ html, chat_open }) {
    const fresh = made(html);
    // The policy of the page names where its recording plays.
    if (fresh.querySelector('video') && !part('state').querySelector('video')) return location.reload();
    part('state').replaceWith(fresh);
    part('writing').hidden = !chat_open;
  },
  reset() { load(); },
};

function show(page) {
  for (const id of ['notices', 'state', 'blocks', 'chat']) {
    const [before, fresh] = [part(id), page.getElementById(id)];
    if (!fresh) return location.reload();
    if (before.outerHTML === fresh.outerHTML) continue;
    if (fresh.querySelector('video') && !before.querySelector('video')) return location.reload();
    before.replaceWith(fresh);
  }
  part('writing').hidden = page.getElementById('writing').hidden;
  const shown = Number(part('notices').dataset.number);
  last = Math.max(last, shown);
  // What the stream brought while the page was on its way.
  if (!part('messages')) return;
  for (const [number, name, data] of recent) if (number > shown) on[name](data);
}
async function load() {
  const page = await fetch(path);
  if (page.status === 404) return location.reload();
  if (page.ok) show(read(await page.text()));
}
function listen() {
  clearTimeout(again);
  stream?.close();
  stream = null;
  // Who is banned has no chat: each beat looks whether that is over.
  if (!part('messages')) return;
  const own = stream = new EventSource(at('room-streams') + '?after=' + last);
  for (const name of Object.keys(on))
    own.addEventListener(name, event => {
      const [number, data] = [Number(event.lastEventId), JSON.parse(event.data)];
      last = Math.max(last, number);
      if (name !== 'reset') recent.push([number, name, data]);
      if (recent.length > 200) recent.shift();
      on[name](data);
    });
  own.onerror = () => {
    if (own === stream && own.readyState === 2) again = setTimeout(listen, 5000 + Math.random() * 10000);
  };
}
async function beat() {
  let next = 15;
  try {
    const answer = await fetch(at('room-beats'), { method: 'POST', body: new URLSearchParams() });
    if (answer.status === 404) return location.reload();
    if (answer.ok) next = (await answer.json()).next_seconds;
    if (stream?.readyState !== 1 && !part('blocks').contains(document.activeElement)) await load();
    if (!stream) listen();
  } catch {}
  setTimeout(beat, next * (900 + Math.random() * 200));
}
addEventListener('submit', async event => {
  const form = event.target;
  if (form.method !== 'post' || new URL(form.action).pathname !== path) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  const page = await fetch(path, { method: 'POST', body }).catch(() => null);
  if (!page?.ok) return page ? location.reload() : undefined;
  if (form.id === 'writing') form.reset();
  show(read(await page.text()));
});
let watched = null;
addEventListener('timeupdate', ({ target }) => {
  const position = Math.floor(target.currentTime / 10) * 10;
  if (target.paused || position === watched) return;
  watched = position;
  fetch(at('room-beats'), { method: 'POST', body: new URLSearchParams({ position }) }).catch(() => {});
}, true);
addEventListener('online', listen);
listen();
setTimeout(beat, Math.random() * 2000);
`

/** The source of the script for the policy of the room: it is the only one that runs. */
export const scriptSource = `'sha256-${createHash('sha256').update(roomScript).digest('base64')}'`
