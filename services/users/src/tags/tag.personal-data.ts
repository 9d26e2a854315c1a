import type { PersonalData } from '../people/personal-data.ts'
import { userTagAdded } from './tag.contract.ts'

export const tagData: PersonalData = {
  what: 'tags',
  on_merge: 'the person who stays has the tags of both',
  needs: 'users:write',
  erased: 'which tags the person had',
  kept: null,
  why: null,
  count: async (userId, { tags }) => (await tags.of(userId)).length,

  merge: async (from, into, { now, emit }, { tags }) => {
    const has = new Set((await tags.of(into.id)).map(({ id }) => id))
    const wanted = (await tags.of(from.id)).filter(({ id }) => !has.has(id))
    // Held, so that none of them goes before the other person has it; of those that are gone, what becomes of them.
    const here = new Set((await tags.named(wanted.map(({ id }) => id))).map(({ id }) => id))
    const got = wanted.filter(({ id }) => here.has(id))
    tags.reassignDepartures(from.id, into.id)
    tags.take(from.id)
    tags.give(
      [into.id],
      got.map(({ id }) => id),
    )
    for (const tag of got) emit(userTagAdded, { ...tag, added_at: now, user_id: into.id })
  },

  erase: ({ id }, _, { tags }) => tags.take(id),

  data: (userId, { tags }) => tags.of(userId),
}
