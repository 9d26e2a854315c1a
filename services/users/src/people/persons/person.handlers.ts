import { type Caller, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { usersContract } from '../../contract.ts'
import { invalidateCaches } from '../../invalidate-caches.ts'
import { personalData } from '../../privacy/personal-data/all-personal-data.ts'
import {
  bindCheckouts,
  bindSuppressions,
  dataOfAllServices,
  type ServiceData,
} from '../../privacy/personal-data/data-everywhere.ts'
import { keepAnOwner } from '../users/last-owner.ts'
import { userAnonymized } from '../users/user.contract.ts'
import { checkRole, derived } from '../users/user.rules.ts'
import type { UserRow } from '../users/user.store.ts'
import { move, movesOf } from './moving.ts'
import { persons, refusals, userMerged } from './person.contract.ts'
import { anonymizeUser, joinUsers } from './person.rules.ts'
import { generalAreas } from './receipt.ts'

export const personHandlers = builder.implement(persons, {
  merge: async ({ path, body, caller, emit, ...input }, stores) => {
    const pair = await pairOf(path.id, body.user_id, caller, stores)
    const joined = joinUsers(pair.into, pair.from)
    // Other services are asked before any lock: no transaction is open during a call.
    const moves = movesOf(await dataOfAllServices(body.user_id, input, stores), pair.into, caller)
    const answer = (user: UserRow, conflicts: string[]) => ({
      id: pair.into.id,
      merged_id: pair.from.id,
      dry_run: body.dry_run,
      user,
      conflicts,
      moves,
    })
    if (body.dry_run) {
      await keepAnOwner(pair.from, joined.removedUser, stores.users)
      return answer(joined.user, joined.conflicts)
    }
    const merged = await merge(
      path.id,
      body.user_id,
      { caller, emit: emit as Work['emit'], ...input },
      stores,
    )
    return answer(merged.saved, merged.conflicts)
  },

  anonymize: async ({ path, caller, emit, ...input }, stores) => {
    const currentUser = await stores.users.get(path.id)
    checkRole(currentUser.role, caller)
    if (currentUser.anonymized_at) throw new Refused(refusals.user_anonymized)
    await bindCheckouts(currentUser, input)
    await bindSuppressions(currentUser, input, stores)
    const areas = await dataOfAllServices(path.id, input, stores)
    const user = await stores.users.lock(path.id)
    checkRole(user.role, caller)
    // A duplicate that was merged into the person is the same person.
    const duplicates = await stores.users.lockMergedInto(user.id)
    const people = [user, ...duplicates.filter(({ anonymized_at }) => !anonymized_at)]
    for (const person of people) {
      const saved = await erase(person, { emit: emit as Work['emit'], ...input }, stores)
      emit(userAnonymized, saved)
    }
    return {
      id: user.id,
      anonymized_at: input.now,
      people: people.map(({ id }) => id),
      areas: [...areas.map(areaOf), ...generalAreas(input.now)],
    }
  },
})

/** Both people, if the caller may merge them. */
async function pairOf(intoId: string, fromId: string, caller: Caller, { users }: Stores) {
  const [into, from] = await Promise.all([users.get(intoId), users.find(fromId)])
  if (!from) throw new Refused(refusals.user_unknown)
  for (const { role } of [into, from]) checkRole(role, caller)
  return { into, from }
}

async function merge(intoId: string, fromId: string, input: Work & { caller: Caller }, stores: Stores) {
  const { users, fields } = stores
  await users.lockMany([intoId, fromId])
  const { into, from } = await pairOf(intoId, fromId, input.caller, stores)
  users.checkVersion(into)
  const { user, removedUser, movedFields, conflicts } = joinUsers(into, from)
  await keepAnOwner(from, removedUser, users)
  // The person who loses the e-mail is saved before the one who gets it.
  users.move(from, 'delete', { merged_into: into.id, ...derived(removedUser) }, { event: null })
  const saved = users.save({ ...user, ...derived(user) })
  fields.leave(from.id)
  fields.note(into.id, movedFields)
  await move(from, into, input, stores)
  invalidateCaches(input.work, 'user', from.id)
  input.emit(userMerged, saved, {
    previous: into,
    related: { merged_user_id: from.id },
  })
  return { saved, conflicts }
}

async function erase(user: UserRow, input: Work, stores: Stores): Promise<UserRow> {
  const blank = anonymizeUser(user, input.now)
  await keepAnOwner(user, blank, stores.users)
  const saved = stores.users.change(user, { ...blank, ...derived(blank) })
  stores.fields.leave(user.id)
  for (const { erase } of personalData) await erase?.(user.id, input, stores)
  invalidateCaches(input.work, 'user', user.id)
  return saved
}

const areaOf = ({ service, what, count, erased, kept, why }: ServiceData) => ({
  service,
  what,
  count,
  erased,
  kept,
  why,
  expires_at: null,
  finished: service === usersContract.service,
})
