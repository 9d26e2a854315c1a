import { randomBytes } from 'node:crypto'
import { type Caller, formatTime, isId, lowerRole, newId, Refused, withoutUndefined } from '@lms/contract'
import { missing } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { invalidateCaches } from '../../invalidate-caches.ts'
import type { UserRow, UserStore } from '../../people/users/user.store.ts'
import { roleRights } from '../../roles.ts'
import { apiKeys, keptDays, keyInternalApi, keyRoom, type NewKey, refusals } from './key.contract.ts'
import {
  checkExpiry,
  checkRights,
  isLive,
  keyEntropy,
  keyHash,
  keyRights,
  keyValue,
  previousEnd,
  rotated,
} from './key.rules.ts'
import type { KeyRow, KeyStore } from './key.store.ts'
import { type Bounds, boundsOf, checkBounds, unbounded } from './key-bounds.ts'
import { keysOfAll } from './keys-of-all.ts'

/** The keys that count in the maximum: valid ones, and those revoked lately. */
export const countingAt = (now: string) => ({
  sql: '(t.revoked_at is null or t.revoked_at > $::timestamptz)',
  values: [formatTime(new Date(Date.parse(now) - keptDays * 86_400_000))],
})

function issue(input: NewKey & Bounds, keys: KeyStore) {
  const value = keyValue(input.kind, randomBytes(keyEntropy))
  const row = keys.insert({
    ...input,
    ...keys.fresh(newId('key')),
    hash: keyHash(value),
    hint: value.slice(-4),
    previous_hash: null,
    previous_expires_at: null,
    revoked_at: null,
    last_used_at: null,
  })
  return { ...row, api_key: value }
}

/** Refuses a personal key of a missing person, or with more permissions than that person's issuer. */
function checkOwner(user: UserRow | null, caller: Caller): void {
  if (user?.status !== 'active') throw new Refused(refusals.key_user_unknown)
  // A caller that acts as a person must not thereby get more permissions.
  checkRights({ kind: 'personal', role: user.role, scope: ['*'] }, caller, 'body.user_id')
}

/**
 * Refuses to touch a key that exceeds the caller in permissions, networks or expiry. Narrowing also needs all of them.
 * Otherwise a key with `keys:write` alone could disable any other key, or narrow it enough to rotate it.
 */
function checkHeld(key: KeyRow, caller: Caller, own: Bounds): void {
  checkRights(key, caller, 'key.scope')
  checkBounds(key, own, 'key')
}

export const keyHandlers = builder.implement(apiKeys, {
  list: ({ query }, { keys }) => keys.page(query),

  issue: async ({ body, caller, now }, { keys, users }) => {
    checkRights(body, caller)
    checkExpiry(body.expires_at, now)
    if ((body.kind === 'personal') !== Boolean(body.user_id)) throw new Refused(refusals.key_user_mismatch)
    // Nobody leaves the school until the end: erasures revoke the keys that are there.
    const [own, user] = await Promise.all([
      keys.boundsOf(caller),
      body.user_id ? users.lockShared(body.user_id) : null,
    ])
    if (body.user_id) checkOwner(user, caller)
    await keys.refuseBeyond(keyRoom, countingAt(now))
    return issue({ ...body, ...boundsOf(body, own) }, keys)
  },

  get: ({ path }, { keys }) => keys.get(path.id),

  update: async ({ path, body, caller, now, work }, { keys, users }) => {
    const [key, own] = await Promise.all([keys.lock(path.id), keys.boundsOf(caller)])
    if (key.revoked_at) throw new Refused(refusals.key_revoked)
    checkExpiry(body.expires_at, now)
    const { rotate, ...changes } = body
    const set = withoutUndefined(changes)
    checkHeld(key, caller, own)
    checkRights({ ...key, ...set }, caller)
    checkBounds({ ...key, ...set }, own)
    invalidateCaches(work, 'key', key.id)
    if (!rotate) return keys.save(key, set)
    // The caller of a rotation gets a value, as if they had issued the key.
    if (key.user_id) checkOwner(await users.find(key.user_id), caller)
    if (!isLive({ ...key, ...set }, now)) throw new Refused(refusals.key_ended)
    const value = keyValue(key.kind, randomBytes(keyEntropy))
    const saved = keys.save(key, { ...set, ...rotated(key, value, rotate.overlap_seconds, now) })
    return { ...saved, api_key: value }
  },

  revoke: async ({ path, caller, now, work }, { keys }) => {
    const [key, own] = await Promise.all([keys.lock(path.id), keys.boundsOf(caller)])
    checkHeld(key, caller, own)
    if (!key.revoked_at) {
      keys.save(key, { revoked_at: now })
      invalidateCaches(work, 'key', key.id)
    }
    return { id: key.id, deleted: true as const }
  },
})

/** The person; 404 if they are not active in the school. */
async function activePerson(id: string, users: UserStore): Promise<UserRow> {
  const user = await users.find(id)
  return user?.status === 'active' ? user : missing()
}

/** The rights of a valid key; 404 if its person is not active any more. */
async function rightsOf(key: KeyRow, users: UserStore) {
  const user = key.user_id ? await activePerson(key.user_id, users) : null
  return {
    kind: key.kind,
    role: user ? lowerRole(key.role, user.role) : key.role,
    user: key.user_id,
    rights: [...keyRights(key), ...(user ? [[...roleRights[user.role]]] : [])],
  }
}

/** The rights of a key or session at this moment, on behalf of a person where one is named; 404 if it is over. */
export async function presentRights(id: string, onBehalfOf: string | null, now: string, stores: Stores) {
  const own = await ownRights(id, now, stores)
  if (onBehalfOf === null) return own
  const person = await activePerson(onBehalfOf, stores.users)
  return {
    ...own,
    user: person.id,
    role: lowerRole(own.role, person.role),
    rights: [...own.rights, [...roleRights[person.role]]],
  }
}

async function ownRights(id: string, now: string, { keys, sessions, users }: Stores) {
  if (!isId('ses', id)) {
    const key = await keys.find(id)
    return key && isLive(key, now) ? rightsOf(key, users) : missing()
  }
  const session = await sessions.find(id)
  if (!session || session.expires_at <= now) return missing()
  const user = await activePerson(session.user_id, users)
  const rights = [[...roleRights[user.role]]]
  return { kind: 'session' as const, role: user.role, user: user.id, rights }
}

export const keyInternalHandlers = builder.implement(keyInternalApi, {
  resolve: async ({ body, now }, { keys, users }) => {
    const keyMatch = await keys.byHash(body.hash)
    const key = keyMatch.key ?? keyMatch.rotated
    if (!key || !isLive(key, now)) return missing()
    const ends = keyMatch.key ? key.expires_at : previousEnd(key)
    if (ends && ends <= now) return missing()
    const rights = await rightsOf(key, users)
    return { ...rights, key: key.id, allowed_networks: key.allowed_networks, expires_at: ends, only: null }
  },

  present: ({ body: { key, on_behalf_of }, now }, stores) => presentRights(key, on_behalf_of, now, stores),

  actFor: async ({ body }, { users }) => {
    const user = await activePerson(body.user, users)
    return { user: user.id, role: user.role, rights: [...roleRights[user.role]] }
  },

  used: async ({ body }, { keys, sessions }) => {
    for (const { key, at } of body.uses) {
      if (isId('ses', key)) sessions.noteSeen(key, at)
      else keys.noteUse(key, at)
    }
    return { noted: body.uses.length }
  },

  ofAll: async ({ body, now, runtime }) => keysOfAll(body.after, now, runtime.system),

  issueFirst: async ({ body }, { keys }) => issue({ ...body, ...unbounded, user_id: null }, keys),
})
