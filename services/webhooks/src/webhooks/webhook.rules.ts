// Rules for subscriptions. Pure except for the look-up of the address.
import { randomBytes } from 'node:crypto'
import { type Caller, eventCatalogue, mayReceive, Refused, readerOf, readsEveryEvent } from '@lms/contract'
import { BlockedAddressError, checkUrl, ResolveError, resolveChecked } from '@lms/service-host/outside'
import { isKnownMask, takes } from '../events/event-masks.ts'
import type { Outside } from '../outside.ts'
import { refusals } from './webhook-refusals.ts'

/** A secret of 192 random bits, in the form that the libraries of Standard Webhooks take: `whsec_` and base64. */
export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`

/** The masks, each once; refuses those that the catalogue lacks, with their `place` in the body. */
export function checkMasks(masks: readonly string[], field = 'events'): string[] {
  const unknown = masks.filter(mask => !isKnownMask(mask))
  if (unknown.length === 0) return [...new Set(masks)]
  const details = unknown.map(mask => ({
    path: `body.${field}.${masks.indexOf(mask)}`,
    message: `there is no event or group ${JSON.stringify(mask)}`,
  }))
  throw new Refused(refusals.unknown_event, undefined, { details })
}

/**
 * Refuses masks of events that the caller may not read, with the missing permissions. The masks are those of the body,
 * or those that `label` describes.
 */
export function checkReadable(
  masks: readonly string[],
  { rights }: Pick<Caller, 'rights'>,
  label?: string,
): void {
  const details = masks.flatMap((mask, index) => {
    const missing = eventCatalogue
      .filter(({ type }) => takes([mask], type) && !mayReceive(type, rights))
      .map(({ type }) => readerOf(type))
    if (missing.length === 0) return []
    const either = missing.includes(readsEveryEvent)
      ? readsEveryEvent
      : `${[...new Set(missing)].join(' and ')}, or ${readsEveryEvent}`
    if (label) return [{ path: 'id', message: `${mask} ${label} needs ${either}` }]
    return [{ path: `body.events.${index}`, message: `${mask} needs ${either}` }]
  })
  if (details.length) throw new Refused(refusals.events_unreadable, undefined, { details })
}

/**
 * Refuses an address that the guard forbids or that does not exist. It looks up the name, so call it before any lock.
 * While our own resolver is down the address passes: the guard checks it again at every delivery.
 */
export async function checkAddress(
  url: string,
  { settings: { policy }, resolver }: Pick<Outside, 'settings' | 'resolver'>,
): Promise<void> {
  const check = checkUrl(url, policy)
  if (!check.ok) throw refused(check.range ? `${check.problem}: ${check.range}` : check.problem)
  try {
    const plain = check.url.protocol === 'http:'
    await resolveChecked(check.url.hostname.replace(/^\[|\]$/g, ''), { resolver, policy, plain })
  } catch (error) {
    if (error instanceof BlockedAddressError)
      throw refused(error.range ? `${error.problem}: ${error.range}` : error.problem)
    if (error instanceof ResolveError && error.ours) return
    throw error instanceof ResolveError ? refused(`dns: ${error.code}`) : error
  }
}

const refused = (reason: string) =>
  new Refused(refusals.webhook_url_refused, undefined, { details: [{ path: 'body.url', message: reason }] })
