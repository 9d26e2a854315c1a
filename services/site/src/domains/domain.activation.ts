// How a domain becomes a school's: claimed by the school, then active by proof or by the platform team's word.
import { newId, Refused } from '@lms/contract'
import type { UnitOfWork } from '@lms/service-host'
import { type Domain, domainRoom, refusals } from './domain.contract.ts'
import { dnsRecordOf, endOfClaim, isReserved, mostClaims, nextLook } from './domain.rules.ts'
import type { DomainRow, DomainStore } from './domain.store.ts'
import { isPublicSuffix } from './public-suffix.ts'

export interface Wanted {
  host: string
  primary: boolean
}
interface Within {
  domains: DomainStore
  work: UnitOfWork
}

/** The domain as the API shows it. */
export const shown = (row: DomainRow): Domain => ({
  ...row,
  dns_record: row.status === 'pending' ? dnsRecordOf(row.host, row.school_id) : null,
})

/** Refuses names that are no school's own, whoever asks. */
export function refusePublic(host: string): void {
  if (!isReserved(host) && isPublicSuffix(host)) throw new Refused(refusals.domain_public)
}

/** A domain that waits for its proof; it is no name below another school's. */
export async function claimDomain({ host, primary }: Wanted, { domains, work }: Within): Promise<DomainRow> {
  const [present, isAnothers] = await Promise.all([domains.lockAll(), domains.isAnothers(host)])
  if (isAnothers) throw new Refused(refusals.domain_taken)
  refuseMore(present)
  if (present.filter(({ status }) => status === 'pending').length >= mostClaims)
    throw new Refused(refusals.claims_full)
  return domains.insert({
    ...newDomain({ host, primary }, work),
    next_look_at: nextLook(work.now, work.now),
    expires_at: endOfClaim(work.now),
  })
}

/** The domain is the school's from now on, whether it had claimed it or not; claims of others end. */
export async function giveDomain(wanted: Wanted, within: Within): Promise<DomainRow> {
  const present = await within.domains.lockToActivate([wanted.host])
  const claim = present.find(({ host }) => host === wanted.host)
  if (!claim) refuseMore(present)
  if (claim?.status === 'active') throw new Refused(refusals.domain_present)
  return activate(claim ?? null, wanted, present, within)
}

/** The domain that the school claims is its own from now on; null where it claims none of this name. */
export async function confirmClaim(host: string, within: Within): Promise<DomainRow | null> {
  const present = await within.domains.lockToActivate([host])
  const claim = present.find(isClaimOf(host))
  return claim ? activate(claim, { host, primary: false }, present, within) : null
}

/** The claim has been proven. It ends where another school's domain decides about the name by now. */
export async function activateProven(host: string, within: Within): Promise<void> {
  const { domains, work } = within
  const [present, isAnothers] = await Promise.all([domains.lockToActivate([host]), domains.isAnothers(host)])
  const claim = present.find(isClaimOf(host))
  if (!claim) return
  if (isAnothers) domains.remove(claim)
  else activate({ ...claim, checked_at: work.now }, { host, primary: false }, present, within)
}

/** The first domains of a new school; the first of all is the primary one. */
export async function giveFirstDomains(hosts: readonly string[], within: Within): Promise<void> {
  for (const host of hosts) refusePublic(host)
  const given = await within.domains.lockToActivate(hosts)
  for (const host of hosts) given.push(activate(null, { host, primary: false }, given, within))
}

/** Makes a claim, or a new domain, active; the school's first active one is primary whatever was asked for. */
function activate(
  claim: DomainRow | null,
  { host, primary }: Wanted,
  present: readonly DomainRow[],
  { domains, work }: Within,
): DomainRow {
  const leading = present.find(row => row.primary)
  const leads = primary || (claim?.primary_wanted ?? false) || (!leading && !present.some(isActive))
  if (leads && leading) domains.save(leading, { primary: false })
  domains.endClaimsOfOthers(host)
  invalidate(work, host)
  const proven = { primary: leads, problem: null, next_look_at: null, expires_at: null }
  return claim
    ? domains.move(claim, 'prove', proven)
    : domains.insert({ ...newDomain({ host, primary }, work), ...proven, status: 'active' })
}

const isClaimOf =
  (wanted: string) =>
  ({ host, status }: DomainRow) =>
    host === wanted && status === 'pending'

const isActive = ({ status }: DomainRow) => status === 'active'

const newDomain = ({ host, primary }: Wanted, work: UnitOfWork) => ({
  id: newId('dom'),
  host,
  status: 'pending' as const,
  primary: false,
  primary_wanted: primary,
  checked_at: null,
  problem: null,
  version: 1,
  created_at: work.now,
  updated_at: work.now,
})

function refuseMore(present: readonly DomainRow[]): void {
  if (present.length >= domainRoom.most) throw new Refused(domainRoom.refusal)
}

/** Deletes a domain; of a primary one the oldest other takes the place. */
export function removeDomain(
  domain: DomainRow,
  present: readonly DomainRow[],
  { domains, work }: Within,
): void {
  const heir = present.find(row => row.id !== domain.id && isActive(row))
  if (isActive(domain) && !heir) throw new Refused(refusals.last_domain)
  domains.remove(domain)
  if (!isActive(domain)) return
  if (domain.primary) domains.save(heir!, { primary: true })
  invalidate(work, domain.host)
}

/** Tells every gateway that what it remembers of a host is no longer true. */
const invalidate = (work: UnitOfWork, host: string) => work.outgoing.invalidate({ kind: 'domain', host })
