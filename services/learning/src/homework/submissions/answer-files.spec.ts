import { type Id, newId, type Role } from '@lms/contract'
import { TokenSigner, tokenHeader } from '@lms/service-host'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { pixel } from '@lms/testing/examples'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, learningService] })
})
afterAll(() => system.stop())

type Uploader = Pick<Student, 'id'>
type Student = Awaited<ReturnType<Awaited<ReturnType<typeof schoolOfStudy>>['student']>>

/** A school with a homework, its curator, and two students who upload files. */
async function school() {
  const fixture = await schoolOfStudy(system)
  const { owner, api, course, lesson } = fixture
  const assignment = await api.assignments.create({
    body: { lesson_id: lesson.id, title: 'A sky', max_score: null },
  })
  const curator = await fixture.person('curator')
  await api.curators.assign({ body: { curator_id: curator.id, course_id: course.id } })
  const [ann, bob] = [await fixture.student(), await fixture.student()]
  const filesOf = ({ id: user }: Uploader, role: Role = 'student') =>
    system.client('site', siteContract.resources, system.caller({ school: owner.school, role, user })).files
  /** The bytes behind a link of the storage, as the gateway moves them. */
  const stream = (url: string, request: RequestInit = {}) => {
    const { privateKey } = system.installation.signing.gateway!
    const signer = new TokenSigner({ name: 'gateway', privateKey }, () => system.clock.now())
    const identity = { kind: 'service', service: 'gateway', school: owner.school } as const
    const path = url.slice(url.indexOf('/files/'))
    return fetch(`${system.addresses.site}/streams${path}`, {
      ...request,
      headers: { ...request.headers, [tokenHeader]: signer.sign('site', identity, owner.school) },
    })
  }
  const upload = async (by: Uploader, role: Role = 'student') => {
    const files = filesOf(by, role)
    const announced = { name: 'sky.png', content_type: 'image/png', size: pixel.length }
    const { id, upload } = await files.start({ body: announced })
    for (const { url, headers } of upload.parts)
      await stream(url, { method: 'PUT', body: new Uint8Array(pixel), headers })
    await files.complete({ path: { id } })
    return id
  }
  const send = (by: Student, fields: object) =>
    by.homework.create({
      body: { assignment_id: assignment.id, enrollment_id: by.enrollment.id, ...fields },
    })
  return { ...fixture, curator, ann, bob, filesOf, upload, stream, send }
}

test('a student answers with a file of their own, which curators fetch, and nobody else shows', async () => {
  const { api, curator, ann, bob, filesOf, upload, stream, send } = await school()
  const file = await upload(ann)
  expect((await filesOf(ann).list({})).data.map(({ id }) => id)).toEqual([file])
  expect((await filesOf(bob).list({})).data).toEqual([])
  await expect(filesOf(bob).get({ path: { id: file } })).rejects.toMatchObject({ status: 404 })
  const foreign = { status: 422, reason: 'unknown_reference' }
  await expect(send(bob, { file_ids: [file] })).rejects.toMatchObject(foreign)

  const { id } = await send(ann, { file_ids: [file] })
  const path = { id }
  const remark = await upload(ann)
  await ann.submissionComments.create({ path, body: { text: 'And this one', file_ids: [remark] } })
  const read = await curator.homework.get({ path })
  expect(read.links!.map(({ file_id }) => file_id)).toEqual([remark, file])
  const fetched = await stream(read.links![1]!.url)
  expect(Buffer.from(await fetched.arrayBuffer()).equals(pixel)).toBe(true)
  expect((await api.homework.get({ path })).links).toBe(null)
  const linked = async (by: Pick<typeof curator, 'submissionComments'>) =>
    (await by.submissionComments.list({ path })).data.map(({ links }) => links)
  for (const by of [ann, curator]) {
    const [links] = await linked(by)
    expect(links).toMatchObject([{ file_id: remark }])
    const bytes = await (await stream(links![0]!.url)).arrayBuffer()
    expect(Buffer.from(bytes).equals(pixel)).toBe(true)
  }
  expect(await linked(api)).toEqual([null])

  const other = await send(bob, { text: 'Three washes' })
  const into = { path: { id: other.id } }
  await expect(bob.homework.update({ ...into, body: { file_ids: [file] } })).rejects.toMatchObject(foreign)
  await expect(
    bob.submissionComments.create({ ...into, body: { text: 'Look', file_ids: [file] } }),
  ).rejects.toMatchObject(foreign)
  await expect(filesOf(ann).delete({ path: { id: file } })).rejects.toMatchObject({ reason: 'still_named' })
})

test('a curator shows only files that they may read: their own, not those of the school or of students', async () => {
  const { curator, ann, bob, filesOf, upload, send, stream } = await school()
  const { id } = await send(ann, { text: 'Three washes' })
  const remark = (file: Id<'fil'>) =>
    curator.submissionComments.create({ path: { id }, body: { text: 'Like this', file_ids: [file] } })
  const ofSchool = await upload({ id: newId('usr') }, 'owner')
  for (const file of [ofSchool, await upload(bob), newId('fil')])
    await expect(remark(file)).rejects.toMatchObject({ status: 422, reason: 'unknown_reference' })

  const own = await upload(curator, 'curator')
  expect((await filesOf(curator, 'curator').list({})).data.map(file => file.id)).toEqual([own])
  await remark(own)
  const [comment] = (await ann.submissionComments.list({ path: { id } })).data
  const bytes = await (await stream(comment!.links![0]!.url)).arrayBuffer()
  expect(Buffer.from(bytes).equals(pixel)).toBe(true)
})

test('a draft keeps its files, which its student fetches, until it shows others', async () => {
  const { ann, filesOf, upload, stream, send } = await school()
  const [first, second] = [await upload(ann), await upload(ann)]
  const { id } = await send(ann, { status: 'draft', file_ids: [first] })
  const path = { id }
  const linked = async () => (await ann.homework.get({ path })).links!
  expect(await linked()).toMatchObject([{ file_id: first }])
  const bytes = await (await stream((await linked())[0]!.url)).arrayBuffer()
  expect(Buffer.from(bytes).equals(pixel)).toBe(true)
  const remove = (id: typeof first) => filesOf(ann).delete({ path: { id } })
  const expectedRefusal = { reason: 'still_named' }
  await expect(remove(first)).rejects.toMatchObject(expectedRefusal)
  await ann.homework.update({ path, body: { file_ids: [second] } })
  expect(await linked()).toMatchObject([{ file_id: second }])
  await remove(first)
  await ann.homework.update({ path, body: { status: 'submitted' } })
  const third = await upload(ann)
  await ann.homework.update({ path, body: { file_ids: [third] } })
  await remove(second)
  await expect(remove(third)).rejects.toMatchObject(expectedRefusal)
})

test('an erasure takes what a student has sent and written, with the bytes of the files', async () => {
  const { api, curator, ann, filesOf, upload, stream, send } = await school()
  const [file, remark] = [await upload(ann), await upload(ann)]
  const path = { id: (await send(ann, { text: 'Three washes', file_ids: [file] })).id }
  await ann.submissionComments.create({ path, body: { text: 'And this one', file_ids: [remark] } })
  await curator.submissionComments.create({ path, body: { text: 'Ann, which paper?' } })
  await curator.homework.claim({ body: {} })
  await curator.homework.giveBack({ path, body: { comment: 'Ann, let it dry' } })
  const { links } = await curator.homework.get({ path })
  const statuses = () => Promise.all(links!.map(async ({ url }) => (await stream(url)).status))
  expect(await statuses()).toEqual([200, 200])

  await api.persons.anonymize({ path: { id: ann.id }, body: {} as never })
  await eventually('the files to go', async () => (await statuses()).every(status => status === 404))
  await eventually('the answer to go', async () => (await api.homework.get({ path })).text === '')
  const storedHomework = await api.homework.get({ path })
  expect(storedHomework).toMatchObject({ status: 'returned', number: 1, comment: '', file_ids: [] })
  const attempts = await api.homework.list({ query: { expand: 'attempts' } })
  const comments = await api.submissionComments.list({ path, query: { sort: 'created_at' } })
  expect(comments.data).toMatchObject([
    { text: '-', file_ids: [] },
    { text: '-', file_ids: [] },
  ])
  expect(JSON.stringify([storedHomework, attempts, comments])).not.toMatch(/washes|Ann|paper|fil_/)
  expect((await filesOf(ann).list({})).data).toEqual([])
})

test('a student uploads no larger files than students may', async () => {
  const { ann, filesOf } = await school()
  const start = (mebibytes: number) =>
    filesOf(ann).start({
      body: { name: 'film.mp4', content_type: 'video/mp4', size: mebibytes * 1024 * 1024 },
    })
  await expect(start(101)).rejects.toMatchObject({ status: 409, reason: 'own_files_limit_reached' })
  for (let count = 0; count < 10; count++) await start(100)
  await expect(start(25)).rejects.toMatchObject({ status: 409, reason: 'own_files_limit_reached' })
  await expect(start(24)).resolves.toMatchObject({ status: 'uploading' })
})
