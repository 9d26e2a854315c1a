// A static way out: a cluster with one outgoing address sends through an HTTP proxy, by CONNECT. The guard stays in
// front: the proxy gets a checked address, never a name that it would look up itself.
import { request as httpRequest } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import type { CheckedAddress } from '@lms/service-host/outside'

export interface EgressProxy {
  host: string
  port: number
  /** The value of Proxy-Authorization; null without credentials. */
  authorization: string | null
}

/**
 * Why there is no tunnel: the proxy's rules refuse the destination (`refused`), the proxy cannot reach it (`unreachable`,
 * `timeout`), or the proxy is unavailable or refuses us (`ours`). The texts contain no credential.
 */
export class ProxyError extends Error {
  override name = 'ProxyError'
  readonly detail: string
  readonly reason: 'refused' | 'unreachable' | 'timeout' | 'ours'
  constructor(detail: string, reason: ProxyError['reason']) {
    super(`no tunnel: ${detail}`)
    this.detail = detail
    this.reason = reason
  }
}

/** Parses `http://user:password@host:port`; throws, without repeating it, if it is something else. */
export function readProxy(text: string): EgressProxy {
  const url = URL.canParse(text) && !/%(?![0-9a-f]{2})/i.test(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' || !url.hostname || url.pathname !== '/' || url.search || url.hash)
    throw new Error('LMS_WEBHOOK_PROXY must be http://host:port or http://user:password@host:port.')
  const credentials = [url.username, url.password].map(decodeURIComponent).join(':')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 80),
    authorization: credentials === ':' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
  }
}

/** The proxy is near: if it accepts no connection within this time, it is unavailable. */
const DIAL_MS = 3_000

/** A tunnel that is being opened. */
export interface Opening {
  socket: Promise<Socket>
  destroy(): void
}

/**
 * Opens a tunnel to a checked address.
 *
 * @param timeoutMs for the proxy's answer, which comes when its own connection is established
 * @throws ProxyError
 */
export function openTunnel(
  { address }: CheckedAddress,
  { port, proxy, timeoutMs }: { port: number; proxy: EgressProxy; timeoutMs: number },
): Opening {
  const target = `${isIPv6(address) ? `[${address}]` : address}:${port}`
  const request = httpRequest({
    host: proxy.host,
    port: proxy.port,
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...(proxy.authorization && { 'proxy-authorization': proxy.authorization }) },
    agent: false,
  })
  const socket = new Promise<Socket>((resolve, reject) => {
    const end = (error: ProxyError) => {
      reject(error)
      request.destroy()
    }
    const dialing = setTimeout(() => end(new ProxyError('proxy ETIMEDOUT', 'ours')), DIAL_MS)
    const answering = setTimeout(() => end(new ProxyError(`proxy ETIMEDOUT ${target}`, 'timeout')), timeoutMs)
    const settled = () => {
      clearTimeout(dialing)
      clearTimeout(answering)
    }
    request.once('socket', dialed => dialed.once('connect', () => clearTimeout(dialing)))
    request.once('close', settled)
    request.once('error', ({ code = 'UNKNOWN' }: NodeJS.ErrnoException) =>
      end(new ProxyError(`proxy ${code}`, 'ours')),
    )
    request.once('connect', ({ statusCode = 0 }, opened: Socket, head: Buffer) => {
      settled()
      if (statusCode < 200 || statusCode > 299) {
        opened.destroy()
        reject(refusalOf(statusCode, target))
        return
      }
      if (head.length) opened.unshift(head)
      resolve(opened)
    })
    request.end()
  })
  return { socket, destroy: () => request.destroy() }
}

/** Statuses about the destination (RFC 9110, and Squid's 503). All others are about the proxy or about us. */
const ofDestination: Record<number, ProxyError['reason']> = {
  403: 'refused',
  502: 'unreachable',
  503: 'unreachable',
  504: 'timeout',
}

const refusalOf = (status: number, target: string) =>
  ofDestination[status]
    ? new ProxyError(`proxy ${status} ${target}`, ofDestination[status])
    : new ProxyError(`proxy ${status}`, 'ours')
