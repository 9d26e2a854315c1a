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

function counted(text, choices) {
  const table = made(text);
  for (const choice of choices?.split(' ') ?? []) table.rows[Number(choice)]?.cells[0].append(' ✓');
  return table;
}
const origins = part('notices').dataset.origins.split(' ');
function setFilm(fresh) {
  const before = part('film');
  if (before.dataset.film === fresh.dataset.film) return;
  // The policy of the page names what it may show. Not all load it at once.
  if (fresh.dataset.origin && !origins.includes(fresh.dataset.origin))
    return void setTimeout(() => location.reload(), Math.random() * 2000);
  before.replaceWith(fresh);
}
// The stream is the same for all languages and zones.
function local(node) {
  for (const time of node.querySelectorAll('[data-role] time'))
    time.textContent = new Date(time.dateTime).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return node;
}
function marked(message, list) {
  const name = message.querySelector('strong');
  if (message.dataset.role !== 'staff' || message.querySelector('small')) return message;
  const mark = document.createElement('small');
  mark.textContent = '(' + list.dataset.staff + ') ';
  if (name) name.after(' ', mark);
  else message.prepend(mark);
  return message;
}
const ended = list => list.scrollTop = list.scrollHeight;
const on = {
  message({ id, html }) {
    const [before, list] = [part(id), part('messages')];
    const fresh = local(marked(made(html), list));
    part('none')?.remove();
    if (before) return before.replaceWith(fresh);
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 50;
    list.insertBefore(fresh, [...list.children].find(each => each.id > id) ?? null);
    while (list.children.length > 200) list.firstElementChild.remove();
    if (isAtEnd) ended(list);
  },
  question({ id, html }) {
    const [before, fresh] = [part('q-' + id), local(made(html))];
    if (before && 'voted' in before.dataset) {
      fresh.dataset.voted = '';
      fresh.querySelector('form')?.remove();
    }
    if (before) before.replaceWith(fresh);
    else part('asked').append(fresh);
  },
  hands({ html }) { part('hands').innerHTML = html; },
  gone({ id }) { (part('q-' + id) ?? part(id))?.remove(); },
  pin({ html }) { part('pinned').innerHTML = html; },
  block({ id, html, counts }) {
    const before = part(id);
    if (!html) return before?.remove();
    const fresh = made(html);
    const choices = before?.dataset.choices;
    if (choices !== undefined) {
      fresh.dataset.choices = choices;
      fresh.querySelector('form, table')?.replaceWith(counted(counts, choices));
    }
    if (before) before.replaceWith(fresh);
    else part('blocks').append(fresh);
  },
  poll({ id, counts }) {
    const block = part(id);
    if (counts) block?.querySelector('table')?.replaceWith(counted(counts, block.dataset.choices));
  },
  state({ html, film, chat_open, is_live }) {
    part('state').replaceWith(made(html));
    setFilm(made(film));
    part('writing').hidden = !chat_open;
    part('hand').hidden = !is_live;
  },
  reset() { load(); },
};

function show(page) {
  for (const id of ['notices', 'state', 'blocks', 'chat', 'questions']) {
    const [before, fresh] = [part(id), page.getElementById(id)];
    if (!fresh) return location.reload();
    if (before.outerHTML === fresh.outerHTML) continue;
    before.replaceWith(local(fresh));
  }
  if (part('messages')) ended(part('messages'));
  setFilm(page.getElementById('film'));
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
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const page = await fetch(path, { method: 'POST', body }).catch(() => null);
  if (!page?.ok) return page ? location.reload() : undefined;
  if (form.id === 'writing') form.reset();
  show(read(await page.text()));
});
let watched = null;
addEventListener('timeupdate', ({ target }) => {
  const position = Math.floor(target.currentTime / 10) * 10;
  if (target.paused || !('watched' in target.dataset) || position === watched) return;
  watched = position;
  fetch(at('room-beats'), { method: 'POST', body: new URLSearchParams({ position }) }).catch(() => {});
}, true);
// A browser puts no tab to sleep that holds a lock: beats go on while the video is seen in another one.
navigator.locks?.request(path, { mode: 'shared' }, () => new Promise(() => {}));
addEventListener('online', listen);
listen();
local(part('chat'));
local(part('questions'));
if (part('messages')) ended(part('messages'));
setInterval(() => {
  for (const until of document.querySelectorAll('.until')) {
    const seconds = Math.max(0, Math.round((new Date(until.dateTime) - Date.now()) / 1000));
    const parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(each => String(Math.floor(each)).padStart(2, '0'));
    until.textContent = (seconds < 3600 ? parts.slice(1) : parts).join(':');
  }
}, 1000);
setTimeout(beat, Math.random() * 2000);
`

/** The source of the script for the policy of the room: it is the only one that runs. */
export const scriptSource = `'sha256-${createHash('sha256').update(roomScript).digest('base64')}'`
