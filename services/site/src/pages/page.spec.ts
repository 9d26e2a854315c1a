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

test('a withdrawn page is a draft again, and counts its versions on', async () => {
  const mine = school()
  const { id } = await page(mine)
  await save(mine, id, 'One')
  await publish(mine, id)
  const hidden = { status: 'draft', published_at: null, published_number: null, has_changes: true }
  expect(await withdraw(mine, id)).toMatchObject(hidden)
  expect((await mine.pageContents.get({ path: { id } })).published).toBeNull()
  await expect(withdraw(mine, id)).rejects.toMatchObject({ status: 409, reason: 'page_draft_only' })
  expect(await publish(mine, id)).toMatchObject({ status: 'published', published_number: 2 })
})

describe('the path of a page', () => {
  test('belongs to one page or one redirect of a school', async () => {
    const mine = school()
    await page(mine, '/a')
    await expect(page(mine, '/x/../a')).rejects.toMatchObject({ status: 409, reason: 'page_path_taken' })
    const redirect = (from_path: string) => mine.redirects.create({ body: { from_path, target: '/z' } })
    await expect(redirect('/a')).rejects.toMatchObject({ status: 409, reason: 'redirect_page' })
    await redirect('/b')
    await expect(page(mine, '/b')).rejects.toMatchObject({ status: 409, reason: 'page_path_redirected' })
    await page(school(), '/a')
  })

  test.each(['/api', '/docs/x', '/Pay', '/robots.txt', '/media/x.png'])(
    'is not %s, where the system answers',
    async path => {
      await expect(page(school(), path)).rejects.toMatchObject({ status: 422, reason: 'page_path_reserved' })
    },
  )

  test('stays one page or one redirect, whichever of two simultaneous requests wins', async () => {
    const mine = school()
    for (let round = 0; round < 6; round++) {
      const path = `/race${round}`
      const both = await Promise.allSettled([
        page(mine, path),
        mine.redirects.create({ body: { from_path: path, target: '/z' } }),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  test('leads to the new one once visitors knew it, also over several moves and back', async () => {
    const mine = school()
    const targets = async () =>
      Object.fromEntries(
        (await mine.redirects.list()).data.map(({ from_path, target }) => [from_path, target]),
      )
    const { id } = await page(mine, '/a')
    const move = (path: string) => mine.pages.change({ path: { id }, body: { path } })
    await move('/b')
    expect(await targets()).toEqual({})
    await publish(mine, id)
    await mine.redirects.create({ body: { from_path: '/old', target: '/b' } })
    await move('/c')
    expect(await targets()).toEqual({ '/b': '/c', '/old': '/c' })
    await move('/b')
    expect(await targets()).toEqual({ '/c': '/b', '/old': '/b' })
    await mine.redirects.create({ body: { from_path: '/elsewhere', target: '/z' } })
    await expect(move('/elsewhere')).rejects.toMatchObject({ status: 409, reason: 'page_path_redirected' })
  })
})
