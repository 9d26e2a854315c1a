import { randomBytes } from 'node:crypto'
import { type Caller, formatTime, isId, lowerRole, newId, Refused } from '@lms/contract'
import { missing } from '@lms/service-host'
import { builder } from '../builder.ts'
import { invalidateCaches } from '../invalidate-caches.ts'
import { roleRights } from '../roles.ts'
import type { UserStore } from '../users/user.store.ts'
import { type Bounds, boundsOf, checkBounds, unbounded } from './key.bounds.ts'
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

/** The keys that count in the maximum: valid ones, and those revoked lately. */
export const countingAt = (now: string) => ({
  sql: '(t.revoked_at is null or t.revoked_at > $::timestamptz)',
  values: [formatTime(new Date(Date.parse(now) - keptDays * 86_400_000))],
})

function issue(given: NewKey & Bounds, keys: KeyStore) {
  const value = keyValue(given.kind, randomBytes(keyEntropy))
  const row = keys.insert({
    ...given,
    ...keys.fresh(newId('key')),
    hash: keyHash(value),
    hint: value.slice(-4),
    previous_hash: null,
    previous_until: null,
    revoked_at: null,
    last_used_at: null,
  })
  return { ...row, api_key: value }
}

/** Refuses a personal key of a missing person, or with more permissions than that person's issuer. */
async function checkOwner(id: string | null | undefined, caller: Caller, users: UserStore): Promise<void> {
  if (!id) return
  const user = await users.find(id)
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
    const [own] = await Promise.all([keys.boundsOf(caller), checkOwner(body.user_id, caller, users)])
    await keys.refuseBeyond(keyRoom, countingAt(now))
    return issue({ ...body, ...boundsOf(body, own) }, keys)
  },

  get: ({ path }, { keys }) => keys.get(path.id),

  change: async ({ path, body, caller, now, work }, { keys, users }) => {
    const [key, own] = await Promise.all([keys.lock(path.id), keys.boundsOf(caller)])
    if (key.revoked_at) throw new Refused(refusals.key_revoked)
    checkExpiry(body.expires_at, now)
    const { rotate, ...changes } = body
    const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    checkHeld(key, caller, own)
    checkRights({ ...key, ...set }, caller)
    checkBounds({ ...key, ...set }, own)
    invalidateCaches(work, 'key', key.id)
    if (!rotate) return keys.save(key, set)
    // The caller of a rotation gets a value, as if they had issued the key.
    await checkOwner(key.user_id, caller, users)
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

export const keyInternalHandlers = builder.implement(keyInternalApi, {
  resolve: async ({ body, now }, { keys, users }) => {
    const found = await keys.byHash(body.hash)
    const key = found.key ?? found.rotated
    if (!key || !isLive(key, now)) return missing()
    const ends = found.key ? key.expires_at : previousEnd(key)
    if (ends && ends <= now) return missing()
    const user = key.user_id ? await users.find(key.user_id) : null
    if (key.user_id && user?.status !== 'active') return missing()
    return {
      key: key.id,
      kind: key.kind,
      role: user ? lowerRole(key.role, user.role) : key.role,
      user: key.user_id,
      rights: [...keyRights(key), ...(user ? [[...roleRights[user.role]]] : [])],
      allowed_networks: key.allowed_networks,
      expires_at: ends,
    }
  },

  actFor: async ({ body }, { users }) => {
    const user = await users.find(body.user)
    if (user?.status !== 'active') return missing()
    return { user: user.id, role: user.role, rights: [...roleRights[user.role]] }
  },

  used: async ({ body }, { keys, sessions }) => {
    for (const { key, at } of body.uses) {
      if (isId('ses', key)) sessions.noteSeen(key, at)
      else keys.noteUse(key, at)
    }
    return { noted: body.uses.length }
  },

  issueFirst: async ({ body }, { keys }) => issue({ ...body, ...unbounded, user_id: null }, keys),
})
