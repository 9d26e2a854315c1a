import { eventCatalogue } from './event-catalogue.ts'

test('there are 82 events in nine groups', () => {
  expect(eventCatalogue).toHaveLength(82)
  expect(new Set(eventCatalogue.map(({ type }) => type)).size).toBe(82)
  expect(new Set(eventCatalogue.map(({ group }) => group)).size).toBe(9)
})

test('a name consists of its group, a dot, and words', () => {
  const odd = eventCatalogue.filter(
    ({ group, type }) => !new RegExp(`^${group}\\.[a-z]+(_[a-z]+)*$`).test(type),
  )
  expect(odd).toEqual([])
})
