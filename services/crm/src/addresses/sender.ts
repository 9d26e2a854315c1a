// From which domains a school writes: only from those that it has proven, as the shared mail server would send, and sign, for
// any. Pure.
import { domainToASCII } from 'node:url'

/** The domain of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Whether the domain is one of a school's active domains, or below one. */
export function isOwnDomain(domain: string, active: readonly string[]): boolean {
  const name = domainToASCII(domain)
  return name !== '' && active.some(host => name === host || name.endsWith(`.${host}`))
}
