// The access token of a session: a JWT that names school, person and session, and is valid only while the session is.
import { type Id, isId } from '@lms/contract'
import type { Vault } from '@lms/service-host'
import { readToken, signToken } from '../tokens/signed-token.ts'

export interface SessionClaims {
  school: Id<'sch'>
  user: Id<'usr'>
  session: Id<'ses'>
}

const kind = { issuer: 'lms', use: 'sessions' }

/** Times in ms since 1970. */
export const signSession = (
  { school, user, session }: SessionClaims,
  from: number,
  until: number,
  vault: Vault,
): string => signToken(kind, { sub: user, sid: session }, { school, from, until }, vault)

/** The content of a token of this school, or null if it is invalid, altered or expired. `now` in ms since 1970. */
export function readSession(token: string, school: string, now: number, vault: Vault): SessionClaims | null {
  const claims = readToken(kind, token, { school, now }, vault)
  if (!claims) return null
  const { sub = '', sid } = claims
  if (!isId('usr', sub) || typeof sid !== 'string' || !isId('ses', sid)) return null
  return { school: school as Id<'sch'>, user: sub, session: sid }
}
