import { type Caller, newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { keyHash, keyInternalApi, usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'

describe('the rotation of a key', () => {
  let system: TestSystem
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    system = await startSystem({ services: [usersService], clock: { now: () => new Date(now) } })
  })
  afterAll(() => system.stop())
  const api = (caller: Caller) => system.client('users', usersContract.resources, caller)
  const hour = 3_600_000

  /** The gateway's result for a value: the key's id and its expiry, or null. */
  const resolve = (caller: Caller, value: string) =>
    system
      .internal('users', { keyInternalApi }, { school: caller.school })
      .keyInternalApi.resolve({ body: { hash: keyHash(value) } })
      .catch(({ status }) => {
        expect(status).toBe(404)
        return null
      })
  const issued = async (caller: Caller, more: object = {}) => {
    const body = { name: 'CRM', kind: 'integration' as const, role: 'manager' as const, ...more }
    return api(caller).apiKeys.issue({ body })
  }
  const rotate = (caller: Caller, id: string, overlap_seconds: number, more: object = {}) =>
    api(caller).apiKeys.update({ path: { id }, body: { rotate: { overlap_seconds }, ...more } })

  test('shows the new value once, and the old one works until the overlap ends', async () => {
    const caller = system.caller()
    const key = await issued(caller)
    const changed = await rotate(caller, key.id, 3600)
    expect(changed.api_key).toMatch(/^lms_integration_[0-9a-f]{48}_[0-9a-f]{8}$/)
    expect(changed).toMatchObject({ id: key.id, hint: changed.api_key!.slice(-4), version: 2 })
    expect(Date.parse(changed.previous_expires_at!)).toBe(now + hour)
    expect(await api(caller).apiKeys.get({ path: { id: key.id } })).not.toHaveProperty('api_key')

    expect(await resolve(caller, changed.api_key!)).toMatchObject({ key: key.id, expires_at: null })
    const former = await resolve(caller, key.api_key)
    expect(former).toMatchObject({ key: key.id, expires_at: changed.previous_expires_at })
    now += hour
    expect(await resolve(caller, key.api_key)).toBeNull()
    expect(await resolve(caller, changed.api_key!)).toMatchObject({ key: key.id })
  })

  test('without overlap ends the old value at once', async () => {
    const caller = system.caller()
    const key = await issued(caller)
    const { api_key } = await rotate(caller, key.id, 0)
    expect(await resolve(caller, key.api_key)).toBeNull()
    expect(await resolve(caller, api_key!)).toMatchObject({ key: key.id })
  })

  test('twice within the overlap leaves the last two values valid', async () => {
    const caller = system.caller()
    const key = await issued(caller)
    const second = await rotate(caller, key.id, 3600)
    const third = await rotate(caller, key.id, 3600)
    const resolvedKeys = await Promise.all(
      [key.api_key, second.api_key!, third.api_key!].map(value => resolve(caller, value)),
    )
    expect(resolvedKeys.map(Boolean)).toEqual([false, true, true])
  })

  test('keeps the old value valid no longer than the key', async () => {
    const caller = system.caller()
    const expires_at = new Date(now + hour).toISOString()
    const key = await issued(caller, { expires_at })
    const changed = await rotate(caller, key.id, 7200)
    expect(await resolve(caller, key.api_key)).toMatchObject({ expires_at: changed.expires_at })
  })

  test('of a revoked key leaves both values invalid', async () => {
    const caller = system.caller()
    const key = await issued(caller)
    const { api_key } = await rotate(caller, key.id, 3600)
    await api(caller).apiKeys.revoke({ path: { id: key.id } })
    expect(await resolve(caller, key.api_key)).toBeNull()
    expect(await resolve(caller, api_key!)).toBeNull()
    await expect(rotate(caller, key.id, 0)).rejects.toMatchObject({ reason: 'key_revoked' })
  })

  test('of an expired key is refused, unless the same request sets a later expiry', async () => {
    const caller = system.caller()
    const key = await issued(caller, { expires_at: new Date(now + hour).toISOString() })
    now += 2 * hour
    await expect(rotate(caller, key.id, 0)).rejects.toMatchObject({ status: 409, reason: 'key_ended' })
    const later = { expires_at: new Date(now + hour).toISOString() }
    expect(await rotate(caller, key.id, 0, later)).toHaveProperty('api_key')
  })

  test('is refused to callers who could not have issued the key', async () => {
    const caller = system.caller()
    const { users, apiKeys } = api(caller)
    const narrow: Caller = { ...caller, role: 'administrator', rights: [['api-keys:write', 'me:*']] }
    const wide = await issued(caller)
    await expect(rotate(narrow, wide.id, 0)).rejects.toMatchObject({ reason: 'key_beyond_issuer' })
    const boss = await users.create({ body: { email: 'boss@school.org', role: 'owner' } })
    const personal = await apiKeys.issue({
      body: { name: 'K', kind: 'personal', role: 'owner', scope: ['me:*'], user_id: boss.id },
    })
    await expect(rotate(narrow, personal.id, 0)).rejects.toMatchObject({ reason: 'key_beyond_issuer' })
    // The last owner stays one.
    await users.create({ body: { email: 'other@school.org', role: 'owner' } })
    await users.delete({ path: { id: boss.id } })
    await expect(rotate(caller, personal.id, 0)).rejects.toMatchObject({ reason: 'key_user_unknown' })
  })

  test('repeated under one Idempotency-Key gives the same value, stored encrypted meanwhile', async () => {
    const caller = system.caller()
    const key = await issued(caller)
    const body = { rotate: {} }
    const once = () => api(caller).apiKeys.update({ path: { id: key.id }, body, idempotencyKey: 'rotate' })
    const first = await once()
    expect(await once()).toEqual(first)
    const rows = await system.services.users!.runtime.system.rows({
      statement: { name: '', text: 'select answer from users.idempotency_keys' },
      values: [],
    })
    expect(JSON.stringify(rows)).not.toContain(first.api_key)
  })

  test('an unknown key cannot be rotated', async () => {
    await expect(rotate(system.caller(), newId('key'), 0)).rejects.toMatchObject({ status: 404 })
  })
})
