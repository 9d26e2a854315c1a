// The state of a certificate, from what a handshake has shown. Pure.
import { formatTime } from '@lms/contract'
import type { Certificate } from './domain.contract.ts'
import { isReserved } from './domain.rules.ts'

/** What a handshake at port 443 has shown: why there was none, or the certificate and why a browser would refuse it. */
export type Seen =
  | { none: 'no_address' | 'forbidden_address' | 'no_connection' | 'no_tls' }
  | { validFrom: Date; validTo: Date; refused: 'untrusted' | 'other_name' | null }

export const noCertificate: Certificate = {
  status: 'none',
  expires_at: null,
  checked_at: null,
  problem: null,
}

/**
 * Certificates are renewed when a third of their time is left, and short-lived ones when half is (the practice of ACME
 * clients): with less than a fifth the renewal has failed.
 */
const leastShare = 1 / 5

/** The certificate as the API shows it. */
export function certificateOf(seen: Seen, now: Date): Certificate {
  const checked_at = formatTime(now)
  if ('none' in seen) return { status: 'none', expires_at: null, checked_at, problem: seen.none }
  const { validFrom, validTo, refused } = seen
  const early = now < validFrom ? ('not_yet_valid' as const) : null
  const problem = refused ?? early
  const remainingShare = (validTo.getTime() - now.getTime()) / (validTo.getTime() - validFrom.getTime())
  const status =
    now >= validTo ? 'expired' : problem ? 'invalid' : remainingShare < leastShare ? 'expiring' : 'valid'
  return { status, expires_at: formatTime(validTo), checked_at, problem }
}

const minute = 60_000
const day = 24 * 60 * minute

/** When the certificate of a new domain is first looked at: a minute later; null for a name that is not in public DNS. */
export const firstCertificateLook = (host: string, now: string): string | null =>
  isReserved(host) ? null : formatTime(new Date(Date.parse(now) + minute))

/**
 * When a certificate is looked at next: a valid one after a day, any other after a quarter of the time since the domain
 * was added, at least a minute and at most a day.
 */
export function nextCertificateLook(
  { host, created_at }: { host: string; created_at: string },
  { status }: Certificate,
  now: Date,
): string | null {
  if (isReserved(host)) return null
  const quarter = (now.getTime() - Date.parse(created_at)) / 4
  const pause = status === 'valid' ? day : Math.min(day, Math.max(minute, quarter))
  return formatTime(new Date(now.getTime() + pause))
}
