// The credentials of the agent: a JWT for a few minutes that stands for a key or a session, with fewer rights. One reads,
// whatever the model says; another makes one call that a person has confirmed, and no other.
import { type Caller, type Id, isId } from '@lms/contract'
import type { Vault } from '@lms/service-host'
import { readToken, signToken } from '../identity/tokens/signed-token.ts'

export interface Credential {
  readonly key: Caller['key']
  /** The person of X-On-Behalf-Of. */
  readonly onBehalfOf: Id<'usr'> | null
  /** The only call that it makes (`callDigest`); null for one that reads. */
  readonly only: string | null
  /** Whether it ends when the agent is closed to its person. */
  readonly dialogue: boolean
}

const kind = { issuer: 'lms-agent', use: 'credentials of the agent' }
/** How long a credential is valid. */
const lifeMs = 180_000

/** `now` in ms since 1970. */
export function signCredential(credential: Credential, school: string, now: number, vault: Vault): string {
  const { key, onBehalfOf, only, dialogue } = credential
  const claims = {
    sub: key,
    ...(onBehalfOf && { act: onBehalfOf }),
    ...(only && { only }),
    ...(dialogue && { dlg: 1 }),
  }
  return signToken(kind, claims, { school, from: now, until: now + lifeMs }, vault)
}

/** The content of a credential of this school, and its end; null if it is invalid, altered or over. */
export function readCredential(
  token: string,
  school: string,
  now: number,
  vault: Vault,
): (Credential & { readonly until: number }) | null {
  const claims = readToken(kind, token, { school, now }, vault)
  if (!claims) return null
  const { sub = '', act = null, only = null, dlg, exp } = claims
  if (!(isId('key', sub) || isId('ses', sub)) || typeof exp !== 'number') return null
  if (act !== null && !isId('usr', act)) return null
  return { key: sub, onBehalfOf: act, only, dialogue: dlg === 1, until: exp * 1000 }
}

/** The credential with which the agent reads for a caller. */
export const readingFor = ({ key, user, onBehalf }: Caller, dialogue: boolean): Credential => ({
  key,
  onBehalfOf: onBehalf ? user : null,
  only: null,
  dialogue,
})
