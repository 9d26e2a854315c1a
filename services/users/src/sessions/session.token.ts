// The access token of a session: a JWT that names school, person and session, and is valid only while the session is.
import { type Id, isId } from '@lms/contract'
import type { Vault } from '@lms/service-host'
import jwt from 'jsonwebtoken'

export interface SessionClaims {
  school: Id<'sch'>
  user: Id<'usr'>
  session: Id<'ses'>
}

const issuer = 'lms'
const use = 'sessions'

/** Signed with HS256 and a key derived from the service's key ring. Times in ms since 1970. */
export function signSession(
  { school, user, session }: SessionClaims,
  from: number,
  until: number,
  vault: Vault,
) {
  const [{ id, key }] = vault.derivedKeys(use) as [{ id: string; key: Buffer }]
  const payload = {
    iss: issuer,
    aud: school,
    sub: user,
    sid: session,
    iat: Math.floor(from / 1000),
    exp: Math.floor(until / 1000),
  }
  return jwt.sign(payload, key, { algorithm: 'HS256', keyid: id })
}

/** The content of a token of this school, or null if it is invalid, altered or expired. `now` in ms since 1970. */
export function readSession(token: string, school: string, now: number, vault: Vault): SessionClaims | null {
  try {
    const kid = jwt.decode(token, { complete: true })?.header.kid
    const found = vault.derivedKeys(use).find(({ id }) => id === kid)
    if (!found) return null
    const claims = jwt.verify(token, found.key, {
      algorithms: ['HS256'],
      audience: school,
      issuer,
      clockTimestamp: Math.floor(now / 1000),
    }) as jwt.JwtPayload
    const { sub = '', sid } = claims
    if (!isId('usr', sub) || typeof sid !== 'string' || !isId('ses', sid)) return null
    return { school: school as Id<'sch'>, user: sub, session: sid }
  } catch {
    return null
  }
}
