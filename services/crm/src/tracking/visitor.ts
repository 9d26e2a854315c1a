// Who loads a picture or follows a link, by the User-Agent. Pure.
import { isbot } from 'isbot'

/**
 * `unsure`: a mail program that loads the pictures of every mail when it comes, so that nobody knows whether a person has opened
 * it.
 */
export type Visitor = 'person' | 'machine' | 'unsure'

/** Gmail and Yahoo load the pictures of a mail through these when a person opens it. */
const imageProxies = /GoogleImageProxy|YahooMailProxy/i
/** All that Apple’s Mail Privacy Protection says of itself. */
const applePrefetch = /^Mozilla\/5\.0$/

/** A link is followed by the browser itself: there a proxy of pictures is a program like any other. */
export function visitorOf(agent: string, kind: 'links' | 'opens'): Visitor {
  if (kind === 'opens' && imageProxies.test(agent)) return 'person'
  if (kind === 'opens' && applePrefetch.test(agent.trim())) return 'unsure'
  return isbot(agent) ? 'machine' : 'person'
}
