// Decides effects one after the other on what is true of their people: pure.
import { type Id, newId, Refused } from '@lms/contract'
import type { Access } from '../../access/accesses/access.contract.ts'
import { isOver, newAccess } from '../../access/accesses/access.rules.ts'
import { maxTags } from '../tags/tag.contract.ts'
import type { Effect, EffectResult, effectReasons } from './effect.contract.ts'

type Reason = (typeof effectReasons)[number]
/** Effects that are decided here: a field is set by the rules of the person. */
export type DecidedEffect = Exclude<Effect, { kind: 'set_field' }>
type Decision = Omit<EffectResult, 'key' | 'events'>

/** What effects change. Sets and lists are by person; `decide` changes them. */
export interface Facts<A extends Access = Access> {
  readonly people: ReadonlySet<string>
  readonly tags: ReadonlySet<string>
  readonly groups: ReadonlySet<string>
  readonly tagsOf: Map<string, Set<string>>
  readonly groupsOf: Map<string, Set<string>>
  /** The active and frozen accesses. */
  accesses: A[]
  readonly granted: Access[]
  readonly revoked: A[]
  /** Accesses whose term has ended, though nothing has recorded it yet. */
  readonly over: A[]
}

const ended = (outcome: 'done' | 'unchanged', accesses: readonly Pick<Access, 'id'>[] = []): Decision => ({
  outcome,
  reason: null,
  access_ids: accesses.slice(0, 50).map(({ id }) => id),
})
const refused = (reason: Reason): Decision => ({ outcome: 'refused', reason, access_ids: [] })

/** Decides one effect, and changes the facts as it will. */
export function decide<A extends Access>(effect: DecidedEffect, facts: Facts<A>, now: string): Decision {
  if (!facts.people.has(effect.user_id)) return refused('user_unknown')
  switch (effect.kind) {
    case 'grant':
      return grant(effect, facts, now)
    case 'revoke':
      return revoke(effect, facts)
    case 'add_tag':
      return addTag(effect, facts)
    case 'remove_tag':
      return removed(facts.tagsOf, effect.user_id, effect.tag_id)
    case 'join_group':
      return joinGroup(effect, facts)
    case 'leave_group':
      return removed(facts.groupsOf, effect.user_id, effect.group_id)
  }
}

type Of<K extends Effect['kind']> = Extract<Effect, { kind: K }>

const isOfPair = (effect: Of<'grant' | 'revoke'>) => (access: Access) =>
  access.user_id === effect.user_id && access.course_id === effect.course_id

/** A person has one manual access to a course at a time. */
function grant<A extends Access>(effect: Of<'grant'>, facts: Facts<A>, now: string): Decision {
  const isManual = (access: Access) => access.source === 'manual' && isOfPair(effect)(access)
  const before = facts.accesses.find(isManual) ?? facts.granted.find(isManual)
  if (before && !isOver(before, now)) return ended('unchanged', [before])
  try {
    const access = newAccess({ ...effect, source: 'manual' }, newId('acc'), now)
    const past = facts.accesses.filter(isManual)
    facts.over.push(...past)
    facts.accesses = facts.accesses.filter(one => !past.includes(one))
    facts.granted.push(access)
    return ended('done', [access])
  } catch (error) {
    if (error instanceof Refused) return refused('term_past')
    throw error
  }
}

/** Ends every access to the course but those that a group gives. */
function revoke<A extends Access>(effect: Of<'revoke'>, facts: Facts<A>): Decision {
  const all = facts.accesses.filter(isOfPair(effect))
  const own = all.filter(({ source }) => source !== 'group')
  const justGranted = facts.granted.filter(isOfPair(effect))
  if (own.length + justGranted.length === 0)
    return all.length ? refused('access_from_group') : ended('unchanged')
  facts.accesses = facts.accesses.filter(one => !own.includes(one))
  facts.revoked.push(...own)
  for (const one of justGranted) facts.granted.splice(facts.granted.indexOf(one), 1)
  return ended('done', [...own, ...justGranted])
}

function addTag({ user_id, tag_id }: Of<'add_tag'>, { tags, tagsOf }: Facts): Decision {
  if (!tags.has(tag_id)) return refused('tag_unknown')
  const present = setOf(tagsOf, user_id)
  if (present.has(tag_id)) return ended('unchanged')
  if (present.size >= maxTags) return refused('tags_limit_reached')
  present.add(tag_id)
  return ended('done')
}

function joinGroup({ user_id, group_id }: Of<'join_group'>, { groups, groupsOf }: Facts): Decision {
  if (!groups.has(group_id)) return refused('group_unknown')
  const present = setOf(groupsOf, user_id)
  if (present.has(group_id)) return ended('unchanged')
  present.add(group_id)
  return ended('done')
}

const removed = (of: Map<string, Set<string>>, userId: string, id: string): Decision =>
  ended(of.get(userId)?.delete(id) ? 'done' : 'unchanged')

/** The set of a person, made if there is none. */
export function setOf<T = string>(of: Map<string, Set<T>>, userId: string): Set<T> {
  const userSet = of.get(userId) ?? new Set()
  of.set(userId, userSet)
  return userSet
}

export interface Pair<P extends 'tag' | 'grp'> {
  user_id: Id<'usr'>
  id: Id<P>
}

/** The pairs that the second map has and the first lacks. */
export const added = <P extends 'tag' | 'grp'>(
  before: ReadonlyMap<string, ReadonlySet<string>>,
  after: ReadonlyMap<string, ReadonlySet<string>>,
): Pair<P>[] =>
  [...after].flatMap(([user, ids]) =>
    [...ids]
      .filter(id => !before.get(user)?.has(id))
      .map(id => ({ user_id: user as Id<'usr'>, id: id as Id<P> })),
  )
