// Waits for what follows from the orders of the demo school: places in groups, and the end of a payment term.
import { setTimeout as pause } from 'node:timers/promises'
import type { LmsClient } from '@lms/api'
import { pages } from '@lms/contract'

const longest = 30_000

/** Resolves when the people of paid orders are in their groups, and nobody else is, and an order has expired. */
export async function settled(client: LmsClient, groups: readonly string[]): Promise<void> {
  const until = performance.now() + longest
  const expired = async () =>
    (await client.orders.list({ query: { status: 'expired', limit: 1 } })).data.length > 0
  while (!((await expired()) && same(await placesSold(client), await placesTaken(client, groups)))) {
    if (performance.now() > until)
      throw new Error('The orders of the demo school have not had their effects within half a minute.')
    await pause(200)
  }
}

/** Places as `<group> <person>`. */
type Places = Set<string>

async function placesSold(client: LmsClient): Promise<Places> {
  const places: Places = new Set()
  const list = (cursor?: string) => client.orders.list({ query: { status: 'paid', limit: 1000, cursor } })
  for await (const { user_id, items, as_gift } of pages(list))
    for (const { kind, resource_id } of as_gift ? [] : items.flatMap(({ contents }) => contents))
      if (kind === 'group') places.add(`${resource_id} ${user_id}`)
  return places
}

async function placesTaken(client: LmsClient, groups: readonly string[]): Promise<Places> {
  const query = { limit: 1000, fields: 'user_id' }
  const found = await Promise.all(
    groups.map(async id =>
      (await client.members.list({ path: { id }, query })).data.map(({ user_id }) => `${id} ${user_id}`),
    ),
  )
  return new Set(found.flat())
}

const same = (one: Places, other: Places) =>
  one.size === other.size && [...one].every(place => other.has(place))
