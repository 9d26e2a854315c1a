import { type Id, withCauses } from '@lms/contract'
import { type Emitted, type Follows, recordScenario, type Work } from '@lms/service-host'
import { accessGranted } from '../../access/accesses/access.contract.ts'
import type { AccessRow } from '../../access/accesses/access.store.ts'
import { groupJoined, groupLeft } from '../../access/groups/member.contract.ts'
import { byHand, type MemberRow, memberOf } from '../../access/groups/member.store.ts'
import { builder, type Stores } from '../../builder.ts'
import { userTagAdded, userTagRemoved } from '../tags/tag.contract.ts'
import type { TagRow } from '../tags/tag.store.ts'
import { type Effect, type EffectResult, effects } from './effect.contract.ts'
import { added, type DecidedEffect, decide, type Facts } from './effect.rules.ts'
import { isSetField, setFields } from './set-fields.ts'

interface Present extends Facts<AccessRow> {
  readonly tagRows: readonly TagRow[]
  readonly memberRows: readonly MemberRow[]
}

export const effectHandlers = builder.implement(effects, {
  carryOut: async ({ body, ...ctx }, stores) => {
    const earlierResults = await stores.effects.take(body.effects.map(({ key }) => key))
    const unknown = body.effects.filter(({ key }) => !earlierResults.has(key))
    const fresh = unknown.filter((effect): effect is DecidedEffect => !isSetField(effect))
    if (fresh.length) {
      const facts = await present(fresh, stores)
      const before = { tags: copyOf(facts.tagsOf), groups: copyOf(facts.groupsOf) }
      const decided = fresh.map(effect => ({ key: effect.key, ...decide(effect, facts, ctx.now) }))
      const cause = causesOf(fresh, decided)
      writeAccesses(facts, cause, ctx, stores)
      await writeTags(before.tags, facts, cause, ctx, stores)
      await writeMemberships(before.groups, facts, cause, ctx, stores)
      const results = withEvents(fresh, decided, ctx.work.outgoing.emitted)
      stores.effects.keep(results)
      for (const result of results) earlierResults.set(result.key, result)
    }
    const setting = unknown.filter(isSetField)
    if (setting.length) {
      // Groups are locked before people.
      const ids = [...new Set(setting.map(({ user_id }) => user_id))]
      await stores.users.lockMany(ids)
      const people = await stores.users.many(ids)
      const before = ctx.work.outgoing.emitted.length
      const decided = await setFields(setting, people, ctx, stores)
      const results = withEvents(setting, decided, ctx.work.outgoing.emitted.slice(before))
      stores.effects.keep(results)
      for (const result of results) earlierResults.set(result.key, result)
    }
    recordScenario(
      effects.carryOut,
      unknown.map(({ user_id }) => user_id),
      ctx,
    )
    // The result of an older version names no events.
    return {
      results: body.effects.map(({ key }) => ({
        ...earlierResults.get(key)!,
        events: earlierResults.get(key)!.events ?? [],
      })),
    }
  },
})

/** Each result with what was emitted about its person. */
function withEvents(
  requestedEffects: readonly Effect[],
  decided: readonly Omit<EffectResult, 'events'>[],
  emitted: readonly Emitted[],
): EffectResult[] {
  const about = Map.groupBy(emitted, ({ user_id }) => user_id)
  return decided.map((result, index) => ({
    ...result,
    events: withCauses([], about.get(requestedEffects[index]!.user_id) ?? []),
  }))
}

/** What a change follows from, by the id of an access or by `pairOf`. */
type CauseOf = (changed: string) => { follows?: Follows }
const pairOf = (userId: string, id: string) => `${userId} ${id}`

/** Each change follows from the last effect that made it. */
function causesOf(
  requestedEffects: readonly DecidedEffect[],
  results: readonly Omit<EffectResult, 'events'>[],
): CauseOf {
  const requests = requestedEffects.flatMap((effect, index): [string, string][] => {
    const { request_id, user_id } = effect
    const { outcome, access_ids } = results[index]!
    if (request_id === undefined || outcome !== 'done') return []
    if ('tag_id' in effect) return [[pairOf(user_id, effect.tag_id), request_id]]
    if ('group_id' in effect) return [[pairOf(user_id, effect.group_id), request_id]]
    return access_ids.map(id => [id, request_id])
  })
  const requestIds = new Map(requests)
  return changed => {
    const requestId = requestIds.get(changed)
    return requestId === undefined ? {} : { follows: { requestId, causeId: null } }
  }
}

const copyOf = (of: ReadonlyMap<string, ReadonlySet<string>>) =>
  new Map([...of].map(([id, set]) => [id, new Set(set)]))

/** What the effects are about, locked: groups before people before what people have, as everywhere. */
async function present(requestedEffects: readonly DecidedEffect[], stores: Stores): Promise<Present> {
  const people = [...new Set(requestedEffects.map(({ user_id }) => user_id))]
  const tagIds = requestedEffects.flatMap(effect => ('tag_id' in effect ? [effect.tag_id] : []))
  const groupIds = requestedEffects.flatMap(effect => ('group_id' in effect ? [effect.group_id] : []))
  const pairs = requestedEffects.flatMap(effect => ('course_id' in effect ? [effect] : []))
  const groups = await stores.groups.lockMany([...new Set(groupIds)])
  await stores.users.lockMany(people)
  const [users, tagRows, tagsOf, memberRows, accesses] = await Promise.all([
    stores.users.many(people),
    tagIds.length ? stores.tags.lockByNames(tagIds) : [],
    tagIds.length ? stores.tags.ofMany(people) : new Map<string, Set<string>>(),
    groupIds.length ? stores.members.lockOfPeople(people, groupIds) : [],
    pairs.length ? stores.accesses.lockOfPairs(pairs) : [],
  ])
  const members = Map.groupBy(memberRows, ({ id }) => id as string)
  return {
    people: new Set(users.filter(({ status }) => status !== 'deleted').map(({ id }) => id)),
    tags: new Set(tagRows.map(({ id }) => id)),
    groups: new Set(groups),
    tagsOf,
    groupsOf: new Map([...members].map(([id, rows]) => [id, new Set(rows.map(row => row.group_id))])),
    accesses,
    granted: [],
    revoked: [],
    over: [],
    tagRows,
    memberRows,
  }
}

function writeAccesses(
  { over, revoked, granted }: Present,
  cause: CauseOf,
  { emit }: Work,
  { accesses }: Stores,
): void {
  if (over.length) accesses.end(over, 'expire')
  const byCause = Map.groupBy(revoked, ({ id }) => cause(id).follows?.requestId)
  for (const rows of byCause.values()) accesses.end(rows, 'revoke', cause(rows[0]!.id))
  for (const access of granted) {
    emit(accessGranted, access, cause(access.id))
    accesses.grant(access)
  }
}

async function writeTags(
  before: ReadonlyMap<string, ReadonlySet<string>>,
  { tagsOf, tagRows }: Present,
  cause: CauseOf,
  { emit, now }: Work,
  { tags }: Stores,
): Promise<void> {
  const addedPairs = added<'tag'>(before, tagsOf)
  const removedPairs = added<'tag'>(tagsOf, before)
  tags.givePairs(addedPairs)
  const removedTags = await tags.takePairs(removedPairs)
  const names = new Map(tagRows.map(({ id, name }) => [id as string, name]))
  for (const { user_id, id } of addedPairs)
    emit(userTagAdded, { id, name: names.get(id)!, added_at: now, user_id }, cause(pairOf(user_id, id)))
  // One whose tag is just being deleted has no name any more: the deletion tells of it.
  for (const { user_id, id, added_at } of removedTags)
    if (names.has(id))
      emit(userTagRemoved, { id, name: names.get(id)!, added_at, user_id }, cause(pairOf(user_id, id)))
}

async function writeMemberships(
  before: ReadonlyMap<string, ReadonlySet<string>>,
  { groupsOf, memberRows }: Present,
  cause: CauseOf,
  { emit }: Work,
  { members }: Stores,
): Promise<void> {
  const joins = Map.groupBy(added<'grp'>(before, groupsOf), ({ id }) => id)
  for (const groupId of [...joins.keys()].sort()) {
    const people = joins.get(groupId)!.map(({ user_id }) => user_id)
    for (const row of await members.add(groupId, people, byHand))
      emit(groupJoined, memberOf(row), cause(pairOf(row.id, groupId)))
  }
  const leaves = Map.groupBy(added<'grp'>(groupsOf, before), ({ user_id }) => user_id)
  for (const [userId, pairs] of leaves) {
    const ids = new Set<Id<'grp'>>(pairs.map(({ id }) => id))
    members.end(userId, [...ids])
    for (const row of memberRows)
      if (row.id === userId && ids.has(row.group_id))
        emit(groupLeft, memberOf(row), cause(pairOf(row.id, row.group_id)))
  }
}
