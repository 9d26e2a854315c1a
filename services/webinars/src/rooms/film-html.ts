// What is to be seen in a room, as HTML.
import { type Html, html } from '@lms/html'
import { videoPath } from './film.ts'
import type { RoomFilm } from './room.contract.ts'
import { roomWords } from './room.words.ts'

/** What a player may do: anything but lead away from the room. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox allow-presentation'
const allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
const devices = 'camera; microphone; display-capture'

/** The film of a room; the script takes another one for it where `data-film` differs. */
export function filmHtml(film: RoomFilm, title: string, language: string): Html {
  return html`<div id="film" data-film="${film.key}" data-origin="${film.origin}">
${insideOf(film, title, language)}</div>
`
}

function insideOf({ shows, url, isRecording }: RoomFilm, title: string, language: string): Html | null {
  const words = roomWords(language)
  // A page that would be in a frame may need to know where: the entry leads to the one that stands by itself.
  const address = isRecording ? url : videoPath
  const tab = (className: string | null, text: string) =>
    html`<a${className ? html` class="${className}"` : null} href="${address}" target="_blank" rel="noreferrer">${text}</a>`
  switch (shows) {
    case 'none':
      return null
    case 'tab':
      return html`<p>${tab('button', isRecording ? words.recording : words.join)}</p>
<p class="hint">${words.otherTab}</p>
`
    case 'media':
      return html`<video class="film" controls preload="metadata" aria-label="${title}" src="${url}"${isRecording ? html` data-watched` : null}></video>\n`
    case 'frame':
      // Players of other sites ask from where they are shown, and get no more than the school's origin.
      return html`<iframe class="film" src="${url}" title="${title}" allow="${url === videoPath ? `${devices}; ${allow}` : allow}" sandbox="${sandbox}" referrerpolicy="strict-origin-when-cross-origin"></iframe>
<p class="hint">${tab(null, words.newTab)}</p>
`
  }
}
