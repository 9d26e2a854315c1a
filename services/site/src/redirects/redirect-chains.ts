// A redirect leads to no other redirect, so that none goes round for ever.
import { type RefusalDetail, Refused } from '@lms/contract'
import type { Stores } from '../builder.ts'
import { type Redirect, refusals } from './redirect.contract.ts'
import { placeOf, plainOf } from './redirect.rules.ts'

const further: RefusalDetail = {
  path: 'body.target',
  message: 'another redirect has this address as its from_path',
}
const before: RefusalDetail = { path: 'body.from_path', message: 'another redirect leads to this address' }
const back: RefusalDetail = { path: 'body.target', message: 'this address is led to from_path, and so on' }

/** Refuses a redirect to another redirect, and one that another leads to. */
export async function refuseChain(
  { from_path, target }: Pick<Redirect, 'from_path' | 'target'>,
  { redirects, pages, domains }: Stores,
): Promise<void> {
  const hosts = await domains.activeHosts()
  const own = ['', ...hosts.map(host => `https://${host}`)]
  /** The paths at which a visit to a target looks for a redirect. A page at the first one is found before. */
  const lookedAt = async (address: string): Promise<string[]> => {
    const path = placeOf(address, hosts)
    if (path === null) return []
    const plain = plainOf(path)
    return plain === null || (await pages.isAt(path)) ? [path] : [path, plain]
  }
  const [ahead, leading] = await Promise.all([
    lookedAt(target),
    redirects.targetsAt(own.map(address => address + from_path)),
  ])
  const [isRedirected, behind] = await Promise.all([
    redirects.isFromAny(ahead),
    Promise.all(leading.map(lookedAt)),
  ])
  const details = [
    ...(ahead.includes(from_path) ? [back] : isRedirected ? [further] : []),
    ...(behind.flat().includes(from_path) ? [before] : []),
  ]
  if (details.length) throw new Refused(refusals.redirect_chained, undefined, { details })
}
