import { startSystem, type TestSystem } from '@lms/testing'
import { siteContract } from '../contract.ts'
import { siteService } from '../service.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [siteService] })
}, 60_000)
afterAll(() => system.stop())

const school = (caller = system.caller()) => ({
  caller,
  ...system.client('site', siteContract.resources, caller),
})
type School = ReturnType<typeof school>

const page = ({ pages }: School, path = '/courses') => pages.create({ body: { path, title: 'Courses' } })
const heading = (text: string) => ({ type: 'heading' as const, text })
const save = ({ pageContents }: School, id: string, ...texts: string[]) =>
  pageContents.save({ path: { id }, body: { blocks: texts.map(heading) } })
const publish = ({ pages }: School, id: string, at: string | null = null) =>
  pages.publish({ path: { id }, body: { action: 'publish', at } })
const withdraw = ({ pages }: School, id: string) =>
  pages.publish({ path: { id }, body: { action: 'withdraw' } })
const textsOf = (blocks: readonly unknown[] | undefined) =>
  blocks?.map(block => (block as { text: string }).text)

test('a page begins as a draft without content, which nobody sees', async () => {
  const mine = school()
  const made = await page(mine)
  expect(made).toMatchObject({
    status: 'draft',
    published_at: null,
    published_number: null,
    has_changes: true,
  })
  const content = await mine.pageContents.get({ path: { id: made.id } })
  expect(content).toMatchObject({ id: made.id, version: 1, draft: { blocks: [] }, published: null })
})

test('saved content is a draft until it is published', async () => {
  const mine = school()
  const { id } = await page(mine)
  await save(mine, id, 'One')
  expect((await publish(mine, id)).status).toBe('published')
  const saved = await save(mine, id, 'Two')
  expect([textsOf(saved.draft.blocks), textsOf(saved.published?.blocks)]).toEqual([['Two'], ['One']])
  expect(await mine.pages.get({ path: { id } })).toMatchObject({ has_changes: true, published_number: 1 })
  expect(await publish(mine, id)).toMatchObject({ has_changes: false, published_number: 2 })
  expect(textsOf((await mine.pageContents.get({ path: { id } })).published?.blocks)).toEqual(['Two'])
})
