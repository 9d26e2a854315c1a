// The credentials of the agent: a JWT for a few minutes that stands for a key or a session, with fewer rights. One reads,
// whatever the model says; another makes one call that a person has confirmed, and no other.
import { type Caller, type Id, isId } from '@lms/contract'
import type { Vault } from '@lms/service-host'
import jwt from 'jsonwebtoken'

export interface Credential {
  readonly key: Caller['key']
  /** The person of X-On-Behalf-Of. */
  readonly onBehalfOf: Id<'usr'> | null
  /** The only call that it makes (`callDigest`); null for one that reads. */
  readonly only: string | null
  /** Whether it ends when the agent is closed to its person. */
  readonly dialogue: boolean
}

const issuer = 'lms-agent'
const use = 'credentials of the agent'
/** Seconds that a credential is valid. */
const life = 180

/** Signed with HS256 and a key derived from the service's key ring. `now` in ms since 1970. */
export function signCredential(credential: Credential, school: string, now: number, vault: Vault): string {
  const { key, onBehalfOf, only, dialogue } = credential
  const [signing] = vault.derivedKeys(use) as [{ id: string; key: Buffer }]
  const iat = Math.floor(now / 1000)
  const payload = {
    iss: issuer,
    aud: school,
    sub: key,
    iat,
    exp: iat + life,
    ...(onBehalfOf && { act: onBehalfOf }),
    ...(only && { only }),
    ...(dialogue && { dlg: 1 }),
  }
  return jwt.sign(payload, signing.key, { algorithm: 'HS256', keyid: signing.id })
}

/** The content of a credential of this school, and its end; null if it is invalid, altered or over. */
export function readCredential(
  token: string,
  school: string,
  now: number,
  vault: Vault,
): (Credential & { readonly until: number }) | null {
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
    const { sub = '', act = null, only = null, dlg, exp } = claims
    if (!(isId('key', sub) || isId('ses', sub)) || typeof exp !== 'number') return null
    if (act !== null && !isId('usr', act)) return null
    return { key: sub, onBehalfOf: act, only, dialogue: dlg === 1, until: exp * 1000 }
  } catch {
    return null
  }
}

/** The credential with which the agent reads for a caller. */
export const readingFor = ({ key, user, onBehalf }: Caller, dialogue: boolean): Credential => ({
  key,
  onBehalfOf: onBehalf ? user : null,
  only: null,
  dialogue,
})
