// The script of a room: it tells that its participant is present, and shows what is new. Without it the page works, too,
// and shows what is new when it is loaded again.
import { createHash } from 'node:crypto'

/** Beats are spread, so that the participants of a room do not send them all at once. */
export const roomScript = `
const parts = ['state', 'blocks', 'chat'];
const beats = location.pathname.replace('/rooms/', '/room-beats/');
const busy = part => part.contains(document.activeElement);
async function beat() {
  let next = 15;
  try {
    const answer = await fetch(beats, { method: 'POST', body: new URLSearchParams() });
    if (answer.status === 404) return location.reload();
    if (answer.ok) {
      next = (await answer.json()).next_seconds;
      const page = await fetch(location.pathname);
      const fresh = new DOMParser().parseFromString(await page.text(), 'text/html');
      for (const id of parts) {
        const [before, now] = [document.getElementById(id), fresh.getElementById(id)];
        if (before && now && !busy(before) && before.outerHTML !== now.outerHTML) before.replaceWith(now);
      }
    }
  } catch {}
  setTimeout(beat, next * (900 + Math.random() * 200));
}
setTimeout(beat, Math.random() * 2000);
`

/** The source of the script for the policy of the room: it is the only one that runs. */
export const scriptSource = `'sha256-${createHash('sha256').update(roomScript).digest('base64')}'`
