// What programs need to verify credentials, at every domain of a school (RFC 8615): its public keys, its did:web document,
// whether a credential was revoked, and how clients of the Model Context Protocol are let in.
import { common, isId, Refused } from '@lms/contract'
import { achievements, certificateChecks, didOf } from '@lms/learning/contract'
import { absent } from '../cache/schools.ts'
import { protectedResource, resourceNames } from '../mcp.ts'
import { scopeOf, type Visit } from './route.ts'
import { limitBy } from './submission-rate.ts'

/** More than somebody checks by hand; guessing a number of 78 bits is hopeless at any rate. */
const ofNetwork = { rate: 1, burst: 60 }
/** Search engines leave out what names a person. */
export const unlisted = { 'x-robots-tag': 'noindex', vary: 'accept' }

/** The questions about certificates, for a visit. */
export const checksOf = (visit: Visit) =>
  visit.parts.ask('learning', { certificateChecks }, scopeOf(visit)).certificateChecks

/** The questions about what certificates stand for. */
export const achievementsOf = (visit: Visit) =>
  visit.parts.ask('learning', { achievements }, scopeOf(visit)).achievements

/** The domain that was asked, without a port. */
export const domainOf = ({ exchange }: Visit): string => exchange.authority.toLowerCase().replace(/:\d+$/, '')

export const limitChecks = ({ parts, school, exchange }: Visit): void =>
  limitBy(parts, [[`certificates ${school.school_id} ${exchange.network}`, ofNetwork]])

export const noWellKnown = 'This school publishes nothing at this address.'

const [keys, revocations] = ['badge-keys/', 'badge-revocations/']
/** What of the badge of a certificate is at which name, and its media type. */
const badgeForms = [
  { prefix: 'badge-credentials/', end: '', part: 'credential', type: 'application/vc+jwt' },
  { prefix: 'badge-pictures/', end: '', part: 'picture', type: 'image/svg+xml' },
  { prefix: 'badge-pictures/', end: '.png', part: 'image', type: 'image/png' },
] as const
type BadgeForm = (typeof badgeForms)[number]
const badgeFormOf = (name: string) => badgeForms.find(form => isNumber(numberIn(name, form)))
const numberIn = (name: string, { prefix, end }: BadgeForm) =>
  name.endsWith(end) ? after(name.slice(0, name.length - end.length), prefix) : null
const isNumber = (text: string | null) => /^[\w-]{1,60}$/.test(text ?? '')
const after = (name: string, prefix: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : null)

export const isWellKnown = (name: string): boolean =>
  name === 'did.json' ||
  resourceNames.includes(name) ||
  isId('bdk', after(name, keys) ?? '') ||
  isNumber(after(name, revocations)) ||
  badgeFormOf(name) !== undefined

/** Verifiers in browsers ask from pages of other sites. */
const everywhere = { ...unlisted, 'access-control-allow-origin': '*' }
/** A picture that a browser opens by itself loads and runs nothing. */
const inert = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }

/** Answers with JSON, or with the badge of a certificate. */
export async function takeWellKnown(visit: Visit): Promise<void> {
  limitChecks(visit)
  const form = badgeFormOf(visit.parameter)
  if (form) return takeBadge(visit, form)
  const content = await foundAt(visit)
  if (!content) throw new Refused(common.not_found, noWellKnown)
  const headers = { ...everywhere, 'content-type': 'application/json' }
  visit.exchange.answer(200, JSON.stringify(content), headers)
}

async function takeBadge(visit: Visit, form: BadgeForm): Promise<void> {
  const number = numberIn(visit.parameter, form)!
  const content = await badgeContent(visit, number, form).catch(absent)
  if (!content) throw new Refused(common.not_found, noWellKnown)
  const bytes = form.part === 'image' ? Buffer.from(content, 'base64') : content
  visit.exchange.answer(200, bytes, { ...everywhere, ...inert, 'content-type': form.type })
}

/** The picture of a course's achievement, or a part of the badge of a certificate; throws where there is none. */
async function badgeContent(visit: Visit, number: string, { part }: BadgeForm): Promise<string | null> {
  if (part === 'picture' && isId('crs', number))
    return (await achievementsOf(visit).picture({ body: { course_id: number } })).picture
  return (await checksOf(visit).badge({ body: { number, image: part === 'image' } }))[part] ?? null
}

async function foundAt(visit: Visit): Promise<object | null> {
  const { parameter: name } = visit
  if (resourceNames.includes(name)) return protectedResource(visit.exchange.authority)
  const number = after(name, revocations)
  if (number !== null) return checksOf(visit).revocations({ body: { number } }).catch(absent)
  const { keys: all } = await checksOf(visit).keys({})
  if (name === 'did.json') return all.length ? didDocument(visit, all) : null
  const key = all.find(({ id }) => id === after(name, keys))
  return key ? jwkOf(key) : null
}

type Key = Awaited<ReturnType<ReturnType<typeof checksOf>['keys']>>['keys'][number]

const jwkOf = ({ id, jwk }: Key) => ({ ...jwk, kid: id })

/** The document of the domain that was asked (did:web, W3C DID 1.0). */
function didDocument(visit: Visit, all: readonly Key[]) {
  const did = didOf(domainOf(visit))
  const methods = all.map(key => ({
    id: `${did}#${key.id}`,
    type: 'JsonWebKey',
    controller: did,
    publicKeyJwk: jwkOf(key),
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/jwk/v1'],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}
