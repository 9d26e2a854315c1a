// A certificate as an Open Badges 3.0 credential: a W3C Verifiable Credential 2.0 in the compact form of a JWS. The
// payload is the credential itself, besides the registered claims (Open Badges 3.0, 8.2.4.1).
import { createHash } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { achievementOf, completionOf, contexts, issuerOf, type Site } from './achievement.ts'
import { didOf } from './did.ts'

export interface Achieved {
  readonly number: string
  readonly name: string
  readonly course_id: string
  readonly course_title: string
  readonly issued_at: string
  /** Null for one that staff have issued to somebody who has not completed the course. */
  readonly completed_at: string | null
}

/** The credential, signed; `key` is the private key as PEM, and `id` its name. */
export function signedCredential(achieved: Achieved, site: Site, key: { id: string; pem: string }): string {
  const credential = credentialOf(achieved, site)
  const claims = {
    iss: credential.issuer.id,
    jti: credential.id,
    nbf: Math.floor(Date.parse(achieved.issued_at) / 1000),
    sub: credential.credentialSubject.id,
  }
  return jwt.sign({ ...credential, ...claims }, key.pem, {
    algorithm: 'RS256',
    noTimestamp: true,
    header: { alg: 'RS256', typ: 'JWT', kid: `${site.url}/.well-known/badge-keys/${key.id}` },
  })
}

export function credentialOf(achieved: Achieved, site: Site) {
  const { number, name, course_id, course_title, issued_at, completed_at } = achieved
  const id = `${site.url}/certificates/${number}`
  return {
    '@context': contexts,
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: course_title,
    issuer: issuerOf(site),
    validFrom: issued_at,
    credentialSubject: {
      id: `${id}#subject`,
      type: ['AchievementSubject'],
      identifier: [identityOf(name, number)],
      image: { id: pictureUrl(number, site), type: 'Image', caption: course_title },
      achievement: achievementOf(
        { course_id, name: course_title, description: course_title },
        completed_at
          ? completionOf(course_title)
          : `Awarded by ${site.name} for the course “${course_title}”.`,
        site,
      ),
    },
    credentialSchema: [
      {
        id: 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json',
        type: '1EdTechJsonSchemaValidator2019',
      },
    ],
    credentialStatus: {
      id: `${site.url}/.well-known/badge-revocations/${number}`,
      type: '1EdTechRevocationList',
    },
  }
}

/** Where the picture of a certificate is, with its credential baked in. */
const pictureUrl = (number: string, { url }: Pick<Site, 'url'>) =>
  `${url}/.well-known/badge-pictures/${number}`

/** The name is hashed with the number as its salt: who knows the name can compare it, and nobody can read it. */
function identityOf(name: string, number: string) {
  const hash = createHash('sha256')
    .update(name + number)
    .digest('hex')
  return {
    type: 'IdentityObject',
    hashed: true,
    identityHash: `sha256$${hash}`,
    identityType: 'name',
    salt: number,
  }
}

/** The list that says whether the credential was revoked: one for each, so that it stays short. */
export const revocationsOf = (
  { number, revoked_at, revoke_reason }: { number: string; revoked_at: string | null; revoke_reason: string },
  { url, domain }: Pick<Site, 'url' | 'domain'>,
) => ({
  id: `${url}/.well-known/badge-revocations/${number}`,
  issuer: didOf(domain),
  revokedCredential: revoked_at
    ? [
        {
          id: `${url}/certificates/${number}`,
          revoked: true as const,
          revocationReason: revoke_reason,
        },
      ]
    : [],
})
