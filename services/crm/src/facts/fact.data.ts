import { z } from 'zod'
import { builder, type Stores } from '../builder.ts'

/** A fact about a person, or how often an event was about them, as an export shows it. */
const PersonFact = z.object({
  id: z.string().describe('field:city, tag:…, event:order.paid'),
  value: z.string().nullable(),
  at: z.string().nullable(),
  number: z.int().nullable(),
  last_at: z.string().nullable(),
})

export const factsOfPerson = builder.personalData({
  what: 'what segments read of them',
  on_merge: 'events count as those of the person who stays; the rest is read anew',
  needs: 'users:write',
  incidental: true,
  erased: 'all of it',
  kept: null,
  why: null,
  columns: [
    'person_facts.user_id',
    'person_events.user_id',
    'person_counts.user_id',
    'person_states.user_id',
  ],
  object: PersonFact,
  count: (userId, { facts }: Stores) => facts.count(userId),
  items: (userId, { after, most }, { facts }: Stores) => facts.about(userId, after, most),
  move: async ({ from, into, erased }, _, { facts }) => {
    await facts.lock()
    if (erased) facts.erase(from)
    else facts.merge(from, into)
  },
  erase: async (userId, _, { facts }) => {
    await facts.lock()
    facts.erase(userId)
  },
})
