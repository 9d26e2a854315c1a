// A unit of work counts its cost, and notices whether anything has changed.
import { newId } from '@lms/contract'
import { noted } from '../spec/notes.ts'
import { note, notesWorld } from '../spec/works.ts'

const world = notesWorld()
const { begin, saved } = world

test('a work counts its cost: its events, and rows that count in a budget', async () => {
  const queue = (count: number) =>
    [
      `insert into notes.inbox select $1, $2, $3 || n, now() from generate_series(1, $4::int) n`,
      [world.caller.school, 'queue', newId('evt'), String(count)],
    ] as const
  for (const locks of [false, true]) {
    const row = await saved()
    const { work, notes } = begin()
    if (locks) await notes.lock(row.id)
    work.write(...queue(3), 'task')
    work.write(...queue(5))
    work.write(...queue(2), 'delivery')
    work.write(...queue(4), 'task')
    work.outgoing.emit(noted, notes.insert(note('a')))
    work.outgoing.invalidate({ kind: 'note' })
    await work.finish(null)
    expect(work.cost).toEqual({ event: 1, delivery: 2, task: 7 })
  }
})

test('a locked row that is saved unchanged is neither written nor emitted', async () => {
  const row = await saved('same')
  const change = async (changes: object) => {
    const { work, notes } = begin()
    const before = await notes.lock(row.id)
    const saved = notes.save({ ...before, ...changes })
    work.outgoing.emit(noted, saved, { previous: before })
    const { hasWrites } = work
    await work.finish(null)
    return { version: saved.version, hasWrites, events: work.cost.event }
  }
  const nothing = { version: 1, hasWrites: false, events: 0 }
  expect(await change({})).toEqual(nothing)
  expect(await change({ name: 'same', rank: 0 })).toEqual(nothing)
  expect(await change({ name: 'other' })).toEqual({ version: 2, hasWrites: true, events: 1 })
  const { work, notes } = begin()
  const before = await notes.lock(row.id)
  // There and back again within one work: the last write counts.
  expect(notes.save(notes.save(before, { name: 'x' }), { name: 'other' }).version).toBe(4)
  await work.finish(null)
  expect(await begin().notes.find(row.id)).toMatchObject({ name: 'other', version: 4 })
})
