import { type Id, newId } from '@lms/contract'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { siteContract } from '../contract.ts'
import { siteService } from '../service.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [siteService] })
})
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
  const createdPage = await page(mine)
  expect(createdPage).toMatchObject({
    status: 'draft',
    published_at: null,
    published_number: null,
    has_changes: true,
  })
  const content = await mine.pageContents.get({ path: { id: createdPage.id } })
  expect(content).toMatchObject({ id: createdPage.id, version: 1, draft: { blocks: [] }, published: null })
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
    const move = (path: string) => mine.pages.update({ path: { id }, body: { path } })
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

describe('the draft of a page', () => {
  test('loses nothing to twenty editors at once who send If-Match', async () => {
    const mine = school()
    const { id } = await page(mine)
    const add = async (text: string): Promise<void> => {
      const { version, draft } = await mine.pageContents.get({ path: { id } })
      const blocks = [...draft.blocks, heading(text)]
      const headers = { 'if-match': `"v${version}"` }
      const saved = await mine.pageContents
        .save({ path: { id }, body: { blocks }, headers })
        .catch(error => error)
      if (saved.reason === 'version_mismatch') return add(text)
      if (saved instanceof Error) throw saved
    }
    const texts = Array.from({ length: 20 }, (_, index) => `Text ${index}`)
    await Promise.all(texts.map(add))
    const { version, draft } = await mine.pageContents.get({ path: { id } })
    expect(textsOf(draft.blocks)!.sort()).toEqual(texts.sort())
    expect(version).toBe(21)
  })

  test('is published only as its caller saw it, with If-Match of the page', async () => {
    const mine = school()
    const { id } = await page(mine)
    await save(mine, id, 'One')
    const seen = await mine.pages.get({ path: { id } })
    await save(mine, id, 'Two')
    const asSeen = {
      path: { id },
      body: { action: 'publish' as const },
      headers: { 'if-match': `"v${seen.version}"` },
    }
    await expect(mine.pages.publish(asSeen)).rejects.toMatchObject({ reason: 'version_mismatch' })
  })

  test('can be saved by its editor although the page was published meanwhile', async () => {
    const mine = school()
    const { id } = await page(mine)
    const { version } = await save(mine, id, 'One')
    await publish(mine, id)
    const body = { blocks: [heading('Two')] }
    const saved = await mine.pageContents.save({
      path: { id },
      body,
      headers: { 'if-match': `"v${version}"` },
    })
    expect(saved.version).toBe(version + 1)
  })

  test('stays as it is if it is saved again unchanged', async () => {
    const mine = school()
    const { id } = await page(mine)
    const { version, draft } = await save(mine, id, 'One')
    expect(await save(mine, id, 'One')).toMatchObject({ version, draft })
  })

  test('has only the elements of its HTML that are declared', async () => {
    const mine = school()
    const { id } = await page(mine)
    const html = '<p onclick="a()">A<script>b()</script></p>'
    const columns = [{ blocks: [{ type: 'html' as const, html }] }, { blocks: [] }]
    const saved = await mine.pageContents.save({
      path: { id },
      body: {
        blocks: [
          { type: 'text', html },
          { type: 'columns', columns },
        ],
      },
    })
    expect(saved.draft.blocks).toMatchObject([
      { html: '<p>A</p>' },
      { columns: [{ blocks: [{ html: '<p>A</p>' }] }, { blocks: [] }] },
    ])
    expect(saved.warnings).toEqual([
      'blocks.0.html: removed onclick, <script>',
      'blocks.1.columns.0.blocks.0.html: removed onclick, <script>',
    ])
  })

  test('is refused where its HTML shows nothing to a reader', async () => {
    const mine = school()
    const { id } = await page(mine)
    const body = { blocks: [{ type: 'html' as const, html: '<p> <script>b()</script></p>' }] }
    const refused = await mine.pageContents.save({ path: { id }, body }).catch(error => error)
    expect(refused).toMatchObject({
      reason: 'page_content_invalid',
      details: [{ path: 'body.blocks.0.html', message: expect.stringContaining('shows nothing') }],
    })
  })

  test.each([
    ['too large', [{ type: 'html' as const, html: 'x'.repeat(45_000) }], 5, 'body.blocks'],
    [
      'escaped to more than a block may have',
      [{ type: 'text' as const, html: '&'.repeat(19_000) }],
      1,
      'body.blocks.0.html',
    ],
    [
      'with two headings of one anchor',
      [{ type: 'heading' as const, text: 'A', anchor: 'a' }],
      2,
      'body.blocks.1.anchor',
    ],
  ])('is refused %s', async (_, blocks, times, path) => {
    const mine = school()
    const { id } = await page(mine)
    const body = { blocks: Array.from({ length: times }, () => blocks).flat() }
    await expect(mine.pageContents.save({ path: { id }, body })).rejects.toMatchObject({
      status: 422,
      reason: 'page_content_invalid',
      details: [{ path }],
    })
  })

  test('names only ready files of the school', async () => {
    const mine = school()
    const { id } = await page(mine)
    const file_id = newId('fil')
    const image = { type: 'image' as const, file_id }
    const columns = [{ blocks: [image] }, { blocks: [] }]
    await expect(
      mine.pageContents.save({ path: { id }, body: { blocks: [{ type: 'columns', columns }] } }),
    ).rejects.toMatchObject({
      status: 422,
      reason: 'page_reference_invalid',
      details: [{ path: 'body.blocks.0.columns.0.blocks.0.file_id' }],
    })
    await expect(mine.pages.update({ path: { id }, body: { image_file_id: file_id } })).rejects.toMatchObject(
      { reason: 'page_reference_invalid', details: [{ path: 'body.image_file_id' }] },
    )
  })
})

describe('the versions of a page', () => {
  test('are the last hundred publications, and can be restored as the draft', async () => {
    const mine = school()
    const { id } = await page(mine)
    for (let number = 1; number <= 102; number++) {
      await save(mine, id, `Text ${number}`)
      await publish(mine, id)
    }
    const { data } = await mine.pageVersions.list({ path: { id }, query: { limit: 200 } })
    expect(data.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, index) => 102 - index))
    const oldest = data.at(-1)!
    const restored = await mine.pageVersions.restore({ path: { id }, body: { version_id: oldest.id } })
    expect([textsOf(restored.draft.blocks), textsOf(restored.published?.blocks)]).toEqual([
      ['Text 3'],
      ['Text 102'],
    ])
    expect(await mine.pages.get({ path: { id } })).toMatchObject({ has_changes: true, published_number: 102 })
  })

  test('of another page cannot be restored', async () => {
    const mine = school()
    const [one, other] = [await page(mine, '/a'), await page(mine, '/b')]
    await publish(mine, one.id)
    const { data } = await mine.pageVersions.list({ path: { id: one.id } })
    await expect(
      mine.pageVersions.restore({ path: { id: other.id }, body: { version_id: data[0]!.id } }),
    ).rejects.toMatchObject({ status: 422, reason: 'page_version_unknown' })
  })
})

test('a deleted page leaves nothing behind, and says that it is gone if visitors saw it', async () => {
  const mine = school()
  const { id } = await page(mine)
  await save(mine, id, 'One')
  await publish(mine, id)
  expect(await mine.pages.delete({ path: { id } })).toEqual({ id, deleted: true })
  await expect(mine.pageContents.get({ path: { id } })).rejects.toMatchObject({ status: 404 })
  const remaining = await asOwner(system.ownerUrl, async client => {
    const text = `select (select count(*) from site.page_drafts where school_id = $1)
      + (select count(*) from site.page_versions where school_id = $1)
      + (select count(*) from site.page_uses where school_id = $1) as count,
      (select json_agg(payload::json #>> '{data,object,status}' order by position) from site.outbox
       where school_id = $1 and subject like '%page_published') as events`
    return (await client.query(text, [mine.caller.school])).rows[0]
  })
  expect(remaining).toEqual({ count: '0', events: ['published', 'draft'] })
})

test('a form on a page is deleted only once neither the draft nor visitors have it, also at the same moment', async () => {
  const mine = school()
  const { id } = await page(mine)
  const form = () =>
    mine.forms.create({
      body: { name: 'Call me', fields: [{ key: 'email', label: 'E-mail', kind: 'email' }], consents: [] },
    })
  const { id: form_id } = await form()
  const show = (form_id: Id<'frm'>) =>
    mine.pageContents.save({ path: { id }, body: { blocks: [{ type: 'form', form_id }] } })
  const remove = (id: string) => mine.forms.delete({ path: { id } })
  const stands = { status: 409, reason: 'form_on_page', details: [{ message: `${id} contains this form` }] }
  await show(form_id)
  await expect(remove(form_id)).rejects.toMatchObject(stands)
  await publish(mine, id)
  await save(mine, id, 'One')
  await expect(remove(form_id)).rejects.toMatchObject(stands)
  await withdraw(mine, id)
  await remove(form_id)
  await expect(show(form_id)).rejects.toMatchObject({
    reason: 'page_reference_invalid',
    details: [{ path: 'body.blocks.0.form_id' }],
  })
  for (let round = 0; round < 6; round++) {
    const { id: raced } = await form()
    const both = await Promise.allSettled([show(raced), remove(raced)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await save(mine, id, 'One')
  }
})
