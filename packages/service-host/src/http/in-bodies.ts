import { maxBytes } from './body.ts'

/** Bytes around the items: the other fields of the body. */
const around = 4096

/**
 * The items in their order, in groups that each fit as JSON into the body of one request. An item that is larger than a
 * body is a group of its own, which its receiver refuses.
 */
export function inBodies<Item>(items: readonly Item[], most = maxBytes - around): Item[][] {
  const groups: Item[][] = []
  let room = 0
  for (const item of items) {
    // With the comma behind it.
    const bytes = Buffer.byteLength(JSON.stringify(item)) + 1
    if (bytes > room) {
      groups.push([])
      room = most
    }
    groups.at(-1)!.push(item)
    room -= bytes
  }
  return groups
}
