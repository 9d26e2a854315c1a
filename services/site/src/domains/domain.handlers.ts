import { newId, Refused } from '@lms/contract'
import { invalidationSubject } from '@lms/events'
import type { UnitOfWork } from '@lms/service-host'
import { house } from '../house.ts'
import { domains, refusals } from './domain.contract.ts'
import { isReserved } from './domain.rules.ts'
import type { DomainRow, DomainStore } from './domain.store.ts'

const mostDomains = 100

/** Tells every gateway that what it remembers of a host is no longer true. */
const forget = (work: UnitOfWork, host: string) =>
  work.outgoing.tellInternal(newId('evt'), invalidationSubject(work.school), { kind: 'domain', host })

/** A new domain of the school of the unit of work, told to every gateway. */
export function insertDomain(
  { host, primary }: { host: string; primary: boolean },
  domains: DomainStore,
  work: UnitOfWork,
): DomainRow {
  forget(work, host)
  const times = { created_at: work.now, updated_at: work.now }
  return domains.insert({ id: newId('dom'), host, primary, version: 1, ...times })
}

/** Adds a domain; a school's first one is primary whatever was asked for. */
export async function addDomain(
  { host, primary }: { host: string; primary: boolean },
  domains: DomainStore,
  work: UnitOfWork,
): Promise<DomainRow> {
  const present = await domains.lockAll()
  if (present.length >= mostDomains) throw new Refused(refusals.domains_full)
  if (primary) for (const row of present.filter(other => other.primary)) domains.save(row, { primary: false })
  return insertDomain({ host, primary: primary || present.length === 0 }, domains, work)
}

export const domainHandlers = house.implement(domains, {
  list: ({ query }, { domains }) => domains.page(query),

  add: ({ body, work }, { domains }) => {
    if (isReserved(body.host)) throw new Refused(refusals.domain_reserved)
    return addDomain(body, domains, work)
  },

  get: ({ path }, { domains }) => domains.get(path.id),

  remove: async ({ path, work }, { domains }) => {
    const [present, domain] = await Promise.all([domains.lockAll(), domains.lock(path.id)])
    const others = present.filter(({ id }) => id !== domain.id)
    const heir = others[0]
    if (!heir) throw new Refused(refusals.last_domain)
    domains.remove(domain)
    if (domain.primary) domains.save(heir, { primary: true })
    forget(work, domain.host)
    return { id: domain.id, deleted: true as const }
  },
})
