// Many rows that a store writes together.
import { note, notesWorld } from '../spec/works.ts'

const world = notesWorld()
const { begin } = world

test('rows that are written together are as they would be one by one', async () => {
  const { work, notes } = begin()
  const texts = [`O'Neil said "hi", \\ {a,b}`, '', 'ё\n\t日本 😀', 'null', '[1]']
  const createdNotes = notes.together(() => texts.map(text => notes.insert(note(text))))
  const [alone] = [notes.insert({ ...note('alone'), rank: -7 })]
  await work.finish(null)
  const read = await begin().notes.many([...createdNotes, alone].map(({ id }) => id))
  expect(new Set(read)).toEqual(new Set([...createdNotes, alone]))
})

test('rows that are saved together keep what others have changed in other columns', async () => {
  const first = begin()
  const rows = first.notes.together(() => ['a', 'b', 'c'].map(name => first.notes.insert(note(name))))
  await first.work.finish(null)
  const { work, notes } = begin()
  const locked = []
  for (const { id } of rows) locked.push(await notes.lock(id))
  const [one, two, three] = locked as typeof rows
  const saved = notes.together(() => [
    notes.save(one!, { rank: 5 }),
    notes.save(two!, { rank: 6 }),
    notes.save(three!, { name: 'z' }),
  ])
  await work.finish(null)
  const read = await begin().notes.many(rows.map(({ id }) => id))
  expect(new Set(read)).toEqual(new Set(saved))
  expect(saved.map(({ name, rank, version }) => [name, rank, version])).toEqual([
    ['a', 5, 2],
    ['b', 6, 2],
    ['z', 0, 2],
  ])
})

test('a row is written once among those that are written together', async () => {
  const { work, notes } = begin()
  expect(() =>
    notes.together(() => {
      const row = notes.insert(note('a'))
      notes.save(row, { name: 'b' })
    }),
  ).toThrow('twice')
  await work.abandon(null)
})

test('another school keeps its rows, whatever ids are written together', async () => {
  const { work, notes } = begin()
  const own = notes.insert(note('own'))
  await work.finish(null)
  world.caller = world.system.caller()
  const other = begin()
  other.notes.together(() => [other.notes.save(own as never, { name: 'stolen' })])
  await other.work.finish(null)
  world.caller = { ...world.caller, school: own.school_id as never }
  expect(await begin().notes.find(own.id)).toEqual(own)
})
