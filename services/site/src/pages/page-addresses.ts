// A path of a school belongs to one page or one redirect. Whoever gives a path away or takes one holds the lock of the
// redirects, so that none is added meanwhile.
import { maxOf, newId, Refused } from '@lms/contract'
import type { Stores } from '../builder.ts'
import { redirects as redirectOperations } from '../redirects/redirect.contract.ts'
import { isReserved } from '../redirects/reserved-paths.ts'
import { refusals } from './page.contract.ts'
import type { PageRow } from './page.store.ts'

/** Refuses a path that is not free for a page, and keeps it free of redirects until the end of the work. */
export async function takePath(path: string, page: PageRow | null, { redirects }: Stores): Promise<void> {
  if (isReserved(path)) throw new Refused(refusals.page_path_reserved)
  const [, redirect] = await Promise.all([redirects.lockCapacity(), redirects.from(path)])
  if (!redirect) return
  // A page returns to a path that it has left.
  if (redirect.target !== page?.path) throw new Refused(refusals.page_path_redirected)
  redirects.remove(redirect)
}

/** Leads from the path that a published page leaves to its new one, and so does every redirect that led there. */
export async function leavePath(from: string, to: string, { redirects }: Stores): Promise<void> {
  await redirects.refuseBeyond(maxOf(redirectOperations.create.bound)!)
  redirects.retarget(from, to)
  redirects.insert({ from_path: from, target: to, permanent: true, ...redirects.fresh(newId('rdr')) })
}
