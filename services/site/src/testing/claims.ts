// A system in which the specs of claims decide what time it is, and which TXT records there are in the world.
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { proveDomains } from '../domains/proof.job.ts'
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
  /** A school that the platform team has given these domains, or one. */
  newSchool(...hosts: string[]): Promise<string>
  /** The school that answers at a host; rejects with 404 where none does. */
  resolved(host: string): Promise<{ school_id: string }>
  /** Some time later, an hour where nothing is said: looks for what is due then, and gives the names asked for. */
  look(later?: number): Promise<string[]>
  /** Forgets all records and claims. */
  clear(): Promise<void>
  stop(): Promise<void>
}

export async function startClaims(): Promise<Claims> {
  let now = Date.parse('2026-11-22T10:00:00Z')
  // Looks are made by the specs alone, and against these records.
  const services = [{ ...siteService, jobs: [] }]
  const system = await startSystem({ services, clock: { now: () => new Date(now) } })
  const records: Claims['records'] = new Map()
  const registry = registryOf(system)
  let made = 0
  const newHost = () => `claimed-${++made}.example`
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
    look: async (later = hour) => {
      now += later
      const asked: string[] = []
      await proveDomains(system.services.site!.runtime, async name => {
        asked.push(name)
        const found = records.get(name)
        if (found === null) throw new Error('ETIMEOUT')
        return found ?? []
      })
      return asked
    },
    clear: async () => {
      records.clear()
      await asOwner(system.ownerUrl, owner =>
        owner.query(`delete from site.domains where status = 'pending'`),
      )
    },
    stop: () => system.stop(),
  }
}
