import { startSystem, type TestSystem } from '@lms/testing'
import { learningService } from '../../service.ts'
import { schoolWithCourse } from '../../testing/courses.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [learningService] })
})
afterAll(() => system.stop())

async function withLesson() {
  const school = await schoolWithCourse(system)
  const lesson = await school.addLesson()
  const path = { id: lesson.id }
  const listed = async () => (await school.api.lessonBlocks.list({ path })).data
  const text = (html: string) => school.addText(lesson.id, html)
  return { ...school, lesson, path, listed, text }
}

test('blocks stand in the order in which they were added, until they are arranged', async () => {
  const { api, path, listed, text } = await withLesson()
  const createdBlocks = [await text('<p>1</p>'), await text('<p>2</p>'), await text('<p>3</p>')]
  const ids = createdBlocks.map(({ id }) => id).reverse()
  const { blocks } = await api.lessonBlocks.arrange({ path, body: { ids } })
  expect(blocks.map(({ id }) => id)).toEqual(ids)
  await api.lessonBlocks.delete({ path: { ...path, blockId: ids[0]! } })
  expect((await listed()).map(({ id, position }) => [id, position])).toEqual([
    [ids[1], 1],
    [ids[2], 2],
  ])
})

test.each(['missing', 'twice', 'foreign'])('an order with an id %s is refused', async which => {
  const { api, path, text, addLesson, addText } = await withLesson()
  const [one, two] = [(await text('<p>1</p>')).id, (await text('<p>2</p>')).id]
  const foreign = (await addText((await addLesson()).id)).id
  const ids = { missing: [one], twice: [one, two, one], foreign: [one, two, foreign] }[which]!
  await expect(api.lessonBlocks.arrange({ path, body: { ids } })).rejects.toMatchObject({
    status: 422,
    reason: 'blocks_differ',
  })
})

test('HTML is stored as it will be shown', async () => {
  const { text } = await withLesson()
  const { content } = await text('<h2>Wash</h2><script>alert(1)</script><p onclick="x()">Wet</p>')
  expect(content).toEqual({ kind: 'text', html: '<h2>Wash</h2><p>Wet</p>' })
})

test('HTML of which nothing is left, or which is too long once it is escaped, is refused', async () => {
  const { text } = await withLesson()
  const unfit = { status: 422, reason: 'block_invalid', details: [{ path: 'body.content.html' }] }
  await expect(text('<script>alert(1)</script>')).rejects.toMatchObject(unfit)
  await expect(text('<'.repeat(20_000))).rejects.toMatchObject(unfit)
})

test('the blocks of a lesson together have at most 200 KiB, also after a change', async () => {
  const { api, path, text } = await withLesson()
  const large = `<p>${'a'.repeat(49_900)}</p>`
  for (let count = 0; count < 4; count++) await text(large)
  const last = await text('<p>a</p>')
  const tooLarge = { status: 422, reason: 'lesson_too_large' }
  await expect(text(large)).rejects.toMatchObject(tooLarge)
  const change = api.lessonBlocks.update({
    path: { ...path, blockId: last.id },
    body: { content: { kind: 'text', html: large } },
  })
  await expect(change).rejects.toMatchObject(tooLarge)
})

test('each change of a block tells that of its lesson, without the blocks', async () => {
  const { api, path, text, events } = await withLesson()
  const { id: blockId } = await text('<p>1</p>')
  const body = { content: { kind: 'text' as const, html: '<p>2</p>' } }
  await api.lessonBlocks.update({ path: { ...path, blockId }, body })
  await api.lessonBlocks.update({ path: { ...path, blockId }, body })
  await api.lessonBlocks.arrange({ path, body: { ids: [blockId] } })
  await api.lessonBlocks.delete({ path: { ...path, blockId } })
  const updateEvents = (await events()).filter(({ type }) => type === 'lesson.updated')
  expect(updateEvents.map(({ data }) => data.object.version)).toEqual([2, 3, 4, 5])
  expect(updateEvents[0]!.data.object).not.toHaveProperty('blocks')
})

test('a block of another lesson does not exist in this one', async () => {
  const { api, path, addLesson, addText } = await withLesson()
  const { id: blockId } = await addText((await addLesson()).id)
  const there = { path: { ...path, blockId } }
  await expect(api.lessonBlocks.get(there)).rejects.toMatchObject({ status: 404 })
  await expect(api.lessonBlocks.delete(there)).rejects.toMatchObject({ status: 404 })
  const body = { content: { kind: 'text' as const, html: '<p>x</p>' } }
  await expect(api.lessonBlocks.update({ ...there, body })).rejects.toMatchObject({ status: 404 })
})

test.each(['https://example.org/video', 'https://youtube.com/', 'javascript:alert(1)'])(
  'only players of known sites are embedded: not %s',
  async url => {
    const { api, path } = await withLesson()
    const content = { kind: 'embed' as const, url, title: 'Film' }
    await expect(api.lessonBlocks.create({ path, body: { content } })).rejects.toMatchObject({ status: 400 })
  },
)
