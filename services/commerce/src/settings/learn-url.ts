// Where a paid order leads: only to the school's own domains, or else a setting could lead buyers to anybody.
import { domainToASCII } from 'node:url'
import type { RefusalDetail } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { domainsOf } from './site-url.ts'

/** The values of a change; what it leaves out, and what it takes back, is not looked at. */
interface Change {
  orders?: { learn_url?: string | null }
}

/** The place of an address that is on no active domain of the school. Asks the site service: before anything is locked. */
export async function learnUrlProblems(
  { orders = {} }: Change,
  ctx: Pick<Work, 'work' | 'runtime'>,
): Promise<RefusalDetail[]> {
  const host = URL.parse(orders.learn_url ?? '')?.hostname
  if (!host) return []
  const domains = await domainsOf(ctx)
  const name = domainToASCII(host)
  if (domains.some(domain => name === domain || name.endsWith(`.${domain}`))) return []
  const message = `${host} is no domain of this school, and below none. Add it first: POST /v1/domains.`
  return [{ path: 'body.values.orders.learn_url', message }]
}
