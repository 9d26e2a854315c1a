// Rooms are the folders inside a service and the gateway. They depend on each other one way, so that each can be read
// without those above it. Files that stand directly in `src` join the rooms, and are none.
import { dirname } from 'node:path'
import { importsOf, type Source, sources, targetOf } from './sources.ts'

/** `services/users/src/access/groups/group.store.ts` → unit `services/users`, room `groups`; null outside of rooms. */
function roomOf(path: string): { unit: string; room: string } | null {
  const match = /^((?:services\/[^/]+)|gateway)\/src\/(.+)$/.exec(path)
  const room = match && dirname(match[2]!)
  return !room || room === '.' || room.split('/')[0] === 'testing' ? null : { unit: match[1]!, room }
}

type Rooms = ReadonlyMap<string, ReadonlySet<string>>

/** The rooms of a unit, and those that each imports from. */
function roomsOf(unit: string, all: readonly Pick<Source, 'path' | 'forTests' | 'text'>[]): Rooms {
  const rooms = new Map<string, Set<string>>()
  for (const source of all) {
    const from = roomOf(source.path)
    if (source.forTests || from?.unit !== unit) continue
    const into = rooms.get(from.room) ?? new Set()
    rooms.set(from.room, into)
    for (const target of importsOf(source as Source).map(targetOf)) {
      const to = roomOf(target)
      if (to?.unit === unit && to.room !== from.room) into.add(to.room)
    }
  }
  return rooms
}

/** The rooms from which a way leads back to themselves, in the order of the alphabet. */
function circlingIn(rooms: Rooms): string[] {
  const reaches = (start: string) => {
    const seen = new Set<string>()
    const open = [start]
    for (let room = open.pop(); room !== undefined; room = open.pop())
      for (const next of rooms.get(room) ?? [])
        if (!seen.has(next)) {
          seen.add(next)
          open.push(next)
        }
    return seen
  }
  return [...rooms.keys()].filter(room => reaches(room).has(room)).sort()
}

const units = [...new Set(sources.map(({ path }) => roomOf(path)?.unit).filter(unit => unit !== undefined))]

test('every service with rooms, and the gateway, is looked at', () => {
  expect(units).toEqual(expect.arrayContaining(['services/commerce', 'services/users', 'gateway']))
})

test.each(units)('the rooms of %s depend on each other one way', unit => {
  expect(circlingIn(roomsOf(unit, sources))).toEqual([])
})

test('a circle of rooms would be found', () => {
  const rooms = (pairs: Record<string, string[]>) =>
    new Map(Object.entries(pairs).map(([room, into]) => [room, new Set(into)]))
  expect(circlingIn(rooms({ a: ['b'], b: ['c'], c: ['b'] }))).toEqual(['b', 'c'])
  expect(circlingIn(rooms({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([])
})
