// What is to be seen in a room: the video while the session is live, then its recording.
import type { Recording } from '../recordings/recording.contract.ts'
import { isVideoOpen } from '../sessions/session.rules.ts'
import type { SessionRow } from '../sessions/session.store.ts'
import type { WebinarsSettings } from '../settings/webinars-settings.ts'
import { atSeconds, filmAt } from '../video/players.ts'
import type { Film } from '../video/provider/provider.ts'
import { videoProviders } from '../video/providers.ts'
import type { RoomFilm } from './room.contract.ts'

/** What decides it. */
export interface Filmed {
  session: SessionRow
  recording: Pick<Recording, 'url'>
  settings: WebinarsSettings
}

/** The address behind the room at which an entry leads to the video. */
export const videoPath = '?video'

const none: RoomFilm = { shows: 'none', key: '', url: '', origin: '', isRecording: false }
const inTab = (url: string): RoomFilm => ({ ...none, shows: 'tab', key: `tab ${url}`, url })

/** What is to be seen now. An auto-webinar plays for everybody from the same position. */
export function filmOf({ session, recording, settings }: Filmed, now: Date): RoomFilm {
  if (isVideoOpen(session)) {
    const film = videoProviders[session.video].film(session, settings)
    if (!film) return inTab(videoPath)
    if (film.shows === 'entry') return { ...shownAs(film), url: videoPath }
    const seconds = session.auto ? Math.floor((now.getTime() - Date.parse(session.started_at!)) / 1000) : 0
    return { ...shownAs(film), url: atSeconds(film, seconds) }
  }
  if (recording.url === null) return none
  const film = filmAt(recording.url)
  return film ? { ...shownAs(film), isRecording: true } : { ...inTab(recording.url), isRecording: true }
}

const shownAs = ({ shows, url, origin }: Film): RoomFilm => ({
  ...{ shows: shows === 'media' ? 'media' : 'frame', key: `${shows} ${url}`, url, origin },
  isRecording: false,
})

/**
 * What the content policy of the room allows, for the video also before it begins, so that it comes into the page that is
 * there. The way of an entry to its provider begins at the school's own address, whose own pages no frame shows.
 */
export function sourcesOf({ session, recording, settings }: Filmed): {
  frames: string[]
  media: string | null
} {
  const isToCome = session.status === 'scheduled' || session.status === 'live'
  const video = isToCome ? videoProviders[session.video].film(session, settings) : null
  const film = video ?? (recording.url === null ? null : filmAt(recording.url))
  if (!film) return { frames: [], media: null }
  if (film.shows === 'media') return { frames: [], media: film.origin }
  return { frames: film.shows === 'entry' ? ["'self'", film.origin] : [film.origin], media: null }
}
