import { inBodies } from './in-bodies.ts'

const item = (text: string) => ({ text })
/** Bytes of an item in a list, with its comma. */
const bytes = (text: string) => Buffer.byteLength(JSON.stringify(item(text))) + 1

test('items stay in their order, as many in a group as fit', () => {
  const items = ['a', 'b', 'c', 'd', 'e'].map(item)
  expect(inBodies(items, 2 * bytes('a'))).toEqual([items.slice(0, 2), items.slice(2, 4), items.slice(4)])
})

test('bytes count, not characters', () => {
  const items = ['жж', 'жж'].map(item)
  expect(inBodies(items, 2 * bytes('жж') - 1)).toEqual([[items[0]], [items[1]]])
})

test('an item that fits nowhere goes alone, and nothing becomes no group', () => {
  const items = ['a', 'much too long', 'b'].map(item)
  expect(inBodies(items, bytes('a'))).toEqual(items.map(each => [each]))
  expect(inBodies([])).toEqual([])
})
