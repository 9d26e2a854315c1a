// Lists of networks: those of trusted proxies, and those from which a key may be used.
import { type BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Adds `10.0.0.0/8` or a single address; throws if it is neither. */
export function addNetwork(list: BlockList, text: string): void {
  const [address, bits] = text.split('/') as [string, string?]
  if (!isIP(address)) throw new Error(`${text} is not a network: write it like 10.0.0.0/8 or 2001:db8::/32.`)
  if (bits === undefined) list.addAddress(address, familyOf(address))
  else list.addSubnet(address, Number(bits), familyOf(address))
}

/** Whether an address is in one of the networks. */
export const isWithin = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, familyOf(address))
