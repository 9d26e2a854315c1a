// Links of the storage in answers: whole addresses, also where the storage has none of its own.
import { type SchoolRuntime, siteUrlAt } from '@lms/service-host'
import type { Stores } from '../builder.ts'

/** Puts the school's primary domain before a path at the school's own address; other addresses stay. */
export async function ownAddress(
  { domains }: Pick<Stores, 'domains'>,
  { config }: Pick<SchoolRuntime, 'config'>,
): Promise<(url: string) => string> {
  const host = await domains.primaryHost()
  return url => (host && url.startsWith('/') ? siteUrlAt(host, config) + url : url)
}
