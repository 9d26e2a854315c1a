import { pageOfFew } from '@lms/service-host'
import type { OwnPersonalData } from '../users/personal-data.ts'
import { userTagAdded } from './tag.contract.ts'

export const tagData: OwnPersonalData = {
  what: 'tags',
  on_merge: 'the person who stays has the tags of both',
  needs: 'users:write',
  erased: 'which tags the person had',
  kept: null,
  why: null,
  columns: ['user_tags.user_id'],
  count: async (userId, { tags }) => (await tags.of(userId)).length,
  items: async (userId, page, { tags }) => pageOfFew(await tags.of(userId), page),

  move: async ({ from, into }, { now, emit }, { tags }) => {
    const has = new Set((await tags.of(into)).map(({ id }) => id))
    const lackingTags = (await tags.of(from)).filter(({ id }) => !has.has(id))
    // Locked, so that no tag is deleted before the other person has it; deleted tags move with their erasures.
    const here = new Set((await tags.lockByNames(lackingTags.map(({ id }) => id))).map(({ id }) => id))
    const got = lackingTags.filter(({ id }) => here.has(id))
    tags.reassignRemovals(from, into)
    tags.take(from)
    tags.give(
      [into],
      got.map(({ id }) => id),
    )
    for (const tag of got) emit(userTagAdded, { ...tag, added_at: now, user_id: into })
  },

  erase: (id, _, { tags }) => tags.take(id),
}
