// The expiry and networks of keys. A key cannot give another key more than it has itself. Pure.
import { BlockList, isIP } from 'node:net'
import { Refused } from '@lms/contract'
import { type ApiKey, refusals } from './key.contract.ts'

/** The expiry and the networks of a key; null for none, and for all. */
export type Bounds = Pick<ApiKey, 'expires_at' | 'allowed_networks'>

/** Callers without expiry and without a restriction to networks. */
export const unbounded: Bounds = { expires_at: null, allowed_networks: null }

/** The bounds of a new key; by default those of its issuer. Refuses bounds beyond these. */
export function boundsOf(
  requestedBounds: { [K in keyof Bounds]?: Bounds[K] | undefined },
  issuer: Bounds,
): Bounds {
  const { expires_at = issuer.expires_at, allowed_networks = issuer.allowed_networks } = requestedBounds
  const bounds = { expires_at, allowed_networks }
  checkBounds(bounds, issuer)
  return bounds
}

/**
 * Refuses a key that would be valid longer than its issuer, or from other networks; `where` is the prefix of the paths
 * in details.
 */
export function checkBounds(key: Bounds, issuer: Bounds, where = 'body'): void {
  if (outlives(key, issuer)) {
    const message = `must not be later than ${issuer.expires_at}, the expiry of your key`
    throw new Refused(refusals.key_outlives_issuer, undefined, {
      details: [{ path: `${where}.expires_at`, message }],
    })
  }
  const networks = networksBeyond(key, issuer)
  if (networks.length === 0) return
  const own = issuer.allowed_networks!.join(', ')
  const details = networks.map(network => ({
    path: `${where}.allowed_networks`,
    message: `${network} is not within the networks of your key: ${own}`,
  }))
  throw new Refused(refusals.key_networks_beyond_issuer, undefined, { details })
}

const outlives = (key: Bounds, issuer: Bounds) =>
  issuer.expires_at !== null && (key.expires_at === null || key.expires_at > issuer.expires_at)

/** The networks of the key outside of the issuer's. */
function networksBeyond(key: Bounds, { allowed_networks: own }: Bounds): string[] {
  if (own === null) return []
  return (key.allowed_networks ?? everywhere).filter(network => !own.some(wider => contains(wider, network)))
}
const everywhere = ['0.0.0.0/0', '::/0']

/** Whether a network (`10.0.0.0/8`, or one address) contains another; one of IPv6 contains none of IPv4. */
export function contains(wider: string, network: string): boolean {
  const [[base, width], [address, bits]] = [partsOf(wider), partsOf(network)]
  const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(base) !== isIP(address) || bits < width) return false
  const list = new BlockList()
  list.addSubnet(base, width, family)
  return list.check(address, family)
}

function partsOf(network: string): [address: string, bits: number] {
  const [address, bits] = network.split('/') as [string, string?]
  return [address, bits === undefined ? (isIP(address) === 6 ? 128 : 32) : Number(bits)]
}
