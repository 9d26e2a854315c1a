// What every service that keeps something about people owes them: to say what it holds before a merge or an erasure.
import { z } from 'zod'
import { id } from './ids.ts'
import { I, resource } from './operation.ts'
import type { Permission } from './permission.ts'

/** One kind of thing that a service holds about a person. */
export const Held = z.object({
  what: z.string().describe('What it is: orders, tags.'),
  count: z.int().describe('How many of them the person has.'),
  on_merge: z.string().describe('What becomes of them when the person is joined into another.'),
  needs: z
    .custom<Permission>(value => typeof value === 'string')
    .nullable()
    .describe('The right to give it to a person directly, which moving it takes too; null where none moves.'),
  erased: z.string().nullable().describe('What goes when the person is anonymized.'),
  kept: z.string().nullable().describe('What stays then.'),
  why: z.string().nullable().describe('Why it stays.'),
})
export type Held = z.infer<typeof Held>

/** Answered by every service that holds something about people, under this one address. */
export const personDoor = resource({
  held: I('POST /internal/people/held', {
    summary: 'What the service holds about a person',
    callers: ['users'],
    permission: null,
    body: z.object({ user_id: id('usr') }),
    returns: z.object({ held: z.array(Held) }),
  }),
  data: I('POST /internal/people/data', {
    summary: 'What the service holds about a person of one kind, page by page',
    callers: ['users'],
    permission: null,
    body: z.object({
      user_id: id('usr'),
      what: z.string().max(100).describe('One of the kinds that `held` names.'),
      after: z.string().max(100).nullable().describe('Where the page before ended; null for the first.'),
    }),
    returns: z.object({ items: z.array(z.record(z.string(), z.any())), next: z.string().nullable() }),
  }),
})

/** A page of the items after one, where `most` + 1 were looked for; `position` is what the next page goes on from. */
export function pageOfData<T extends object>(
  items: readonly T[],
  most: number,
  position: (item: T) => string,
) {
  const page = items.slice(0, most)
  return {
    items: page as Record<string, unknown>[],
    next: items.length > most ? position(page.at(-1)!) : null,
  }
}
