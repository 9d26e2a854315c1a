// A planned publication while clocks jump, processes die, and others publish, withdraw and save at the same moment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { formatTime } from '@lms/contract'
import { freePorts } from '@lms/local'
import { environmentOf } from '@lms/service-host'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import fc from 'fast-check'
import { siteContract } from '../contract.ts'
import { siteService } from '../service.ts'
import { killSteps } from '../testing/killed-site.ts'

const program = fileURLToPath(new URL('../testing/killed-site.ts', import.meta.url))
const hour = 3_600_000

let system: TestSystem
let ahead = 0
const now = () => Date.now() + ahead
beforeAll(async () => {
  system = await startSystem({
    services: [siteService],
    clock: { now: () => new Date(now()) },
    settings: { taskSlots: 0 },
  })
})
beforeEach(() => {
  ahead = 0
})
afterAll(() => system.stop())

const workOff = () => system.services.site!.workOffTasks()

async function editor() {
  const caller = system.caller()
  const { pages, pageContents } = system.client('site', siteContract.resources, caller)
  const { id } = await pages.create({ body: { path: '/courses', title: 'Courses' } })
  const path = { id }
  const events = async (): Promise<string[]> => {
    const text = `select payload::json #>> '{data,object,status}' as status from site.outbox
      where school_id = $1 and subject like '%system.page_published' order by position`
    const { rows } = await asOwner(system.ownerUrl, client => client.query(text, [caller.school]))
    return rows.map(({ status }) => status)
  }
  return {
    events,
    get: () => pages.get({ path }),
    content: () => pageContents.get({ path }),
    save: (text: string) => pageContents.save({ path, body: { blocks: [{ type: 'heading', text }] } }),
    publish: (inHours: number | null = null) => {
      const at = inHours === null ? null : formatTime(new Date(now() + inHours * hour))
      return pages.publish({ path, body: { action: 'publish', at } })
    },
    withdraw: () => pages.publish({ path, body: { action: 'withdraw' } }),
    remove: () => pages.delete({ path }),
  }
}
type Editor = Awaited<ReturnType<typeof editor>>

const textOf = (version: { blocks: readonly unknown[] } | null) =>
  version && ((version.blocks[0] as { text: string } | undefined)?.text ?? null)

/** What is true of a page at any moment. */
async function expectConsistent(page: Editor) {
  const [currentPage, content] = await Promise.all([page.get(), page.content()])
  expect(currentPage.status === 'published').toBe(content.published !== null)
  expect(currentPage.published_number).toBe(content.published?.number ?? null)
  expect(currentPage.has_changes).toBe(
    content.published === null || textOf(content.draft) !== textOf(content.published),
  )
}

test('publishes the draft as it is at its time, and not before', async () => {
  const page = await editor()
  await page.save('One')
  expect(await page.publish(2)).toMatchObject({ status: 'draft', publish_at: expect.any(String) })
  await page.save('Two')
  await workOff()
  expect(await page.get()).toMatchObject({ status: 'draft' })
  ahead += 2 * hour
  await workOff()
  expect(await page.get()).toMatchObject({ status: 'published', publish_at: null, has_changes: false })
  expect(textOf((await page.content()).published)).toBe('Two')
  expect(await page.events()).toEqual(['published'])
})

test('takes the last of several times, and none after a withdrawal or a publication by hand', async () => {
  const [moved, withdrawn, byHand, removed] = await Promise.all([editor(), editor(), editor(), editor()])
  await moved.publish(1)
  await moved.publish(5)
  await withdrawn.publish(1)
  expect(await withdrawn.withdraw()).toMatchObject({ status: 'draft', publish_at: null })
  await byHand.publish(1)
  expect(await byHand.publish(-1)).toMatchObject({ status: 'published', publish_at: null })
  await byHand.save('Later')
  await removed.publish(1)
  await removed.remove()
  ahead += 2 * hour
  await workOff()
  expect(await moved.get()).toMatchObject({ status: 'draft' })
  expect(await withdrawn.events()).toEqual([])
  expect(await byHand.get()).toMatchObject({ has_changes: true, published_number: 1 })
  expect(await removed.events()).toEqual([])
  ahead += 4 * hour
  await workOff()
  expect(await moved.get()).toMatchObject({ status: 'published' })
})

const command = fc.oneof(
  fc.constantFrom('save', 'publish', 'withdraw', 'tasks', 'tasks').map(what => ({ what, hours: 0 })),
  fc.integer({ min: 1, max: 6 }).map(hours => ({ what: 'plan', hours })),
  fc.integer({ min: -6, max: 8 }).map(hours => ({ what: 'clock', hours })),
)

test('shows what it should after any sequence of changes, with clocks that jump ahead and back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 16 }), async commands => {
      ahead = 0
      const page = await editor()
      const model = { draft: null as string | null, live: undefined as string | null | undefined }
      let planned: number | null = null
      const events: string[] = []
      const goLive = () => {
        planned = null
        if (model.live !== undefined && model.live === model.draft) return
        model.live = model.draft
        events.push('published')
      }
      for (const [index, { what, hours }] of commands.entries()) {
        if (what === 'save') {
          model.draft = `Text ${index}`
          await page.save(model.draft)
        } else if (what === 'publish') {
          await page.publish()
          goLive()
        } else if (what === 'plan') {
          planned = now() + hours * hour
          await page.publish(hours)
        } else if (what === 'clock') {
          ahead += hours * hour
        } else if (what === 'tasks') {
          await workOff()
          if (planned !== null && planned <= now()) goLive()
        } else if (model.live === undefined && planned === null) {
          await expect(page.withdraw()).rejects.toMatchObject({ reason: 'page_draft_only' })
        } else {
          await page.withdraw()
          if (model.live !== undefined) events.push('draft')
          model.live = undefined
          planned = null
        }
        const { published } = await page.content()
        expect(published === null ? undefined : textOf(published)).toBe(model.live)
      }
      expect(await page.events()).toEqual(events)
      await expectConsistent(page)
    }),
    { numRuns: 12 },
  )
}, 120_000)

test('is withdrawn, saved and published by others at the moment of its time', async () => {
  for (let round = 0; round < 8; round++) {
    const page = await editor()
    await page.save('One')
    await page.publish(round % 2 ? null : 1)
    if (round % 2) await page.publish(1)
    ahead += hour
    const done = await Promise.allSettled([workOff(), page.withdraw(), page.save('Two'), page.publish(1)])
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([])
    await expectConsistent(page)
    ahead += 2 * hour
    await workOff()
    await expectConsistent(page)
    expect((await page.get()).publish_at).toBeNull()
  }
})

test.each(killSteps)(
  'happens once if its process is killed %s',
  async step => {
    const page = await editor()
    await page.save('One')
    await page.publish(1)
    ahead += hour
    const [port] = await freePorts(1)
    const child = spawn(process.execPath, ['--no-warnings', program], {
      env: {
        ...process.env,
        ...environmentOf({ ...system.configs.site!, port: port!, taskSlots: 2 }),
        KILL_AT: step,
        CLOCK_AHEAD_MS: String(ahead),
      },
      stdio: 'inherit',
    })
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
    // The lease of the dead process ends.
    ahead += 120_000
    await workOff()
    expect(await page.get()).toMatchObject({ status: 'published', publish_at: null, published_number: 1 })
    expect(await page.events()).toEqual(['published'])
  },
  60_000,
)
