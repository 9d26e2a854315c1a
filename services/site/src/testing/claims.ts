// A system whose clock and TXT records the specs of claims control.
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { proveDomains } from '../domain-checks/proof-job.ts'
import { renewProofs } from '../domain-checks/renewal-job.ts'
import { siteService } from '../service.ts'
import { domainsOf, registryOf } from './registry.ts'

export const hour = 3600_000
export const day = 24 * hour

export interface Claims {
  system: TestSystem
  /** Milliseconds since 1970. */
  readonly now: number
  /** TXT records by name; `null` for name servers that do not answer. */
  records: Map<string, string[] | null>
  registry: ReturnType<typeof registryOf>
  domains(school: string): ReturnType<typeof domainsOf>
  newHost(): string
  /** A school to which the platform team has assigned these domains, or one domain. */
  newSchool(...hosts: string[]): Promise<string>
  /** The school of a host; rejects with 404 if there is none. */
  resolved(host: string): Promise<{ school_id: string }>
  /** Advances the clock, by default an hour; looks up due records, and returns the requested names. */
  look(later?: number): Promise<string[]>
  /** The same for the records of active domains, by default a day later. */
  renew(later?: number): Promise<string[]>
  /** Removes all records and claims. */
  clear(): Promise<void>
  stop(): Promise<void>
}

export async function startClaims(): Promise<Claims> {
  let now = Date.parse('2026-11-22T10:00:00Z')
  // Only the specs start look-ups, against these records.
  const services = [{ ...siteService, tasks: [] }]
  const system = await startSystem({ services, clock: { now: () => new Date(now) } })
  const records: Claims['records'] = new Map()
  const registry = registryOf(system)
  const looked = async (run: typeof proveDomains, later: number) => {
    now += later
    const queriedNames: string[] = []
    await run(system.services.site!.runtime, async name => {
      queriedNames.push(name)
      const txtRecords = records.get(name)
      if (txtRecords === null) throw new Error('ETIMEOUT')
      return txtRecords ?? []
    })
    return queriedNames
  }
  let hostCount = 0
  const newHost = () => `claimed-${++hostCount}.example`
  return {
    system,
    get now() {
      return now
    },
    records,
    registry,
    domains: school => domainsOf(system, school),
    newHost,
    newSchool: async (...hosts) => {
      const body = { name: 'School', domains: hosts.length ? hosts : [newHost()] }
      return (await registry.create({ body })).id
    },
    resolved: host => registry.resolve({ body: { host } }),
    look: (later = hour) => looked(proveDomains, later),
    renew: (later = day) => looked(renewProofs, later),
    clear: async () => {
      records.clear()
      await asOwner(system.ownerUrl, owner =>
        owner.query(`delete from site.domains where status = 'pending'`),
      )
    },
    stop: () => system.stop(),
  }
}
