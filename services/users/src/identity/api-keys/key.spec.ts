import { type Caller, newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'

describe('keys', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())
  const api = (caller: Caller = system.caller()) => system.client('users', usersContract.resources, caller)
  const narrow = (rights: string[]): Caller => system.caller({ role: 'manager', rights: [rights] })

  test('the value of a key is shown when it is issued and never again', async () => {
    const { apiKeys } = api()
    const issued = await apiKeys.issue({ body: { name: 'CRM', kind: 'integration', role: 'manager' } })
    expect(issued.api_key).toMatch(/^lms_integration_[0-9a-f]{48}_[0-9a-f]{8}$/)
    expect(issued.hint).toBe(issued.api_key.slice(-4))
    expect(await apiKeys.get({ path: { id: issued.id } })).not.toHaveProperty('api_key')
    expect(JSON.stringify(await apiKeys.list({}))).not.toContain(issued.api_key)
  })

  test('an idempotent repetition shows the same value, stored encrypted meanwhile', async () => {
    const { apiKeys } = api()
    const issue = () =>
      apiKeys.issue({ body: { name: 'CRM', kind: 'integration', role: 'manager' }, idempotencyKey: 'one' })
    const first = await issue()
    expect(await issue()).toEqual(first)
    const { runtime } = system.services.users!
    const rows = await runtime.system.rows({
      statement: { name: '', text: 'select answer from users.idempotency_keys' },
      values: [],
    })
    expect(JSON.stringify(rows)).not.toContain(first.api_key)
  })

  test.each([
    [
      'a role with more',
      ['*:read', 'api-keys:write'],
      { role: 'manager' as const, scope: ['*'] },
      'key_beyond_issuer',
    ],
    [
      'a scope with more',
      ['orders:read', 'api-keys:write'],
      { role: 'manager' as const, scope: ['orders:*'] },
      'key_beyond_issuer',
    ],
    [
      'a scope with as much',
      ['orders:read', 'api-keys:write'],
      { role: 'manager' as const, scope: ['orders:read'] },
      null,
    ],
    [
      'a higher role with as much',
      ['orders:read', 'api-keys:write'],
      { role: 'owner' as const, scope: ['orders:read'] },
      'key_beyond_issuer',
    ],
    [
      'a role narrowed by its scope',
      ['*:read', 'api-keys:write'],
      { role: 'manager' as const, scope: ['*:read'] },
      null,
    ],
  ])('%s than its issuer has: %j, %j → %s', async (_, rights, key, reason) => {
    const issue = api(narrow(rights)).apiKeys.issue({ body: { name: 'K', kind: 'integration', ...key } })
    if (reason) await expect(issue).rejects.toMatchObject({ status: 403, reason })
    else await expect(issue).resolves.toMatchObject({ scope: key.scope })
  })

  test('a personal key needs a person of the school, other kinds accept none', async () => {
    const caller = system.caller()
    const { apiKeys, users } = api(caller)
    const ann = await users.create({ body: { email: 'ann@school.org' } })
    const issue = (body: object) => apiKeys.issue({ body: { name: 'K', role: 'student', ...body } as never })
    await expect(issue({ kind: 'personal' })).rejects.toMatchObject({ reason: 'key_user_mismatch' })
    await expect(issue({ kind: 'integration', user_id: ann.id })).rejects.toMatchObject({
      reason: 'key_user_mismatch',
    })
    await expect(issue({ kind: 'personal', user_id: newId('usr') })).rejects.toMatchObject({
      reason: 'key_user_unknown',
    })
    await expect(issue({ kind: 'personal', user_id: ann.id })).resolves.toMatchObject({ user_id: ann.id })
  })

  test('an agent’s key reads, and changes nothing that nobody has confirmed', async () => {
    const agent: Caller = { ...system.caller(), kind: 'agent' }
    const { apiKeys, users } = api(agent)
    expect((await users.list({})).data).toEqual([])
    await expect(users.create({ body: { email: 'ann@school.org' } })).rejects.toMatchObject({
      status: 403,
      reason: 'confirmation_needed',
    })
    await expect(
      apiKeys.issue({ body: { name: 'K', kind: 'integration', role: 'owner' } }),
    ).rejects.toMatchObject({ reason: 'confirmation_needed' })
    await expect(apiKeys.revoke({ path: { id: newId('key') } })).rejects.toMatchObject({
      reason: 'confirmation_needed',
    })
  })

  test('a key with an expiry in the past is refused', async () => {
    const body = {
      name: 'K',
      kind: 'integration' as const,
      role: 'manager' as const,
      expires_at: '2020-01-01T00:00:00Z',
    }
    await expect(api().apiKeys.issue({ body })).rejects.toMatchObject({ reason: 'key_expiry_past' })
  })

  test('a revoked key shows the time, cannot be changed, and is not revoked twice', async () => {
    const { apiKeys } = api()
    const { id } = await apiKeys.issue({ body: { name: 'K', kind: 'integration', role: 'manager' } })
    await apiKeys.revoke({ path: { id } })
    const { revoked_at } = await apiKeys.get({ path: { id } })
    expect(revoked_at).not.toBeNull()
    await apiKeys.revoke({ path: { id } })
    expect((await apiKeys.get({ path: { id } })).revoked_at).toBe(revoked_at)
    await expect(apiKeys.update({ path: { id }, body: { name: 'N' } })).rejects.toMatchObject({
      reason: 'key_revoked',
    })
  })
})
