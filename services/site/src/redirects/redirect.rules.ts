// Where a redirect leads, as a visit looks for it: pure.
import { canonicalPath } from './redirect.contract.ts'

/** The path at the school's own addresses that a target names, in canonical form; null for another address. */
export function placeOf(target: string, hosts: readonly string[]): string | null {
  if (target.startsWith('/')) return canonicalPath(target)
  const url = URL.parse(target)
  return url && hosts.includes(url.host) ? url.pathname : null
}

/** A path without the slashes at its end, at which a visit looks if nothing is at the path itself; null for none. */
export const plainOf = (path: string): string | null => {
  const plain = path.replace(/\/+$/, '')
  return plain && plain !== path ? plain : null
}
