// What plays in the room itself, by its address: videos of sites whose players may stand in frames of others, and files that
// browsers play. Zoom, Google Meet, Microsoft Teams, Webex and GoTo forbid frames, meet.jit.si ends them after five minutes,
// and what an unknown page does cannot be seen from outside: all of those open in a tab of their own.
import { playerOf } from '@lms/contract'
import type { Film } from './provider/provider.ts'

/** What plays at this address in the room; null for what opens in a tab of its own. */
export function filmAt(address: string): Film | null {
  const url = URL.parse(address)
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return null
  if (isMedia(url)) return { shows: 'media', url: url.href, origin: url.origin }
  const player = playerOf(address)?.url ?? otherPlayer(url)
  return player === null ? null : { shows: 'player', url: player, origin: new URL(player).origin }
}

/** Whether the address is that of a file which a browser plays, and not of a page. */
const isMedia = ({ pathname }: URL): boolean => /\.(?:mp4|m4v|webm|ogv|mp3|m4a|ogg|wav)$/i.test(pathname)

/** By host, a pattern of the path and query, and the address of its player. */
const players: readonly (readonly [host: RegExp, address: RegExp, player: string])[] = [
  [
    /^vimeo\.com$/,
    /^\/event\/(\d{5,15})(?:\/embed)?(?:\/([0-9a-f]{6,20}))?$/,
    'https://vimeo.com/event/$1/embed/$2',
  ],
  [/^kinescope\.io$/, /^\/(?:embed\/)?([\w-]{8,40})$/, 'https://kinescope.io/embed/$1'],
  [
    /^rutube\.ru$/,
    /^\/(?:live\/video|video|play\/embed)\/(?:private\/)?([0-9a-f]{20,40})\/?(?:\?p=([\w-]{1,60}))?$/,
    'https://rutube.ru/play/embed/$1?p=$2',
  ],
  [
    /^(?:vk\.com|vkvideo\.ru)$/,
    /^\/video(-?\d{1,15})_(\d{1,15})$/,
    'https://vkvideo.ru/video_ext.php?oid=$1&id=$2',
  ],
  [
    /^(?:vk\.com|vkvideo\.ru)$/,
    /^\/video_ext\.php\?oid=(-?\d{1,15})&id=(\d{1,15})&hash=([0-9a-f]{6,40})$/,
    'https://vkvideo.ru/video_ext.php?oid=$1&id=$2&hash=$3',
  ],
]

function otherPlayer({ hostname, pathname, search }: URL): string | null {
  const host = hostname.replace(/^(?:www|m)\./, '')
  for (const [ofHost, pattern, player] of players) {
    const match = ofHost.test(host) ? pattern.exec(pathname + search) : null
    if (match) return player.replace(/\$(\d)/g, (_, group) => match[group] ?? '').replace(/(?:\/|\?p=)$/, '')
  }
  return null
}

/** The address with the position, in seconds, at which the player begins. */
export function atSeconds({ shows, url, origin }: Film, seconds: number): string {
  if (seconds <= 0) return url
  // Media Fragments URI 1.0, which Vimeo takes as well.
  if (shows === 'media' || origin === 'https://player.vimeo.com') return `${url}#t=${seconds}`
  const at = new URL(url)
  at.searchParams.set(origin === 'https://www.youtube-nocookie.com' ? 'start' : 't', String(seconds))
  return at.href
}
