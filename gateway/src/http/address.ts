// The origin of a request. X-Forwarded-* is used only from proxies that the platform team has configured.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { addNetwork, isWithin } from '../cache/networks.ts'

/** An IPv4 address on an IPv6 socket (`::ffff:192.0.2.1`) is the IPv4 address. */
const plain = (address: string) =>
  address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address

/** Some proxies name the port, too: `192.0.2.1:51234`, `[2001:db8::5]:51234`. */
const withoutPort = (hop: string) =>
  isIP(hop) ? hop : hop.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, (_, six, four) => six ?? four)

/**
 * The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, which belongs to one client.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address
  const [a, b, c, d] = ipaddr.IPv6.parse(address).parts
  return `${a!.toString(16)}:${b!.toString(16)}:${c!.toString(16)}:${d!.toString(16)}::/64`
}

export class Addresses {
  readonly #proxies = new BlockList()
  readonly #any: boolean

  /** `proxies` are networks (CIDR). */
  constructor(proxies: readonly string[]) {
    for (const text of proxies) addNetwork(this.#proxies, text)
    this.#any = proxies.length > 0
  }

  #trusts(address: string): boolean {
    return this.#any && isWithin(this.#proxies, address)
  }

  /** The network of a connection's other end; null for a configured proxy, which carries many clients. */
  networkOf({ remoteAddress = '' }: Socket): string | null {
    const address = plain(remoteAddress)
    return this.#trusts(address) ? null : networkOf(address)
  }

  /** The client's address: the last one in X-Forwarded-For that is no configured proxy, from the right. */
  clientOf({ socket, headers }: IncomingMessage): string {
    let address = plain(socket.remoteAddress ?? '')
    if (!this.#trusts(address)) return address
    const hops = String(headers['x-forwarded-for'] ?? '').split(',')
    for (const hop of hops.toReversed()) {
      const hopAddress = plain(withoutPort(hop.trim()))
      if (!isIP(hopAddress)) return address
      address = hopAddress
      if (!this.#trusts(address)) return address
    }
    return address
  }

  /** Whether the client uses HTTPS, which ends at a configured proxy. */
  isSecure({ socket, headers }: IncomingMessage): boolean {
    const scheme = headers['x-forwarded-proto']
    return (
      typeof scheme === 'string' &&
      scheme.split(',').at(-1)!.trim() === 'https' &&
      this.#trusts(plain(socket.remoteAddress ?? ''))
    )
  }

  /** The host that the client has asked, as it was sent, with its port; empty if there is none. */
  authorityOf({ socket, headers }: IncomingMessage): string {
    const forwarded = headers['x-forwarded-host']
    const believed = typeof forwarded === 'string' && this.#trusts(plain(socket.remoteAddress ?? ''))
    return believed ? forwarded.split(',').at(-1)!.trim() : (headers.host ?? '')
  }
}

/** The host of an authority: `School.Example:8080` → `school.example`; null if there is none. */
export function readHostHeader(header: string | undefined): string | null {
  if (!header || header.length > 255) return null
  const host = header.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()
  return host === '' ? null : host
}
