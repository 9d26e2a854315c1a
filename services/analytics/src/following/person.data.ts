import { z } from 'zod'
import { builder, type Stores } from '../builder.ts'
import { recomputeSoon } from '../days/recompute.task.ts'
import { readUnitedSoon } from './read-united.task.ts'

/** A contribution of a person to figures, as an export shows it. */
const Contribution = z.object({
  id: z.string(),
  kind: z.string(),
  at: z.string(),
  amount: z.int(),
  currency: z.string(),
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
})

export const factsOfPerson = builder.personalData({
  what: 'contributions to figures',
  on_merge: 'they count for the person who stays',
  needs: 'users:write',
  incidental: true,
  erased: 'whose they are',
  kept: 'what they sum up to, and by which channel it came',
  why: 'figures of past days stay, and are about nobody',
  columns: ['facts.user_id'],
  object: Contribution,
  count: (userId, { facts }: Stores) => facts.count(userId),
  items: (userId, { after, most }, { facts }: Stores) => facts.about(userId, after, most),
  move: async ({ from, into, erased }, { work }, stores) => {
    await stores.facts.lock()
    if (erased) stores.facts.erase(from)
    else {
      const [state, { time_zone }] = await Promise.all([stores.facts.state(), stores.school.get()])
      if (await stores.facts.merge(from, into, state?.zone ?? time_zone)) recomputeSoon(work)
      readUnitedSoon(work, { from, into })
    }
  },
  erase: async (userId, _, { facts }) => {
    await facts.lock()
    facts.erase(userId)
  },
})
