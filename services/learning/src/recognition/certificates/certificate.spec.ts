// Certificates through the gateway, as people of the school and strangers see them.
import { type Id, newId } from '@lms/contract'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { pixel } from '@lms/testing/examples'
import { documentBy, newSchool, startTestGateway, type TestGateway, wideLimits } from '@lms/testing/gateway'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { learningContract } from '../../contract.ts'
import { learningService } from '../../service.ts'
import { achievementCredential, achievementSchema } from '../../testing/open-badge-schema.ts'

let system: TestSystem
let gateway: TestGateway
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, learningService] })
  gateway = await startTestGateway(system)
}, 120_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

/** Where a credential is none by the specification of Open Badges 3.0; null where it is one. */
function faultsOf(credential: unknown, schema: object = achievementCredential) {
  const ajv = new Ajv2020({ allErrors: true, strictTuples: false, strictTypes: false })
  formats.default(ajv)
  const isValid = ajv.compile(schema)
  return isValid(credential)
    ? null
    : isValid.errors!.map(({ instancePath, keyword }) => [instancePath, keyword])
}

const box = {
  ...({ kind: 'text', x: 100, y: 200, width: 600, height: 60, text: '{{name}}', size: 30 } as const),
  ...({ bold: false, align: 'center', colour: '#000000' } as const),
}

/** A school with a published course of one lesson, and a template that names it. */
async function school() {
  const base = await newSchool(gateway)
  // A slow machine draws long, and drawing is charged.
  await gateway.operator('PATCH', `/schools/${base.schoolId}`, { limits: wideLimits })
  const clients = { ...usersContract.resources, ...learningContract.resources, ...siteContract.resources }
  const api = gateway.client(clients, base)
  const course = await api.courses.create({ body: { title: 'Watercolour' } })
  const module = await api.modules.create({ body: { course_id: course.id, title: 'Module' } })
  const lesson = await api.lessons.create({
    body: { module_id: module.id, title: 'Lesson', status: 'published' },
  })
  await api.lessonBlocks.create({
    path: { id: lesson.id },
    body: { content: { kind: 'text', html: '<p>Text</p>' } },
  })
  await api.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })
  const template = await api.certificateTemplates.create({
    body: { name: 'Certificate', course_ids: [course.id], boxes: [box] },
  })
  const student = async (first_name = 'Ann') => {
    const email = `${newId('usr')}@school.org`
    const { id: user_id } = await api.users.create({ body: { email, first_name, last_name: 'Lee' } })
    await api.accesses.create({ body: { user_id, course_id: course.id } })
    await api.enrollments.create({ body: { user_id, course_id: course.id } })
    return user_id
  }
  const issue = (user_id: Id<'usr'>, fields: object = {}) =>
    api.certificates.create({ body: { user_id, course_id: course.id, ...fields } })
  const complete = (user_id: Id<'usr'>) =>
    api.lessonCompletions.complete({ path: { id: lesson.id }, body: { user_id } })
  const of = async (user_id: string) => (await api.certificates.list({ query: { user_id } })).data
  const get = (path: string, headers: Record<string, string> = {}) =>
    gateway.call('GET', path, { host: base.host, headers })
  const file = (id: string, accept: string) =>
    gateway.call('GET', `/api/v1/certificates/${id}/file`, { ...base, headers: { accept } })
  return { ...base, api, course, template, student, issue, complete, of, get, file }
}

test('who completes a course gets its certificate, which a stranger checks as JSON, page and credential', async () => {
  const { api, student, complete, of, get, host } = await school()
  const user_id = await student()
  await complete(user_id)
  const [certificate] = await eventually('the certificate', async () => {
    const issued = await of(user_id)
    return issued.length > 0 && issued
  })
  expect(certificate).toMatchObject({ status: 'issued', name: 'Ann Lee', course_title: 'Watercolour' })
  const { id, number } = certificate!
  const loose = number.toLowerCase().replaceAll('-', '')
  const { body, headers } = await get(`/certificates/${loose}`)
  expect(body).toMatchObject({ number, status: 'issued', name: 'Ann Lee', school_name: 'School' })
  expect(headers['x-robots-tag']).toBe('noindex')
  expect(Object.keys(body)).not.toContain('user_id')
  const page = await get(`/certificates/${number}`, { accept: 'text/html' })
  expect(page.body).toContain('This certificate is valid.')

  const { credential } = await api.certificates.credential({ path: { id } })
  const { kid } = decodeProtectedHeader(credential)
  const jwk = (await get(new URL(kid!).pathname)).body
  const { payload } = await jwtVerify(credential, await importJWK(jwk))
  expect(payload).toMatchObject({
    iss: `did:web:${host}`,
    jti: `https://${host}/certificates/${number}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    credentialSubject: { id: payload.sub, achievement: { name: 'Watercolour' } },
  })
  expect(faultsOf(payload)).toBe(null)
  const { issuer, ...anonymous } = payload
  expect(faultsOf({ ...anonymous, validFrom: 'today', type: ['VerifiableCredential'] })).toEqual([
    ['', 'required'],
    ['/type/0', 'enum'],
    ['/type', 'contains'],
    ['/validFrom', 'format'],
  ])
  const did = (await get('/.well-known/did.json')).body
  expect(did).toMatchObject({ id: payload.iss, verificationMethod: [{ publicKeyJwk: { n: jwk.n } }] })

  // The badge that people take along: the picture has the credential in it, and LinkedIn's form is filled in.
  const links = [...(page.body as string).matchAll(/href="([^"]*(?:badge-|linkedin)[^"]*)"/g)].map(
    ([, url]) => url!.replaceAll(/&(?:amp|#38|#x26);/g, '&'),
  )
  const [pictureUrl, imageUrl, credentialUrl, linkedinUrl] = links as [string, string, string, string]
  const byUrl = await get(credentialUrl)
  expect(byUrl.headers['content-type']).toBe('application/vc+jwt')
  expect((await jwtVerify(byUrl.body as string, await importJWK(jwk))).payload).toEqual(payload)
  const picture = await get(pictureUrl)
  expect(picture.headers).toMatchObject({ 'content-type': 'image/svg+xml' })
  expect(picture.body).toContain(`<openbadges:credential verify="${byUrl.body}">`)
  const image = await get(imageUrl)
  expect([imageUrl, image.headers['content-type']]).toEqual([`${pictureUrl}.png`, 'image/png'])
  const subject = payload.credentialSubject as { image: { id: string } }
  expect(new URL(subject.image.id).pathname).toBe(pictureUrl)
  expect(Object.fromEntries(new URL(linkedinUrl).searchParams)).toMatchObject({
    ...{ name: 'Watercolour', organizationName: 'School', certId: number },
    certUrl: `https://${host}/certificates/${number}`,
  })

  const status = new URL((payload.credentialStatus as { id: string }).id).pathname
  expect((await get(status)).body).toMatchObject({ revokedCredential: [] })
  await api.certificates.revoke({ path: { id }, body: { reason: 'Wrong course' } })
  expect((await get(status)).body).toMatchObject({
    revokedCredential: [{ id: payload.jti, revocationReason: 'Wrong course' }],
  })
  expect((await get(`/certificates/${number}`)).body).toMatchObject({
    status: 'revoked',
    revoke_reason: 'Wrong course',
  })
  for (const url of [pictureUrl, imageUrl, credentialUrl]) expect((await get(url)).status).toBe(404)
  await expect(api.certificates.revoke({ path: { id }, body: { reason: 'Again' } })).rejects.toMatchObject({
    reason: 'certificate_revoked',
  })
})

test('what a certificate stands for has a page at its own address, which names nobody', async () => {
  const { api, student, issue, get, course, host } = await school()
  const draft = await api.courses.create({ body: { title: 'Oil' } })
  const path = `/courses/${course.id}`
  await api.courses.update({ path: { id: course.id }, body: { description: 'Washes & skies.' } })
  // A template names the published course: it can be achieved before somebody has.
  expect((await get(path)).body).toMatchObject({ name: 'Watercolour', description: 'Washes & skies.' })
  const { id, number } = await issue(await student())
  const { credential } = await api.certificates.credential({ path: { id } })
  const { credentialSubject, issuer } = decodeJwt(credential) as any
  const { achievement } = credentialSubject
  expect(achievement.id).toBe(`https://${host}${path}`)

  const { body, headers } = await get(path)
  expect(headers).toMatchObject({ 'content-type': 'application/ld+json', 'access-control-allow-origin': '*' })
  expect(body).toMatchObject({ id: achievement.id, image: achievement.image, creator: issuer })
  expect(body.criteria).toEqual({ id: achievement.id, narrative: 'Completed the course “Watercolour”.' })
  expect(faultsOf(body, achievementSchema)).toBe(null)
  const page = await get(path, { accept: 'text/html' })
  expect(page.headers['content-type']).toContain('text/html')
  for (const part of ['Watercolour</h1>', 'Washes &#38; skies.', 'Criteria', `https://${host}`])
    expect(page.body).toContain(part)
  const picture = await get(new URL(achievement.image.id).pathname)
  expect(picture.headers['content-type']).toBe('image/svg+xml')
  for (const content of [JSON.stringify(body), page.body, picture.body])
    for (const personal of [number, 'Ann', 'openbadges:credential']) expect(content).not.toContain(personal)
  const checked = await get(`/certificates/${number}`, { accept: 'text/html' })
  expect(checked.body).toContain(`<a href="${path}">Watercolour</a>`)

  // Once it is withdrawn, it says what its certificates say.
  await api.courses.update({ path: { id: course.id }, body: { title: 'Secret', visibility: 'students' } })
  const withdrawn = await get(path)
  expect([withdrawn.body.name, withdrawn.body.description]).toEqual(['Watercolour', 'Watercolour'])
  const other = await newSchool(gateway)
  const unknown = [
    [`/courses/${draft.id}`, host],
    [`/courses/${newId('crs')}`, host],
    [`/.well-known/badge-pictures/${draft.id}`, host],
    [path, other.host],
    [new URL(achievement.image.id).pathname, other.host],
  ] as const
  for (const [at, host] of unknown)
    expect([at, (await gateway.call('GET', at, { host })).status]).toEqual([at, 404])
})

test('of many issues at once one certificate is made; after a revocation a new one follows', async () => {
  const { api, student, issue, of, template } = await school()
  const user_id = await student()
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => issue(user_id)))
  const ids = outcomes.map(each => (each.status === 'fulfilled' ? each.value.id : each.reason))
  expect(new Set(ids).size).toBe(1)
  expect(await of(user_id)).toHaveLength(1)
  await api.certificates.revoke({ path: { id: ids[0] as string }, body: { reason: 'Misspelt' } })
  expect(await issue(user_id, { name: 'Anna Lee' })).toMatchObject({ name: 'Anna Lee', status: 'issued' })
  expect(await of(user_id)).toHaveLength(2)
  await expect(api.certificateTemplates.delete({ path: { id: template.id } })).rejects.toMatchObject({
    reason: 'template_issued',
  })
})

test('a new key signs once the operator wants one; the old ones verify what they have signed', async () => {
  const { api, student, issue, get, schoolId } = await school()
  const rotate = () => gateway.operator('POST', `/schools/${schoolId}/badge-keys`)
  expect(await rotate()).toMatchObject({ status: 409, body: { error: { reason: 'badge_key_missing' } } })
  const { id } = await issue(await student())
  const signed = async () => (await api.certificates.credential({ path: { id } })).credential
  const kidOf = (credential: string) => new URL(decodeProtectedHeader(credential).kid!).pathname
  const first = await signed()
  const responses = await Promise.all([rotate(), rotate()])
  expect(responses.map(({ status }) => status)).toEqual([201, 201])
  const second = await signed()
  const ids = responses.map(({ body }) => `/.well-known/badge-keys/${body.id}`)
  expect(ids).toContain(kidOf(second))
  await issue(await student())
  expect(kidOf(await signed())).toBe(kidOf(second))
  for (const credential of [first, second]) {
    const key = await importJWK((await get(kidOf(credential))).body)
    expect((await jwtVerify(credential, key)).payload).toMatchObject({ type: expect.any(Array) })
  }
  expect((await get('/.well-known/did.json')).body.verificationMethod).toHaveLength(3)
})

test('only those who study get one, by a template and with a name', async () => {
  const { api, student, issue, course } = await school()
  const stranger = await api.users.create({ body: { email: 'stranger@school.org', first_name: 'Bo' } })
  await expect(issue(stranger.id)).rejects.toMatchObject({ reason: 'study_unknown' })
  const nameless = await student('')
  await api.users.update({ path: { id: nameless }, body: { last_name: '' } })
  await expect(issue(nameless)).rejects.toMatchObject({ reason: 'name_missing' })
  await expect(issue(nameless, { template_id: newId('ctp') })).rejects.toMatchObject({
    reason: 'template_missing',
  })
  const other = await api.courses.create({ body: { title: 'Oil' } })
  await expect(issue(nameless, { course_id: other.id })).rejects.toMatchObject({ reason: 'template_missing' })
  expect(course.id).not.toBe(other.id)
})

test('name and design stay as they were; the file is a link or the PDF itself, as the caller accepts', async () => {
  const { api, student, issue, template, file, get } = await school()
  const user_id = await student()
  const { id, number } = await issue(user_id)
  await api.users.update({ path: { id: user_id }, body: { first_name: 'Zoe' } })
  await api.certificateTemplates.update({ path: { id: template.id }, body: { boxes: [] } })
  expect(await api.certificates.get({ path: { id } })).toMatchObject({ name: 'Ann Lee', template_version: 1 })
  const { body } = await file(id, 'application/json')
  expect(body.data).toMatchObject([
    { id, number, download_path: expect.stringMatching(/^\/downloads\/cer_/) },
  ])
  const linked = await documentBy(() => get(body.data[0].download_path))
  const download = await file(id, 'application/pdf')
  expect(download).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/pdf', 'content-disposition': expect.stringContaining(number) },
  })
  expect(download.body.subarray(0, 8).toString()).toBe('%PDF-1.7')
  expect(linked.body.length).toBe(download.body.length)
})

test('images of a template are files of the school: they are drawn, kept, and told where they cannot be drawn', async () => {
  const { api, student, issue, template, file, get, host } = await school()
  const upload = async (bytes: Buffer, name: string, content_type: string) => {
    const { id, upload } = await api.files.start({ body: { name, content_type, size: bytes.length } })
    for (const { url, headers } of upload.parts)
      await gateway.call('PUT', new URL(url).pathname, { host, headers, body: bytes })
    await api.files.complete({ path: { id } })
    return id
  }
  const seal = await upload(pixel, 'seal.png', 'image/png')
  const text = await upload(Buffer.from('no image'), 'seal.txt', 'text/plain')
  const path = { id: template.id }
  const frame = { x: 10, y: 10, width: 80, height: 80 }
  const draw = (background_file_id: typeof seal | null, file_id: typeof seal) => {
    const boxes = [box, { kind: 'image' as const, ...frame, file_id }]
    return api.certificateTemplates.update({ path, body: { background_file_id, boxes } })
  }
  const hasImage = (pdf: Buffer) => pdf.toString('latin1').includes('/Subtype /Image')
  const preview = async () =>
    (await get((await api.certificateTemplates.preview({ path })).download_path)).body
  expect(hasImage(await preview())).toBe(false)

  await draw(seal, text)
  await expect(api.certificateTemplates.preview({ path })).rejects.toMatchObject({
    ...{ status: 422, reason: 'image_invalid' },
    details: [{ path: text, message: 'format' }],
  })
  await draw(null, seal)
  expect(hasImage(await preview())).toBe(true)
  const { id } = await issue(await student())
  expect(hasImage((await file(id, 'application/pdf')).body)).toBe(true)
  await expect(api.files.delete({ path: { id: seal } })).rejects.toMatchObject({ reason: 'still_named' })
  // The design of the certificate needs it, although the template does not any more.
  await draw(null, text)
  await expect(api.files.delete({ path: { id: seal } })).rejects.toMatchObject({ reason: 'still_named' })
})

test('students see their own certificates', async () => {
  const { student, issue, schoolId } = await school()
  const [one, other] = [await student(), await student()]
  const [mine, theirs] = [await issue(one), await issue(other)]
  const caller = system.caller({ school: schoolId as Id<'sch'>, role: 'student', user: one })
  const own = system.client('learning', learningContract.resources, caller)
  expect((await own.certificates.list()).data.map(({ id }) => id)).toEqual([mine.id])
  await expect(own.certificates.file({ path: { id: theirs.id } })).rejects.toMatchObject({ status: 404 })
})

test('of two people who are merged the older certificate stays valid', async () => {
  const { api, student, issue, of } = await school()
  const [from, into] = [await student(), await student('Bea')]
  const older = await issue(from)
  const newer = await issue(into)
  await api.persons.merge({ path: { id: into }, body: { user_id: from } })
  await eventually('both are one person’s', async () => (await of(into)).length === 2)
  expect(await api.certificates.get({ path: { id: older.id } })).toMatchObject({ status: 'issued' })
  expect(await api.certificates.get({ path: { id: newer.id } })).toMatchObject({ status: 'revoked' })
})

test('after an erasure nobody finds the certificate by its number', async () => {
  const { api, student, issue, get, file } = await school()
  const user_id = await student()
  const { id, number } = await issue(user_id)
  expect((await get(`/certificates/${number}`)).status).toBe(200)
  await api.persons.anonymize({ path: { id: user_id }, body: {} as never })
  await eventually('it is gone', async () => (await get(`/certificates/${number}`)).status === 404)
  expect((await file(id, 'application/pdf')).status).toBe(404)
  expect((await get(`/.well-known/badge-revocations/${number}`)).status).toBe(404)
  expect((await get('/certificates/2345-6789-ABCD-EFGH', { accept: 'text/html' })).status).toBe(404)
})

test('nobody who was erased is named anew', async () => {
  const { api, student, issue, of } = await school()
  const user_id = await student()
  await api.persons.anonymize({ path: { id: user_id }, body: {} as never })
  await eventually('the erasure', async () => {
    const issued = await issue(user_id, { name: 'Ann Lee' }).catch(error => error)
    return issued.reason === 'study_unknown'
  })
  expect((await of(user_id)).filter(({ status }) => status === 'issued')).toEqual([])
})
