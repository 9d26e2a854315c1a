import { Refused } from '@lms/contract'
import { crudHandlers, missing, pageOfItems } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { refusals as userRefusals } from '../users/user.contract.ts'
import { type PersonTag, personTags, refusals, tags, userTagAdded, userTagRemoved } from './tag.contract.ts'
import { nameKey, tagsByIdOrName, tagsToAdd, tagsToRemove } from './tag.rules.ts'
import type { TagRow } from './tag.store.ts'

const counted = async (tag: TagRow, { tags }: Stores) => (await tags.withCounts([tag]))[0]!

export const tagHandlers = builder.implement(tags, {
  ...crudHandlers(tags, ({ tags }: Stores) => tags, {
    sets: ({ name }) => ({ name_key: nameKey(name) }),
    show: (rows, { tags }, { isNew }) =>
      isNew ? rows.map(row => ({ ...row, users_count: 0 })) : tags.withCounts(rows),
  }),

  update: async ({ path, body }, stores) => {
    if (body.merge_into) return counted(await merge(path.id, body.merge_into, stores), stores)
    const tag = await stores.tags.lock(path.id)
    const name = body.name ?? tag.name
    return counted(stores.tags.save(tag, { name, name_key: nameKey(name) }), stores)
  },

  delete: async ({ path }, { tags }) => {
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
    const requestedTags = tagsByIdOrName(body.tags, await stores.tags.lockByNames(body.tags))
    const added = tagsToAdd(present, requestedTags).map(tag => ({
      id: tag.id,
      name: tag.name,
      added_at: now,
    }))
    stores.tags.give(
      [id],
      added.map(tag => tag.id),
    )
    for (const tag of added) emit(userTagAdded, { ...tag, user_id: id })
    return { id, tags: sorted([...present, ...added]) }
  },

  replace: async ({ path, body, now, emit }, stores) => {
    const { id, present } = await personOf(path.id, stores)
    const requestedTags = tagsByIdOrName(body.tags, await stores.tags.lockByNames(body.tags))
    const removedTags = tagsToRemove(present, requestedTags, { others: true })
    const remainingTags = present.filter(tag => !removedTags.includes(tag))
    const added = tagsToAdd(remainingTags, requestedTags).map(tag => ({
      id: tag.id,
      name: tag.name,
      added_at: now,
    }))
    stores.tags.take(
      id,
      removedTags.map(tag => tag.id),
    )
    stores.tags.give(
      [id],
      added.map(tag => tag.id),
    )
    for (const tag of removedTags) emit(userTagRemoved, { ...tag, user_id: id })
    for (const tag of added) emit(userTagAdded, { ...tag, user_id: id })
    return { id, tags: sorted([...remainingTags, ...added]) }
  },

  delete: async ({ path, body, emit }, stores) => {
    const { id, present } = await personOf(path.id, stores)
    const removedTags = tagsToRemove(
      present,
      tagsByIdOrName(body.tags, await stores.tags.lockByNames(body.tags)),
    )
    stores.tags.take(
      id,
      removedTags.map(tag => tag.id),
    )
    for (const tag of removedTags) emit(userTagRemoved, { ...tag, user_id: id })
    return { id, tags: present.filter(tag => !removedTags.includes(tag)) }
  },
})
