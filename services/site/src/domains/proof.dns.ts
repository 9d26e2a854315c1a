import { Resolver } from 'node:dns/promises'

/** The values of the TXT records of a name; empty where there are none. Rejects where name servers do not answer. */
export type TxtLookup = (name: string) => Promise<string[]>

const answers = new Set(['ENOTFOUND', 'ENODATA'])

/** Looks TXT records up: two tries of two seconds each. `servers` are asked in place of the machine's own. */
export function txtLookup(servers?: readonly string[]): TxtLookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async name => {
    try {
      // A long value comes in pieces.
      return (await resolver.resolveTxt(name)).map(pieces => pieces.join(''))
    } catch (error) {
      if (answers.has((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    }
  }
}
