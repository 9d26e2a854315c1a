// How a school gets a domain: the school claims it, then a proof or the platform team activates it.
import { newId, Refused, stampsAt } from '@lms/contract'
import type { SchoolRuntime, UnitOfWork } from '@lms/service-host'
import { firstCertificateLook, noCertificate } from './certificate.rules.ts'
import { type Domain, domains as domainContract, domainRoom, refusals } from './domain.contract.ts'
import {
  addressRecordsOf,
  dnsRecordOf,
  endOfClaim,
  isReserved,
  maxClaims,
  nextLook,
  nextRenewal,
} from './domain.rules.ts'
import type { DomainRow, DomainStore } from './domain.store.ts'
import { domainTargetsOf } from './domain-settings.ts'
import { isPublicSuffix } from './public-suffix.ts'

export interface DomainRequest {
  host: string
  primary: boolean
}
interface Within {
  domains: DomainStore
  work: UnitOfWork
}

/** The domain as the API shows it. */
export const domainOf = (row: DomainRow, { config }: Pick<SchoolRuntime, 'config'>): Domain => ({
  ...row,
  address_records: addressRecordsOf(row.host, domainTargetsOf(config)),
  dns_record:
    row.status === 'pending' || row.proven_at !== null ? dnsRecordOf(row.host, row.school_id) : null,
})

/** Refuses public suffixes, for every caller. */
export function refusePublic(host: string): void {
  if (!isReserved(host) && isPublicSuffix(host)) throw new Refused(refusals.domain_public)
}

/**
 * Adds a pending domain; the name must not be below another school's domain. One that is there already becomes primary,
 * if that is wanted.
 */
export async function claimDomain(request: DomainRequest, { domains, work }: Within): Promise<DomainRow> {
  const { host, primary } = request
  const [present, isAnothers] = await Promise.all([domains.lockAll(), domains.isAnothers(host)])
  const own = present.find(row => row.host === host)
  if (own) return lead(own, request, present, domains)
  if (isAnothers) throw new Refused(refusals.domain_taken)
  refuseMore(present)
  if (present.filter(({ status }) => status === 'pending').length >= maxClaims)
    throw new Refused(refusals.claims_limit_reached)
  return domains.insert({
    ...newDomain({ host, primary }, work),
    next_look_at: nextLook(work.now, work.now),
    expires_at: endOfClaim(work.now),
  })
}

/** Activates the domain for the school, with or without a claim; claims of other schools end. */
export async function giveDomain(request: DomainRequest, within: Within): Promise<DomainRow> {
  const present = await within.domains.lockToActivate([request.host])
  const claim = present.find(({ host }) => host === request.host)
  if (!claim) refuseMore(present)
  if (claim?.status === 'active') return lead(claim, request, present, within.domains)
  return activate(claim ?? null, request, present, within)
}

/** Activates the pending domain of the school; null if the school has no claim to this name. */
export async function confirmClaim(host: string, within: Within): Promise<DomainRow | null> {
  const present = await within.domains.lockToActivate([host])
  const claim = present.find(isClaimOf(host))
  return claim ? activate(claim, { host, primary: false }, present, within) : null
}

/** Deletes the domain with this name, active or pending; null if the school has none. */
export async function takeDomain(host: string, within: Within): Promise<DomainRow['id'] | null> {
  const present = await within.domains.lockAll()
  const domain = present.find(row => row.host === host)
  if (!domain) return null
  removeDomain(domain, present, within)
  return domain.id
}

/** Activates a proven claim. The claim is removed if another school's domain by now decides about the name. */
export async function activateProven(host: string, within: Within): Promise<void> {
  const { domains, work } = within
  const [present, isAnothers] = await Promise.all([domains.lockToActivate([host]), domains.isAnothers(host)])
  const claim = present.find(isClaimOf(host))
  if (!claim) return
  if (isAnothers) domains.remove(claim)
  else
    activate({ ...claim, checked_at: work.now }, { host, primary: false }, present, within, {
      proven_at: work.now,
      next_look_at: nextRenewal(work.now),
    })
}

/**
 * Takes a domain whose proof has lapsed from its school, for another school that has proven it; with an audit record of
 * the school. Null if the proof is valid again, or the school has no other active domain.
 */
export async function releaseLapsed(host: string, within: Within): Promise<DomainRow | null> {
  const present = await within.domains.lockToActivate([host])
  const active = present.filter(isActive)
  const domain = active.find(row => row.host === host)
  if (!domain || domain.lapsed_at === null || active.length === 1) return null
  removeDomain(domain, present, within)
  const { outgoing, origin } = within.work
  outgoing.audit({
    operation: domainContract.delete.route,
    objectId: domain.id,
    status: 200,
    at: origin.now,
  })
  return domain
}

/** The first domains of a new school; the very first one is primary. */
export async function giveFirstDomains(hosts: readonly string[], within: Within): Promise<void> {
  for (const host of hosts) refusePublic(host)
  const lockedRows = await within.domains.lockToActivate(hosts)
  for (const host of hosts) lockedRows.push(activate(null, { host, primary: false }, lockedRows, within))
}

/** Makes a domain of the school the primary one; a pending one as soon as it is active. */
function lead(
  own: DomainRow,
  { primary }: DomainRequest,
  present: readonly DomainRow[],
  domains: DomainStore,
): DomainRow {
  if (!primary) throw new Refused(refusals.domain_present)
  if (own.primary) return own
  if (!isActive(own)) return domains.save(own, { primary_wanted: true })
  const leading = present.find(row => row.primary)
  if (leading) domains.save(leading, { primary: false })
  return domains.save(own, { primary: true })
}

/** Makes a claim, or a new domain, active; the school's first active domain is always primary. */
function activate(
  claim: DomainRow | null,
  { host, primary }: DomainRequest,
  present: readonly DomainRow[],
  { domains, work }: Within,
  proof: Pick<DomainRow, 'proven_at' | 'next_look_at'> = { proven_at: null, next_look_at: null },
): DomainRow {
  const leading = present.find(row => row.primary)
  const leads = primary || (claim?.primary_wanted ?? false) || (!leading && !present.some(isActive))
  if (leads && leading) domains.save(leading, { primary: false })
  domains.endClaimsOfOthers(host)
  invalidate(work, host)
  const next_certificate_at = firstCertificateLook(host, work.now)
  const proven = { primary: leads, problem: null, expires_at: null, ...proof, next_certificate_at }
  return claim
    ? domains.move(claim, 'prove', proven)
    : domains.insert({ ...newDomain({ host, primary }, work), ...proven, status: 'active' })
}

const isClaimOf =
  (requestedHost: string) =>
  ({ host, status }: DomainRow) =>
    host === requestedHost && status === 'pending'

const isActive = ({ status }: DomainRow) => status === 'active'

const newDomain = ({ host, primary }: DomainRequest, work: UnitOfWork) => ({
  id: newId('dom'),
  host,
  status: 'pending' as const,
  primary: false,
  primary_wanted: primary,
  checked_at: null,
  proven_at: null,
  problem: null,
  lapses_at: null,
  lapsed_at: null,
  certificate: noCertificate,
  next_certificate_at: null,
  ...stampsAt(work.now),
})

function refuseMore(present: readonly DomainRow[]): void {
  if (present.length >= domainRoom.most) throw new Refused(domainRoom.refusal)
}

/** Deletes a domain; if it is primary, the oldest other one becomes primary. */
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

/** Invalidates a host in the cache of every gateway. */
const invalidate = (work: UnitOfWork, host: string) => work.outgoing.invalidate({ kind: 'domain', host })
