// The HTML of an e-mail with links that lead through the school's site, and a picture that tells the opening.
import { withEnd } from '../content/document.ts'
import { decoded, encoded } from '../content/links.ts'
import { burst } from './hit.rules.ts'
import { hiddenLink, opening } from './tracked-token.ts'

interface Tracking {
  /** The targets of the content, in the order of their numbers from 1. */
  links: readonly string[]
  clicks: boolean
  opens: boolean
  /** `{site_url}/links/<token>`, or of the picture. */
  url: (kind: 'links' | 'opens', number: number) => string
  /** A target as it is where links are not tracked. */
  marked: (target: string) => string
}

/** Only kept targets are replaced: a link that a value has made leads where it did. */
export function withTracking(html: string, { links, clicks, opens, url, marked }: Tracking): string {
  const numbers = new Map(links.map((target, index) => [target, index + 1]))
  const led = html.replace(/href="([^"]*)"/g, (match, written: string) => {
    const target = decoded(written)
    const number = numbers.get(target)
    if (!number) return match
    return `href="${clicks ? url('links', number) : encoded(marked(target))}"`
  })
  // Filters of mail punish hidden links: where a program that follows all links is told by their number, there is none.
  const hidden =
    clicks && links.length > 0 && links.length < burst.links
      ? `<a href="${url('links', hiddenLink)}" style="display:none" aria-hidden="true" tabindex="-1"></a>`
      : ''
  const picture = opens ? `<img src="${url('opens', opening)}" width="1" height="1" alt="">` : ''
  return withEnd(led, `${hidden}${picture}`)
}
