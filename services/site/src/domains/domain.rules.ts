// What a host name is. Pure.
import { domainToASCII } from 'node:url'

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
  if (host.length > 253 || !labels.every(part => label.test(part))) return null
  return numeric.test(labels.at(-1)!) ? null : host
}

/** Names that mean the asking machine itself (RFC 6761) or are no domain at all: only the platform team gives them out. */
export const isReserved = (host: string) => !host.includes('.') || host.endsWith('.localhost')
