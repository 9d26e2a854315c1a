import { Resolver as DnsResolver } from 'node:dns/promises'

/** Looks up names. Replaceable in tests. */
export type Resolver = {
  /** All IPv4 and IPv6 addresses of a name; rejects with an error that has a `node:dns` `code`. */
  resolve(hostname: string): Promise<string[]>
  /** Whether the resolver answers at all, to tell its own outage from a dead zone. Absent: taken as down. */
  isAlive?(): Promise<boolean>
}

const DEFINITIVE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ENONAME'])

/** Whether a `node:dns` error code is an answer (no such name, no address) and not a failure to answer. */
export const isDefinitive = (code: string): boolean => DEFINITIVE.has(code)

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'EUNKNOWN'

/**
 * A resolver over the machine's name servers. It asks them directly and not through `getaddrinfo`: that would
 * add the cluster's search domains to a receiver's name, and a few slow names would fill the four threads
 * that all file and DNS work of the process shares. It reads no hosts file.
 *
 * @param timeoutMs for each of two tries
 * @param servers `address` or `address:port` of the name servers, in place of the machine's
 */
export function createResolver({
  timeoutMs = 2_000,
  servers,
}: {
  timeoutMs?: number
  servers?: readonly string[]
} = {}): Resolver {
  const dns = new DnsResolver({ timeout: timeoutMs, tries: 2 })
  if (servers) dns.setServers(servers)
  return {
    async resolve(hostname) {
      const results = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
      const addresses = results.flatMap(result => (result.status === 'fulfilled' ? result.value : []))
      if (addresses.length > 0) return addresses
      const errors = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
      throw errors.find(error => !isDefinitive(codeOf(error))) ?? errors[0]
    },
    async isAlive() {
      // The root's name servers are in every recursive resolver's cache.
      try {
        await dns.resolveNs('.')
        return true
      } catch (error) {
        return isDefinitive(codeOf(error))
      }
    },
  }
}
