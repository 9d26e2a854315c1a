// A handshake with a domain, as a visitor's browser begins one: it reads the certificate, and sends nothing.

import { checkServerIdentity, connect, type TLSSocket } from 'node:tls'
import {
  type AddressPolicy,
  BlockedAddressError,
  type Resolver,
  resolveChecked,
} from '@lms/service-host/outside'
import type { Seen } from './certificate.rules.ts'

/** Reads the certificate of a host. */
export type CertificateProbe = (host: string) => Promise<Seen>

export interface ProbeOptions {
  resolver: Resolver
  policy: AddressPolicy
  port?: number
  /** Milliseconds for the look-up, and again for the handshake. */
  timeoutMs?: number
  /** Issuers (PEM) in place of the machine's. */
  ca?: readonly string[]
}

export function certificateProbe({
  resolver,
  policy,
  port = 443,
  timeoutMs = 5000,
  ca,
}: ProbeOptions): CertificateProbe {
  return async host => {
    let address: string
    try {
      const [first] = await resolveChecked(host, { resolver, policy, timeoutMs })
      address = first!.address
    } catch (error) {
      return { none: error instanceof BlockedAddressError ? 'forbidden_address' : 'no_address' }
    }
    return handshake({ host, address, port, timeoutMs, ca })
  }
}

interface Handshake {
  host: string
  address: string
  port: number
  timeoutMs: number
  ca: readonly string[] | undefined
}

function handshake({ host, address, port, timeoutMs, ca }: Handshake): Promise<Seen> {
  return new Promise(resolve => {
    let connected = false
    const socket = connect({
      host: address,
      port,
      servername: host,
      // What browsers refuse is looked at, too; nothing is sent.
      rejectUnauthorized: false,
      ...(ca ? { ca: [...ca] } : {}),
    })
    const end = (seen: Seen) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(seen)
    }
    const failed = () => end({ none: connected ? 'no_tls' : 'no_connection' })
    const timer = setTimeout(failed, timeoutMs)
    socket.once('connect', () => {
      connected = true
    })
    socket.once('secureConnect', () => end(seenBy(socket, host)))
    socket.once('error', failed)
    socket.once('close', failed)
  })
}

/** Codes of OpenSSL for times, which are compared with the clock of the system in place of the machine's. */
const ofTime = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])

function seenBy(socket: TLSSocket, host: string): Seen {
  const certificate = socket.getPeerCertificate()
  if (!certificate.valid_to) return { none: 'no_tls' }
  const times = { validFrom: new Date(certificate.valid_from), validTo: new Date(certificate.valid_to) }
  // Node leaves the name to its caller where it rejects nothing.
  if (checkServerIdentity(host, certificate)) return { ...times, refused: 'other_name' }
  const error = socket.authorizationError as unknown as string | null
  return { ...times, refused: error && !ofTime.has(error) ? 'untrusted' : null }
}
