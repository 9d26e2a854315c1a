// Cookies of a school's pages whose values nobody else can write: JSON, signed for one school.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const mostCookie = 1024

export class SignedCookies {
  readonly #key: Buffer

  /** `secret` is the same for all gateways. */
  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'visit cookies', 32))
  }

  /** The value of a cookie; null without one that was written for the school under this name. */
  read(request: IncomingMessage, name: string, school: string): unknown {
    const value = cookieOf(request.headers.cookie, name)
    if (!value) return null
    const [payload = '', signature = ''] = value.split('.')
    if (!isSame(signature, this.#sign(payload, name, school))) return null
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  }

  /** The header Set-Cookie. */
  write(
    name: string,
    value: unknown,
    { school, seconds, secure }: { school: string; seconds: number; secure: boolean },
  ): string {
    const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
    const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    return `${name}=${payload}.${this.#sign(payload, name, school)}; ${attributes}`
  }

  #sign(payload: string, name: string, school: string): string {
    return createHmac('sha256', this.#key).update(`${name} ${school} ${payload}`).digest('base64url')
  }
}

function cookieOf(header: string | undefined, name: string): string | null {
  if (!header) return null
  for (const part of header.split(';', 100)) {
    const pair = part.trim()
    if (pair.startsWith(`${name}=`)) return pair.length <= mostCookie ? pair.slice(name.length + 1) : null
  }
  return null
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
