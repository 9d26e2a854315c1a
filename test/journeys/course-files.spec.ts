// A file that a course shows stays as long as the course shows it.
import { type Id, newId } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { pixel } from '@lms/testing/examples'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'

let system: TestSystem
let gateway: TestGateway
let school: GatewaySchool
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, learningService] })
  gateway = await startTestGateway(system)
}, 300_000)
beforeEach(async () => {
  school = await newSchool(gateway)
})
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

const { files } = siteContract.resources
const site = () => gateway.client({ files }, school)
const learning = () => gateway.client(learningContract.resources, school)
const removal = (id: Id<'fil'>) => site().files.delete({ path: { id } })
const namedBy = (id: string) => ({
  status: 409,
  reason: 'still_named',
  details: [{ message: expect.stringContaining(id) }],
})

/** A ready picture, sent to the links of its upload. */
async function picture(): Promise<Id<'fil'>> {
  const { files } = site()
  const body = { name: 'lake.png', content_type: 'image/png', size: pixel.length }
  const { id, upload } = await files.start({ body })
  for (const { url, headers } of upload.parts) {
    const { pathname } = new URL(url)
    const sent = await gateway.call('PUT', pathname, { host: school.host, headers, body: pixel })
    expect(sent.status).toBe(204)
  }
  expect(await files.complete({ path: { id } })).toMatchObject({ status: 'ready' })
  return id
}

async function lesson() {
  const { courses, modules, lessons } = learning()
  const course = await courses.create({ body: { title: 'Watercolour' } })
  const module = await modules.create({ body: { course_id: course.id, title: 'Water' } })
  return lessons.create({ body: { module_id: module.id, title: 'Paper' } })
}

test('a file is not deleted while a block shows it', async () => {
  const { lessonBlocks, lessons } = learning()
  const [file_id, other, { id }] = [await picture(), await picture(), await lesson()]
  const content = (file_id: Id<'fil'>) => ({ content: { kind: 'file' as const, title: 'Lake', file_id } })
  const block = await lessonBlocks.create({ path: { id }, body: content(file_id) })
  await expect(removal(file_id)).rejects.toMatchObject(namedBy(block.id))
  await lessonBlocks.update({ path: { id, blockId: block.id }, body: content(other) })
  await removal(file_id)
  await expect(removal(other)).rejects.toMatchObject(namedBy(block.id))
  await lessons.delete({ path: { id } })
  await removal(other)
})

test('a file is not deleted while it is the cover of a course', async () => {
  const { courses } = learning()
  const cover_file_id = await picture()
  const { id } = await courses.create({ body: { title: 'Watercolour', cover_file_id } })
  await expect(removal(cover_file_id)).rejects.toMatchObject(namedBy(id))
  await courses.delete({ path: { id } })
  await removal(cover_file_id)
})

test('a block shows only a file of the school', async () => {
  const { id } = await lesson()
  const content = { kind: 'file' as const, title: 'Lake', file_id: newId('fil') }
  await expect(learning().lessonBlocks.create({ path: { id }, body: { content } })).rejects.toMatchObject({
    status: 422,
    reason: 'unknown_reference',
    details: [{ path: 'body.content.file_id' }],
  })
})
