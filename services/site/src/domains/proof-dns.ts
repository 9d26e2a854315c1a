import { Resolver } from 'node:dns/promises'
import type { Runtime } from '@lms/service-host'
import { problemOf } from './domain.rules.ts'

/** The values of the TXT records of a name; empty if there are none. Rejects if name servers do not answer. */
export type TxtLookup = (name: string) => Promise<string[]>

const answers = new Set(['ENOTFOUND', 'ENODATA'])

/** Looks up TXT records: two tries of two seconds each. `servers` replace the machine's own. */
export function txtLookup(servers?: readonly string[]): TxtLookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async name => {
    try {
      // A long value arrives in pieces.
      return (await resolver.resolveTxt(name)).map(pieces => pieces.join(''))
    } catch (error) {
      if (answers.has((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    }
  }
}

/** What keeps a record from being a proof now; silent name servers are `no_answer`. */
export const problemAt = ({ name, value }: { name: string; value: string }, lookUp: TxtLookup) =>
  lookUp(name).then(
    values => problemOf(values, value),
    () => 'no_answer' as const,
  )

/** The name servers of the installation in place of the machine's. */
export const nameServersOf = ({ config }: Pick<Runtime, 'config'>): string[] | undefined =>
  config.settings.LMS_NAME_SERVERS?.split(',')
