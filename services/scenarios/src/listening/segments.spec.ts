import { asOwner, eventually, type TestSystem } from '@lms/testing'
import { byHand, end, pause, schoolOf, startWithClock } from '../testing/school.ts'

let system: TestSystem
let pass: (minutes: number) => void
beforeAll(async () => {
  ;({ system, pass } = await startWithClock())
})
afterAll(() => system.stop())

/** A school with the segment of those who have a tag. */
async function school() {
  const fixture = await schoolOf(system)
  const { people, crm, scenarioRuns } = fixture
  const tag = (await people.tags.create({ body: { name: 'VIP' } })).id
  const { id: segment_id } = await crm.segments.create({ body: { name: 'VIP', rule: { tag } } })
  const size = (count: number) =>
    eventually(`${count} members`, async () => {
      const segment = await crm.segments.get({ path: { id: segment_id } })
      return segment.size === count && segment.status === 'ready'
    })
  const member = async () => {
    const { id } = await fixture.person()
    await people.personTags.add({ path: { id }, body: { tags: [tag] } })
    return id
  }
  const inside = (count: number) =>
    eventually(`${count} runs`, async () => {
      // crm is asked from time to time. The clock stands while it is: tokens of calls do not outlive minutes.
      pass(1)
      await system.services.scenarios!.workOffTasks()
      return (await scenarioRuns.list()).data.length === count
    })
  const runs = async () => (await scenarioRuns.list()).data.map(({ user_id }) => user_id)
  return { ...fixture, tag, segment_id, size, member, inside, runs }
}

test('people enter with their entry into a segment; those of a pause are counted', async () => {
  const { crm, segment_id, size, member, enabled, inside, runs, scenarios, ...fixture } = await school()
  await member()
  await size(1)
  pass(1)
  const start = { by: 'segment', segment_id }
  const { id } = await enabled([{ id: 'begin', kind: 'trigger', start, next: 'pause' }, pause(60_000), end])
  const entered = await member()
  await size(2)
  await inside(1)
  expect(await runs()).toEqual([entered])
  await scenarios.pause({ path: { id } })
  await member()
  await size(3)
  await eventually('the refusal', async () => {
    pass(1)
    return (await scenarios.stats({ path: { id } })).data[0]?.refused === 1
  })
  await expect(crm.segments.delete({ path: { id: segment_id } })).rejects.toMatchObject({ status: 409 })
  const late = await member()
  await size(4)
  expect(await scenarios.test({ path: { id }, body: { userId: late } })).toMatchObject({
    would_enter: false,
    obstacle: 'not_enabled',
    trigger: 'begin',
  })
  pass(1)
  await scenarios.status({ path: { id }, body: { status: 'enabled' } })
  // Whether it is heard before or after the end of the pause.
  await eventually('the second refusal', async () => {
    pass(1)
    return (await scenarios.stats({ path: { id } })).data[0]?.refused === 2
  })
  const stranger = (await fixture.person()).id
  expect(await scenarios.test({ path: { id }, body: { userId: stranger } })).toMatchObject({
    would_enter: false,
    obstacle: 'no_trigger',
    trigger: null,
  })
  const other = await member()
  await size(5)
  await inside(2)
  expect((await runs()).toSorted()).toEqual([entered, other].toSorted())
  // A changed rule lets nobody enter by itself.
  const rule = { field: 'role', equals: 'student' }
  await crm.segments.update({ path: { id: segment_id }, body: { rule } })
  await size(6)
  pass(1)
  const dry = await scenarios.publish({ path: { id }, body: { dry_run: true } })
  expect(dry).toMatchObject({ would_enter: 4, inside_older: 2, published: false })
  expect(await runs()).toHaveLength(2)
  await scenarios.publish({ path: { id }, body: { enter_now: true } })
  await inside(6)
})

test('the members of a segment enter at a date, once', async () => {
  const { segment_id, size, member, enabled, draft, inside, runs, scenarios } = await school()
  const start = { by: 'date', at: '2026-12-01T09:00:00.000+00:00', segment_id }
  const nodes = [{ id: 'begin', kind: 'trigger', start, next: 'end' }, end]
  const { id } = await enabled(nodes, { re_entry: 'after_leaving' })
  const { id: by_hand } = await draft([byHand('end'), end])
  expect(await scenarios.publish({ path: { id: by_hand }, body: {} })).toMatchObject({ would_enter: 0 })
  const [one, two] = [await member(), await member()]
  await size(2)
  await scenarios.publish({ path: { id }, body: {} })
  pass(60)
  expect(await runs()).toEqual([])
  pass(12 * 24 * 60)
  await inside(2)
  expect((await runs()).toSorted()).toEqual([one, two].toSorted())
  await scenarios.pause({ path: { id } })
  await scenarios.status({ path: { id }, body: { status: 'enabled' } })
  pass(60)
  expect(await runs()).toHaveLength(2)
})

test('the members of a segment that is still being built for the first time enter when they are known', async () => {
  const { caller, segment_id, size, member, enabled, inside, scenarios } = await school()
  await member()
  await size(1)
  pass(1)
  const set = (fields: string) =>
    asOwner(system.ownerUrl, owner =>
      owner.query(`update crm.segments set ${fields} where school_id = $1`, [caller.school]),
    )
  await set(`status = 'building', generation = 0, building = 1`)
  const start = { by: 'segment', segment_id }
  const { id } = await enabled([{ id: 'begin', kind: 'trigger', start, next: 'end' }, end])
  await scenarios.publish({ path: { id }, body: { enter_now: true } })
  await system.services.scenarios!.workOffTasks()
  await set(`status = 'ready', generation = 1, building = null`)
  await inside(1)
})
