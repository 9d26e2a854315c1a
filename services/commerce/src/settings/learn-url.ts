// Where a paid order leads: only to the school's own domains, or else a setting could lead buyers to anybody.
import { domainToASCII } from 'node:url'
import type { RefusalDetail } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { domainsOf } from './site-url.ts'

type At = Pick<Work, 'work' | 'runtime'>

/** The values of a change; what it leaves out, and what it takes back, is not looked at. */
interface Change {
  orders?: { learn_url?: string | null }
}

/** The place of an address that is on no active domain of the school. Asks the site service: before anything is locked. */
export async function learnUrlProblems({ orders = {} }: Change, at: At): Promise<RefusalDetail[]> {
  const message = await foreignAddress(orders.learn_url, at)
  return message === null ? [] : [{ path: 'body.values.orders.learn_url', message }]
}

/** Why an address is none of the school's; null for one that is, and for none. Asks the site service, too. */
export async function foreignAddress(url: string | null | undefined, at: At): Promise<string | null> {
  const host = URL.parse(url ?? '')?.hostname
  if (!host) return null
  const domains = await domainsOf(at)
  const name = domainToASCII(host)
  if (domains.some(domain => name === domain || name.endsWith(`.${domain}`))) return null
  return `${host} is no domain of this school, and below none. Add it first: POST /v1/domains.`
}
