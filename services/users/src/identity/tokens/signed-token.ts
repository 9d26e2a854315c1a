// Tokens of this service: JWT signed with HS256 and a key derived from the key ring, valid in one school.
import type { Vault } from '@lms/service-host'
import jwt from 'jsonwebtoken'

/** Who signs a kind of token, and for what its keys are derived. */
export interface TokenKind {
  readonly issuer: string
  readonly use: string
}

const secondsOf = (ms: number) => Math.floor(ms / 1000)

/** A token of a school with these claims. Times in ms since 1970. */
export function signToken(
  { issuer, use }: TokenKind,
  claims: object,
  { school, from, until }: { school: string; from: number; until: number },
  vault: Vault,
): string {
  const [{ id, key }] = vault.derivedKeys(use) as [{ id: string; key: Buffer }]
  const payload = { iss: issuer, aud: school, ...claims, iat: secondsOf(from), exp: secondsOf(until) }
  return jwt.sign(payload, key, { algorithm: 'HS256', keyid: id })
}

/** The claims of a token of this school; null if it is invalid, altered or over. `now` in ms since 1970. */
export function readToken(
  { issuer, use }: TokenKind,
  token: string,
  { school, now }: { school: string; now: number },
  vault: Vault,
): jwt.JwtPayload | null {
  try {
    const kid = jwt.decode(token, { complete: true })?.header.kid
    const derivedKey = vault.derivedKeys(use).find(({ id }) => id === kid)
    if (!derivedKey) return null
    return jwt.verify(token, derivedKey.key, {
      algorithms: ['HS256'],
      audience: school,
      issuer,
      clockTimestamp: secondsOf(now),
    }) as jwt.JwtPayload
  } catch {
    return null
  }
}
