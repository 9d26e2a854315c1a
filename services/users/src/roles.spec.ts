import { type Caller, newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from './contract.ts'
import { usersService } from './service.ts'

describe('an administrator, whose permissions are those of an owner', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())
  const api = (caller: Caller) => system.client('users', usersContract.resources, caller)

  test('makes nobody an owner, and no key of one', async () => {
    const caller = system.caller({ role: 'administrator' })
    const { users, apiKeys } = api(caller)
    const above = { status: 403, reason: 'role_above_own' }
    await expect(users.create({ body: { email: 'a@school.org', role: 'owner' } })).rejects.toMatchObject(
      above,
    )
    const ann = await users.create({ body: { email: 'ann@school.org', role: 'administrator' } })
    const rise = users.update({ path: { id: ann.id }, body: { role: 'owner' } })
    await expect(rise).rejects.toMatchObject(above)
    const issue = (role: 'owner' | 'administrator') =>
      apiKeys.issue({ body: { name: 'K', kind: 'integration', role } })
    await expect(issue('owner')).rejects.toMatchObject({
      ...{ status: 403, reason: 'key_beyond_issuer' },
      details: [{ path: 'body.role', message: 'the role owner is above yours' }],
    })
    await expect(issue('administrator')).resolves.toMatchObject({ role: 'administrator' })
  })

  test('changes no owner, and gets neither their key nor a way to sign in as one', async () => {
    const owner = system.caller()
    const boss = await api(owner).users.create({ body: { email: 'boss@school.org', role: 'owner' } })
    const key = await api(owner).apiKeys.issue({ body: { name: 'K', kind: 'integration', role: 'owner' } })
    const { users, apiKeys, identities } = api({ ...owner, role: 'administrator' })
    const above = { status: 403, reason: 'role_above_own' }
    const move = users.update({ path: { id: boss.id }, body: { email: 'mine@school.org' } })
    await expect(move).rejects.toMatchObject(above)
    await expect(users.delete({ path: { id: boss.id } })).rejects.toMatchObject(above)
    const subject = newId('evt')
    const bind = identities.bind({ body: { provider: 'google', subject, user_id: boss.id } as never })
    await expect(bind).rejects.toMatchObject({ status: 403, reason: 'identity_beyond_caller' })
    const beyondIssuer = { status: 403, reason: 'key_beyond_issuer' }
    const rotate = { rotate: { overlap_seconds: 0 } }
    await expect(apiKeys.update({ path: { id: key.id }, body: rotate })).rejects.toMatchObject(beyondIssuer)
    await expect(apiKeys.revoke({ path: { id: key.id } })).rejects.toMatchObject(beyondIssuer)
    const personal = {
      name: 'K',
      kind: 'personal' as const,
      role: 'administrator' as const,
      user_id: boss.id,
    }
    await expect(apiKeys.issue({ body: personal })).rejects.toMatchObject(beyondIssuer)
  })
})
