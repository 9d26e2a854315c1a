// What a host name is, and how a domain is proven. Pure.
import { domainToASCII } from 'node:url'
import { formatTime } from '@lms/contract'

export const mostDomains = 100
/** Domains of one school that may wait for their proof. */
export const mostClaims = 50
export const claimDays = 7

/** Characters of a host, and of one whose DNS record has a name of no more than that. */
export const longestHost = 253
export const longestClaim = longestHost - '_lms.'.length

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
// URL parsers read a last label of digits, or of hex after 0x, as part of an IPv4 address.
const numeric = /^(?:\d+|0x[0-9a-f]*)$/
// The host parser would decode or cut at these.
const foreign = /[\s%@:/?#[\]\\*]/

/**
 * A host name in the one form in which it is kept and looked up: lower-case, punycode, no trailing dot; null where it
 * is none (an address, a wildcard, over 253 characters).
 */
export function readHost(text: string): string | null {
  if (foreign.test(text)) return null
  const host = domainToASCII(text.replace(/\.$/, ''))
  const labels = host.split('.')
  if (host.length > longestHost || !labels.every(part => label.test(part))) return null
  return numeric.test(labels.at(-1)!) ? null : host
}

/** Names that mean the asking machine itself (RFC 6761). */
export const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

// Top-level names of the IANA registry of special-use domain names (RFC 6761), and ICANN's `internal`: public DNS answers
// for none of them. `example` is left out: documents use it, and RFC 6761 has programs treat it like any other name.
const specialUse = new Set(['alt', 'arpa', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'])

/** Names that no record in public DNS can prove, and those without a dot: the platform team gives them out. */
export const isReserved = (host: string) =>
  !host.includes('.') || specialUse.has(host.slice(host.lastIndexOf('.') + 1))

/** The host and every name above it: `a.school.example`, `school.example`, `example`. */
export const withParents = (host: string): string[] =>
  host.split('.').map((_, index, labels) => labels.slice(index).join('.'))

/**
 * The last two labels of a host: a host and all below it have them in common, but for names of one label, which the
 * platform team alone gives out. What stands below a suffix such as co.uk shares it and waits a moment longer.
 */
export const zoneOf = (host: string): string => withParents(host).at(-2) ?? host

/** The record by which whoever keeps the DNS of a host says that it is this school's. */
export const dnsRecordOf = (host: string, school: string) => ({
  type: 'TXT' as const,
  name: `_lms.${host}`,
  value: `lms-school=${school}`,
})

const second = 1000
const later = (time: string, ms: number) => formatTime(new Date(Date.parse(time) + ms))

/** When a claim of now ends, unproven. */
export const endOfClaim = (now: string) => later(now, claimDays * 86_400 * second)

/** When a record is looked for next: after a quarter of the claim's age, 15 seconds at least and an hour at most. */
export function nextLook(claimedAt: string, now: string): string {
  const quarter = (Date.parse(now) - Date.parse(claimedAt)) / 4
  return later(now, Math.min(3600 * second, Math.max(15 * second, quarter)))
}

/** What stands in the way of a proof, by the values of the TXT records of that name; null where it is proven. */
export function problemOf(values: readonly string[], wanted: string) {
  if (values.some(value => value.trim() === wanted)) return null
  return values.length ? 'record_different' : 'record_missing'
}
