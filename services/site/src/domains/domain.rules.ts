// Host names and their proof: pure functions.
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { formatTime } from '@lms/contract'

export const maxDomains = 100
/** Maximum pending domains of one school. */
export const maxClaims = 50
export const claimDays = 7
/** Days without its record after which the proof of a domain lapses. */
export const lapseDays = 7

/** Maximum characters of a host, and of one whose DNS record's name must not exceed that. */
export const longestHost = 253
export const longestClaim = longestHost - '_lms.'.length

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
// URL parsers read a last label of digits, or of hex after 0x, as part of an IPv4 address.
const numeric = /^(?:\d+|0x[0-9a-f]*)$/
// The host parser would decode these characters, or cut the name there.
const foreign = /[\s%@:/?#[\]\\*]/

/**
 * A host name in its canonical form: lower-case, punycode, no trailing dot; null if it is none (an address, a wildcard,
 * over 253 characters).
 */
export function readHost(text: string): string | null {
  if (foreign.test(text)) return null
  const host = domainToASCII(text.replace(/\.$/, ''))
  const labels = host.split('.')
  if (host.length > longestHost || !labels.every(part => label.test(part))) return null
  return numeric.test(labels.at(-1)!) ? null : host
}

/** Names of the asking machine itself (RFC 6761). */
export const isLocal = (host: string) => host === 'localhost' || host.endsWith('.localhost')

// Top-level names of the IANA registry of special-use domain names (RFC 6761), and ICANN's `internal`: public DNS has
// none of them. `example` is not listed: documents use it, and RFC 6761 tells programs to treat it like any other name.
const specialUse = new Set(['alt', 'arpa', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'])

/** Names that no record in public DNS can prove, and names without a dot: only the platform team assigns them. */
export const isReserved = (host: string) =>
  !host.includes('.') || specialUse.has(host.slice(host.lastIndexOf('.') + 1))

/** The host and every name above it: `a.school.example`, `school.example`, `example`. */
export const withParents = (host: string): string[] =>
  host.split('.').map((_, index, labels) => labels.slice(index).join('.'))

/**
 * The last two labels of a host, common to the host and all names below it. Names of one label are the exception; only
 * the platform team assigns those. Names below a suffix such as co.uk share it and wait a moment longer.
 */
export const zoneOf = (host: string): string => withParents(host).at(-2) ?? host

/** The DNS record with which the owner of a host assigns it to this school. */
export const dnsRecordOf = (host: string, school: string) => ({
  type: 'TXT' as const,
  name: `_lms.${host}`,
  value: `lms-school=${school}`,
})

/** The records that point a host to these addresses of the platform: IP addresses and host names. */
export const addressRecordsOf = (host: string, targets: readonly string[]) =>
  targets.map(value => ({
    type: ({ 0: 'CNAME', 4: 'A', 6: 'AAAA' } as const)[isIP(value) as 0 | 4 | 6],
    name: host,
    value,
  }))

const second = 1000
const later = (time: string, ms: number) => formatTime(new Date(Date.parse(time) + ms))

/** When a claim made now ends without proof. */
export const endOfClaim = (now: string) => later(now, claimDays * 86_400 * second)

/** When the record is looked for next: after a quarter of the claim's age, at least 15 seconds and at most an hour. */
export function nextLook(claimedAt: string, now: string): string {
  const quarter = (Date.parse(now) - Date.parse(claimedAt)) / 4
  return later(now, Math.min(3600 * second, Math.max(15 * second, quarter)))
}

/** When the record of a proven domain is looked for next. */
export const nextRenewal = (now: string) => later(now, 86_400 * second)

/** The proof of an active domain. */
export interface Proof {
  proven_at: string | null
  problem: 'record_missing' | 'record_different' | 'no_answer' | null
  lapses_at: string | null
  lapsed_at: string | null
}

/**
 * The proof after a look for the record. Silent name servers say nothing about it: they neither begin nor end the days
 * after which it lapses, and it lapses only when the record is looked for and missing.
 */
export function renewed(before: Proof, problem: Proof['problem'], now: string): Proof {
  if (problem === null) return { proven_at: now, problem: null, lapses_at: null, lapsed_at: null }
  if (problem === 'no_answer') return { ...before, problem }
  const lapses_at = before.lapses_at ?? later(now, lapseDays * 86_400 * second)
  return { ...before, problem, lapses_at, lapsed_at: before.lapsed_at ?? (lapses_at <= now ? now : null) }
}

/** The obstacle to a proof, from the values of the TXT records of the name; null if it is proven. */
export function problemOf(values: readonly string[], expected: string) {
  if (values.some(value => value.trim() === expected)) return null
  return values.length ? 'record_different' : 'record_missing'
}
