import { getPublicSuffix } from 'tldts'

/**
 * Whether anyone can register names below this one, by the Public Suffix List (publicsuffix.org): `co.uk`, and hosts of
 * other people's sites such as `github.io`. Names without a rule count as names below a top-level domain.
 */
export const isPublicSuffix = (host: string): boolean =>
  getPublicSuffix(host, { allowPrivateDomains: true, validateHostname: false }) === host
