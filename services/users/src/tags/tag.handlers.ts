import { Refused } from '@lms/contract'
import { crudHandlers, missing, pageOfItems } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { refusals as userRefusals } from '../users/user.contract.ts'
import { type PersonTag, personTags, refusals, tags, userTagAdded, userTagRemoved } from './tag.contract.ts'
import { namedTags, nameKey, tagsToAdd, tagsToRemove } from './tag.rules.ts'
import type { TagRow } from './tag.store.ts'

const counted = async (tag: TagRow, { tags }: Stores) => (await tags.withCounts([tag]))[0]!

export const tagHandlers = builder.implement(tags, {
  ...crudHandlers(tags, ({ tags }: Stores) => tags, {
    sets: ({ name }) => ({ name_key: nameKey(name) }),
    show: (rows, { tags }, { made }) =>
      made ? rows.map(row => ({ ...row, users_count: 0 })) : tags.withCounts(rows),
  }),

  change: async ({ path, body }, stores) => {
    if (body.merge_into) return counted(await merge(path.id, body.merge_into, stores), stores)
    const tag = await stores.tags.lock(path.id)
    const name = body.name ?? tag.name
    return counted(stores.tags.save(tag, { name, name_key: nameKey(name) }), stores)
  },

  remove: async ({ path }, { tags }) => {
    const tag = await tags.lock(path.id)
    tags.depart(tag, null)
    return { id: tag.id, deleted: true as const }
  },
})

async function merge(id: string, intoId: string, { tags }: Stores): Promise<TagRow> {
  const [tag, into] = await tags.lockBoth(id, intoId)
  if (!tag) return missing()
  tags.checkVersion(tag)
  if (id === intoId) throw new Refused(refusals.tag_merged_into_itself)
  if (!into) throw new Refused(refusals.tag_unknown)
  tags.depart(tag, into.id)
  return into
}

/** The person, locked, and their tags; refuses deleted people. */
async function personOf(id: string, { users, tags }: Stores) {
  const user = await users.lock(id)
  if (user.status === 'deleted') throw new Refused(userRefusals.user_deleted)
  return { id: user.id, present: await tags.of(user.id) }
}

const sorted = (tags: readonly PersonTag[]) => [...tags].sort((one, other) => (one.id < other.id ? -1 : 1))

export const personTagHandlers = builder.implement(personTags, {
  list: async ({ path, query }, { users, tags }) => {
    await users.get(path.id)
    return pageOfItems(await tags.of(path.id), query)
  },

  add: async ({ path, body, now, emit }, stores) => {
    const { id, present } = await personOf(path.id, stores)
    const wanted = namedTags(body.tags, await stores.tags.named(body.tags))
    const added = tagsToAdd(present, wanted).map(tag => ({ id: tag.id, name: tag.name, added_at: now }))
    stores.tags.give(
      [id],
      added.map(tag => tag.id),
    )
    for (const tag of added) emit(userTagAdded, { ...tag, user_id: id })
    return { id, tags: sorted([...present, ...added]) }
  },

  replace: async ({ path, body, now, emit }, stores) => {
    const { id, present } = await personOf(path.id, stores)
    const wanted = namedTags(body.tags, await stores.tags.named(body.tags))
    const gone = tagsToRemove(present, wanted, { others: true })
    const kept = present.filter(tag => !gone.includes(tag))
    const added = tagsToAdd(kept, wanted).map(tag => ({ id: tag.id, name: tag.name, added_at: now }))
    stores.tags.take(
      id,
      gone.map(tag => tag.id),
    )
    stores.tags.give(
      [id],
      added.map(tag => tag.id),
    )
    for (const tag of gone) emit(userTagRemoved, { ...tag, user_id: id })
    for (const tag of added) emit(userTagAdded, { ...tag, user_id: id })
    return { id, tags: sorted([...kept, ...added]) }
  },

  remove: async ({ path, body, emit }, stores) => {
    const { id, present } = await personOf(path.id, stores)
    const gone = tagsToRemove(present, namedTags(body.tags, await stores.tags.named(body.tags)))
    stores.tags.take(
      id,
      gone.map(tag => tag.id),
    )
    for (const tag of gone) emit(userTagRemoved, { ...tag, user_id: id })
    return { id, tags: present.filter(tag => !gone.includes(tag)) }
  },
})
