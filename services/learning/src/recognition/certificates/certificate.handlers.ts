import { Refused } from '@lms/contract'
import { isDrawable } from '@lms/pdf'
import { DocumentAnswer, mapPage, missing, siteUrlAt, type Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { expanders } from '../../relations/expanders.ts'
import { refusals as progressRefusals } from '../../study/progress/progress.contract.ts'
import { badgeImage } from '../badges/badge-image.ts'
import { newBadgeKey, openedKey } from '../badges/badge-key.ts'
import { badgePicture } from '../badges/badge-picture.ts'
import { revocationsOf, signedCredential } from '../badges/credential.ts'
import { linkTo } from '../certificate-templates/drawing.ts'
import {
  certificateChecks,
  certificates as operations,
  PublicCertificate,
  refusals,
} from './certificate.contract.ts'
import type { CertificateRow } from './certificate.store.ts'
import { checkPage } from './check-page.ts'
import { fileName, pdfOfCertificate } from './file.ts'
import { type Facts, issue } from './issue.ts'
import { nameOf, siteOf } from './name-and-site.ts'
import { readNumber } from './number.ts'

const scopeOf = ({ work }: Pick<Work, 'work'>) => ({
  school: work.school,
  requestId: work.origin.requestId,
})

export const certificateHandlers = builder.implement(
  operations,
  {
    list: ({ query }, { certificates }) => certificates.page(query),
    get: ({ path }, { certificates }) => certificates.get(path.id),

    create: async ({ body, work, runtime }, stores) => {
      const { certificates, certificateTemplates, courses, enrollments, people } = stores
      const present = await certificates.validOf(body)
      if (present) return present
      const template_id = body.template_id ?? (await certificateTemplates.ofCourse(body.course_id))?.id
      if (!template_id || !(await certificateTemplates.find(template_id)))
        throw new Refused(refusals.template_missing)
      const study = await enrollments.ofPair(body)
      if (!study || study.status === 'waiting') throw new Refused(progressRefusals.study_unknown)
      const facts = await factsOf(body, { work, runtime }, stores)
      // Who was erased is not named anew.
      if (!(await people.holdPresent(body.user_id))) throw new Refused(progressRefusals.study_unknown)
      const enrollment = await enrollments.lockPair(body)
      if (!enrollment) throw new Refused(progressRefusals.study_unknown)
      const [existing, course] = await Promise.all([certificates.validOf(body), courses.find(body.course_id)])
      if (existing) return existing
      const template = await certificateTemplates.lockIfAny(template_id)
      if (!template || !course) throw new Refused(refusals.template_missing)
      return issue(enrollment, template, { ...facts, course_title: course.title }, stores, work)
    },

    revoke: async ({ path, body, now }, { certificates }) => {
      const row = await certificates.lock(path.id)
      return certificates.move(row, 'revoke', { revoked_at: now, revoke_reason: body.reason })
    },

    file: async ({ path, query, document, charge, work, runtime }, stores) => {
      const { certificates } = stores
      const row = await certificates.get(path.id)
      // Erased: its file names nobody, and is none.
      if (row.name === '') return missing()
      if (document) {
        const bytes = await pdfOfCertificate(row, stores, scopeOf({ work }), runtime, charge)
        return bytes ? new DocumentAnswer(document, bytes, fileName(row)) : missing()
      }
      const page = await certificates.page(query, [{ sql: 't.id = $', values: [path.id] }])
      return mapPage(page, ({ id, number }) => ({ id, number, ...linkTo(id, work.school, runtime) }))
    },

    credential: async ({ path, ...ctx }, stores) => {
      const row = await stores.certificates.get(path.id)
      return { id: row.id, credential: await credentialFor(row, ctx, stores) }
    },
  },
  expanders,
)

/** The signed credential; refuses with not_found for a person who was erased. */
async function credentialFor(
  row: CertificateRow,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { badgeKeys }: Stores,
): Promise<string> {
  const key = (await badgeKeys.all()).at(-1)
  if (row.name === '' || !key) return missing()
  const site = await siteOf(scopeOf({ work }), runtime)
  return signedCredential(row, site, { id: key.id, pem: openedKey(key, runtime.vault) })
}

/** Asks other services before anything is locked. */
async function factsOf(
  { user_id, name: sentName }: { user_id: Parameters<typeof nameOf>[0]; name?: string | undefined },
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  { badgeKeys }: Stores,
): Promise<Facts> {
  const scope = scopeOf({ work })
  const name = sentName ?? (await nameOf(user_id, scope, runtime))
  if (name === '') throw new Refused(refusals.name_missing)
  if (!isDrawable(name)) throw new Refused(refusals.name_undrawable)
  const { name: school_name } = await siteOf(scope, runtime)
  const keys = await badgeKeys.all()
  return { name, school_name, key: keys.length ? null : await newBadgeKey(work.school, runtime.vault) }
}

/** The certificate of a number as a stranger gives it; refuses with not_found. */
const ofNumber = async (text: string, { certificates }: Stores) => {
  const number = readNumber(text)
  const own = number ? await certificates.ofNumber(number) : null
  // One of another program has the form that it had there.
  return own ?? (await certificates.ofNumber(text.trim())) ?? missing()
}

export const certificateCheckHandlers = builder.implement(certificateChecks, {
  show: async ({ body: { number, language, domain }, runtime }, stores) => {
    const row = await ofNumber(number, stores)
    const siteUrl = siteUrlAt(domain, runtime.config)
    return checkPage(PublicCertificate.parse(row), { language, siteUrl, courseId: row.course_id })
  },
  badge: async ({ body, ...ctx }, stores) => {
    const row = await ofNumber(body.number, stores)
    if (row.status !== 'issued') return missing()
    const credential = await credentialFor(row, ctx, stores)
    const image = body.image ? (await badgeImage(row, credential)).toString('base64') : null
    return { credential, picture: badgePicture(row, credential), image }
  },
  revocations: async ({ body, work, runtime }, stores) => {
    const row = await ofNumber(body.number, stores)
    return revocationsOf(row, await siteOf(scopeOf({ work }), runtime))
  },
  keys: async (_, { badgeKeys }) => ({
    keys: (await badgeKeys.all()).map(({ id, jwk }) => ({ id, jwk })),
  }),
})
