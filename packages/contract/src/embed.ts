// Videos of other sites, in the players of these sites that set no cookies before they are started.

export interface Player {
  /** The origin, for the content policy. */
  origin: string
  url: string
}

const videoId = /^[\w-]{6,20}$/

/** The player for the address of a video at YouTube or Vimeo; null for any other address. */
export function playerOf(address: string): Player | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const host = url.hostname.replace(/^(www|m)\./, '')
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean)
  if (host === 'youtu.be') return youtube(first, url)
  if (host === 'youtube.com' || host === 'youtube-nocookie.com')
    return youtube(
      ['embed', 'shorts', 'live', 'v'].includes(first) ? second : (url.searchParams.get('v') ?? ''),
      url,
    )
  if (host === 'vimeo.com') return vimeo(first, url.searchParams.get('h') ?? second)
  if (host === 'player.vimeo.com' && first === 'video') return vimeo(second, url.searchParams.get('h') ?? '')
  return null
}

function youtube(id: string, { searchParams }: URL): Player | null {
  if (!videoId.test(id)) return null
  const origin = 'https://www.youtube-nocookie.com'
  const start = /^(\d{1,6})s?$/.exec(searchParams.get('t') ?? searchParams.get('start') ?? '')?.[1]
  return { origin, url: `${origin}/embed/${id}?rel=0${start ? `&start=${start}` : ''}` }
}

/** `hash` is the key of a video that is not listed. */
function vimeo(id: string, hash: string): Player | null {
  if (!/^\d{5,15}$/.test(id)) return null
  const origin = 'https://player.vimeo.com'
  return { origin, url: `${origin}/video/${id}?dnt=1${/^[0-9a-f]{6,20}$/.test(hash) ? `&h=${hash}` : ''}` }
}
