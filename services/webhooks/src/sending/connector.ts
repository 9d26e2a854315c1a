// Connections to receivers: each to an address that the guard has checked, directly or through the cluster's proxy.
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import {
  type AddressPolicy,
  BlockedAddressError,
  type CheckedAddress,
  checkAddress,
  forbiddenRange,
  type Resolver,
  resolveChecked,
} from '@lms/service-host/outside'
import { buildConnector } from 'undici'
import { type EgressProxy, openTunnel, ProxyError } from './egress-proxy.ts'
import { writingOnce } from './single-write.ts'

export interface ConnectorOptions {
  policy: AddressPolicy
  resolver: Resolver
  /** Maximum time of one look-up. Less than the deadline, so that a failing resolver of ours is recognized. */
  dnsTimeoutMs?: number | undefined
  /** Certificate authorities (PEM) trusted besides the public ones. */
  ca?: readonly string[] | undefined
  /** The proxy of all connections, except those to this machine. */
  proxy?: EgressProxy | null | undefined
}

export const DEADLINE_MS = 10_000

/** An unresponsive first address leaves time for the next ones; Node's 250 ms is too short for a far receiver. */
const NEXT_ADDRESS_MS = 1_500

/** Maximum addresses that the proxy tries, one after the other. */
const MOST_TUNNELS = 4

/** For undici. The end of the sender aborts opening connections. */
export function createConnector({ policy, resolver, dnsTimeoutMs = 5_000, ca, proxy }: ConnectorOptions): {
  connect: buildConnector.connector
  close(): void
} {
  const opening = new Set<{ destroy(): void }>()
  const resolved = (hostname: string, plain: boolean) =>
    resolveChecked(hostname, { resolver, policy, plain, timeoutMs: dnsTimeoutMs })
  const lookup =
    (plain: boolean): LookupFunction =>
    (hostname, options, callback) => {
      resolved(hostname, plain).then(
        addresses =>
          options.all
            ? callback(null, addresses)
            : callback(null, addresses[0]!.address, addresses[0]!.family),
        error => callback(error, []),
      )
    }
  const secureContext = createSecureContext(ca && { ca: [...getCACertificates(), ...ca] })
  const connectorOf = (plain: boolean) =>
    buildConnector({
      lookup: lookup(plain),
      allowH2: false,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      secureContext,
      timeout: DEADLINE_MS, // an attempt ends at its own deadline; this ends the connection it left behind
    })
  const open = { plain: connectorOf(true), secure: connectorOf(false) }

  const direct: buildConnector.connector = (options, callback) => {
    const plain = options.protocol === 'http:'
    if (isIP(options.hostname)) {
      const check = checkAddress(options.hostname, policy, { plain })
      if (!check.ok) return callback(new BlockedAddressError(check), null)
    }
    // undici returns the socket, though its types do not say so.
    const socket = open[plain ? 'plain' : 'secure'](options, (...result) => {
      opening.delete(socket)
      callback(...result)
    }) as unknown as Socket
    opening.add(socket)
  }

  /** The first of the addresses that the proxy reaches. */
  async function tunnelled(addresses: readonly CheckedAddress[], port: number): Promise<Socket> {
    const tried = addresses.slice(0, MOST_TUNNELS)
    for (const [at, address] of tried.entries()) {
      const tunnel = openTunnel(address, { port, proxy: proxy!, timeoutMs: DEADLINE_MS / tried.length })
      opening.add(tunnel)
      try {
        return await tunnel.socket
      } catch (error) {
        if (at === tried.length - 1 || (error instanceof ProxyError && error.reason === 'ours')) throw error
      } finally {
        opening.delete(tunnel)
      }
    }
    throw new ProxyError('no address', 'unreachable')
  }

  const proxied: buildConnector.connector = (options, callback) => {
    const plain = options.protocol === 'http:'
    const port = Number(options.port || (plain ? 80 : 443))
    resolved(options.hostname, plain)
      .then(async addresses => {
        // Loopback would be the proxy's own machine, not ours.
        if (addresses.some(isLoopback)) return direct(options, callback)
        const socket = await tunnelled(addresses, port)
        if (plain) callback(null, socket)
        else open.secure({ ...options, httpSocket: socket }, callback)
      })
      .catch((error: Error) => callback(error, null))
  }

  const connect = proxy ? proxied : direct
  return {
    connect: (options, callback) =>
      connect(options, (error, socket) => {
        if (error) callback(error, null)
        else callback(null, writingOnce(socket))
      }),
    close() {
      for (const each of opening) each.destroy()
    },
  }
}

const isLoopback = ({ address }: CheckedAddress) => forbiddenRange(address) === 'loopback'
