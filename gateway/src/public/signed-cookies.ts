// Cookies of a school's pages whose values nobody else can write: JSON, signed for one school.
import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import { Signer } from './signer.ts'

const maxCookie = 1024

export class SignedCookies {
  readonly #signer: Signer

  /** `secret` is the same for all gateways. */
  constructor(secret: string) {
    this.#signer = new Signer(secret, 'visit cookies')
  }

  /** The value of a cookie; null without one that was written for the school under this name. */
  read(request: IncomingMessage, name: string, school: string): unknown {
    const value = parseCookie(request.headers.cookie ?? '')[name]
    if (!value || value.length > maxCookie) return null
    const [payload = '', signature = ''] = value.split('.')
    if (!this.#signer.isSigned(signed(payload, name, school), signature)) return null
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  }

  /** The header Set-Cookie. */
  write(
    name: string,
    value: unknown,
    { school, seconds, secure }: { school: string; seconds: number; secure: boolean },
  ): string {
    const payload = Buffer.from(JSON.stringify(value)).toString('base64url')
    const sealed = `${payload}.${this.#signer.sign(signed(payload, name, school))}`
    return stringifySetCookie({
      name,
      value: sealed,
      path: '/',
      maxAge: seconds,
      httpOnly: true,
      sameSite: 'lax',
      secure,
    })
  }
}

const signed = (payload: string, name: string, school: string) => `${name} ${school} ${payload}`
