// Nobody can raise their own permissions: no key gives more than it has, and no field lets a caller raise itself.
import { operationId, operations } from '@lms/api'
import { hasPermission, type Permission, type Role, roles } from '@lms/contract'
import { roleRights } from '@lms/users/contract'
import { z } from 'zod'
import type { Staff } from './staff.ts'

// Fields that determine permissions. Every new one is tested here.
const fieldsOfPower = [
  'agentAccess.open expires_at',
  'agentAccess.update expires_at',
  'agentAccess.update role',
  'apiKeys.issue allowed_networks',
  'apiKeys.issue expires_at',
  'apiKeys.issue kind',
  'apiKeys.issue role',
  'apiKeys.issue scope',
  'apiKeys.update allowed_networks',
  'apiKeys.update expires_at',
  'apiKeys.update rotate',
  'apiKeys.update scope',
  'users.create role',
  'users.update role',
]
const powerful =
  /^(kind|roles?|scopes?|rights|permissions?|grants?|rotate|expires_at|(allowed_)?networks|addresses)$/
// The kind of an offer's item, of a discount, of a gift, of a provider, a lesson, a review or a block of a room, and the term of a
// course, a payment or a message, have nothing to do with permissions; nor do the kind of a bulk action, the term of the accesses that it grants, and
// the addresses of a test: its orderer needs the right of each single call.
const harmless = [
  'orders.',
  'paymentLinks.',
  'paymentProviders.',
  'offerItems.',
  'accesses.',
  'promoCodes.',
  'gifts.',
  'lessons.',
  'homework.',
  'messages.',
  'roomBlocks.',
  'bulkActions.',
  'mailings.',
  'webinarMessages.',
]

const permissions = [
  ...new Set(operations.flatMap(({ operation }) => (operation.permission ? [operation.permission] : []))),
]

/** Registers the tests of attempts to gain permissions. */
export function raising(staff: () => Staff): void {
  const call = (method: string, path: string, key: string, body?: object, headers = {}) =>
    staff().gateway.call(method, `/api${path}`, { host: staff().at.host, key, body, headers })
  const keyOf = async (body: object): Promise<{ id: string; api_key: string }> =>
    staff().api.done('apiKeys.issue', { body: { name: 'k', kind: 'integration', ...body } })
  const rightsOf = async (key: string) => {
    const { body } = await call('GET', '/v1/me', key)
    return permissions.filter(permission => hasPermission(body.permissions, permission))
  }

  test('every field that gives permissions is tested here', () => {
    const powerfulFields = operations.flatMap(entry => {
      const { body } = entry.operation
      const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : []
      return fields.filter(name => powerful.test(name)).map(name => `${operationId(entry)} ${name}`)
    })
    const tried = powerfulFields.filter(field => !harmless.some(resource => field.startsWith(resource)))
    expect(tried.sort()).toEqual(fieldsOfPower)
  })

  test('only owners open the agent, for a person or a role', async () => {
    const { gateway, at, people, ways } = staff()
    const ask = (method: string, body: object, headers: Record<string, string>) =>
      gateway.call(method, '/api/v1/agent/access', { host: at.host, body, headers })
    for (const role of roles.filter(role => role !== 'owner'))
      for (const { headers } of ways[role]) {
        const opened = await ask('POST', { userId: people[role].id, expires_at: null }, headers)
        expect(opened).toMatchObject({ status: 403 })
        const changed = await ask('PATCH', { role: 'manager', open: true, expires_at: null }, headers)
        expect(changed).toMatchObject({ status: 403 })
      }
  })

  test('the own profile accepts neither role nor status nor permissions', async () => {
    const { at, people } = staff()
    for (const role of roles)
      for (const field of [
        { role: 'owner' },
        { status: 'active' },
        { scope: ['*'] },
        { id: people.owner.id },
      ]) {
        const answer = await call('PATCH', '/v1/me', at.key, field, { 'x-on-behalf-of': people[role].id })
        expect(answer).toMatchObject({ status: 400, body: { error: { reason: 'invalid_body' } } })
      }
  })

  test('with users:write nobody raises themselves or others, or lowers people above them', async () => {
    const { at, people } = staff()
    const manager = { 'x-on-behalf-of': people.manager.id }
    for (const role of ['owner', 'administrator'] as const) {
      const response = await call(
        'POST',
        '/v1/users',
        at.key,
        { email: `${role}2@${at.host}`, role },
        manager,
      )
      expect(response).toMatchObject({ status: 403, body: { error: { reason: 'role_above_own' } } })
      const path = `/v1/users/${people.manager.id}`
      expect(await call('PATCH', path, at.key, { role }, manager)).toMatchObject({ status: 403 })
      const above = `/v1/users/${people[role].id}`
      for (const change of [{ role: 'student' }, { status: 'blocked' }, { email: `mine@${at.host}` }])
        expect(await call('PATCH', above, at.key, change, manager)).toMatchObject({ status: 403 })
      expect(await call('DELETE', above, at.key, {}, manager)).toMatchObject({ status: 403 })
    }
  })

  test('with users:write staff create, change and delete people of their own role or below', async () => {
    const { at, people } = staff()
    const manager = { 'x-on-behalf-of': people.manager.id }
    for (const role of ['manager', 'curator', 'student'] as const) {
      const body = { email: `${role}3@${at.host}`, role }
      const response = await call('POST', '/v1/users', at.key, body, manager)
      expect(response).toMatchObject({ status: 201, body: { role } })
      const path = `/v1/users/${response.body.id}`
      expect(await call('PATCH', path, at.key, { first_name: 'Ann' }, manager)).toMatchObject({ status: 200 })
      const key = await keyOf({ role: 'owner', scope: ['users:write'] })
      if (role !== 'student') expect(await call('DELETE', path, key.api_key)).toMatchObject({ status: 403 })
      expect(await call('DELETE', path, at.key, {}, manager)).toMatchObject({ status: 200 })
    }
  })

  test('nobody exports the data of people above them, or decides what these get', async () => {
    const { at, people, api } = staff()
    const manager = { 'x-on-behalf-of': people.manager.id }
    const ask = (method: string, path: string, body: object) => call(method, path, at.key, body, manager)
    const decide = async (of: 'owner' | 'administrator' | 'student') => {
      const [{ id }, email] = [people[of], `${of}@${at.host}`]
      const consent = { channel: 'sms', text_version: '1', source: 'form' }
      const answers = [
        await ask('POST', `/v1/users/${id}/data-export`, {}),
        await ask('POST', `/v1/users/${id}/consents`, consent),
        await ask('PUT', `/v1/preferences/${id}`, { all_off: true }),
        await ask('POST', '/v1/suppressions', { user_id: id }),
        await ask('POST', '/v1/suppressions', { address: email.toUpperCase(), topic: 'news' }),
      ]
      return answers.map(({ status, body }) => body.error?.reason ?? status)
    }
    const refused = 'person_out_of_reach'
    for (const role of ['owner', 'administrator'] as const)
      expect(await decide(role)).toEqual([refused, refused, refused, refused, refused])
    expect(await decide('student')).toEqual([201, 201, 200, 201, 201])
    const { id } = await api.done('suppressions.create', { body: { user_id: people.owner.id } })
    expect(await ask('DELETE', '/v1/suppressions', { id })).toMatchObject({
      status: 403,
      body: { error: { reason: refused } },
    })
  })

  test('with users:write staff create students', async () => {
    const { at, people } = staff()
    const manager = { 'x-on-behalf-of': people.manager.id }
    const response = await call('POST', '/v1/users', at.key, { email: `new@${at.host}` }, manager)
    expect(response).toMatchObject({ status: 201, body: { role: 'student' } })
    const path = `/v1/users/${response.body.id}`
    expect(await call('PATCH', path, at.key, { first_name: 'Ann' }, manager)).toMatchObject({ status: 200 })
  })

  test('a key does not widen itself', async () => {
    const key = await keyOf({ role: 'owner', scope: ['api-keys:*', 'orders:read'] })
    const before = await rightsOf(key.api_key)
    for (const scope of [['*'], ['*:read'], ['orders:*'], ['api-keys:*', 'users:read']]) {
      const answer = await call('PATCH', `/v1/api-keys/${key.id}`, key.api_key, { scope })
      expect(answer).toMatchObject({ status: 403, body: { error: { reason: 'key_beyond_issuer' } } })
    }
    for (const field of [{ role: 'owner' }, { kind: 'integration' }, { user_id: staff().people.owner.id }])
      expect(await call('PATCH', `/v1/api-keys/${key.id}`, key.api_key, field)).toMatchObject({ status: 400 })
    expect(await rightsOf(key.api_key)).toEqual(before)
  })

  test('a key that issues keys gives none of them permissions that it lacks, with any role and scope', async () => {
    const has: Permission[] = ['api-keys:write', 'courses:read', 'me:write', 'orders:write']
    const issuer = await keyOf({ role: 'owner', scope: has })
    const scopes = [['*'], ['*:read'], ['orders:*'], ['orders:write'], ['orders:write', 'me:*'], ['*:write']]
    let issued = 0
    for (const role of roles)
      for (const scope of scopes) {
        const body = { name: 'k', kind: 'integration', role, scope }
        const answer = await call('POST', '/v1/api-keys', issuer.api_key, body)
        const rolePermissions = permissions.filter(each =>
          hasPermission([roleRights[role as Role], scope], each),
        )
        const more = rolePermissions.filter(each => !has.includes(each))
        if (answer.status === 201) {
          issued++
          expect({ role, scope, more }).toEqual({ role, scope, more: [] })
          expect((await rightsOf(answer.body.api_key)).filter(each => !has.includes(each))).toEqual([])
        } else expect(answer).toMatchObject({ status: 403, body: { error: { reason: 'key_beyond_issuer' } } })
      }
    expect(issued).toBeGreaterThan(0)
  })

  test('a key that issues keys gives none for a person with more permissions', async () => {
    const { people } = staff()
    const issuer = await keyOf({ role: 'owner', scope: ['api-keys:write', 'orders:read'] })
    for (const role of ['owner', 'manager'] as const) {
      const body = {
        name: 'k',
        kind: 'personal',
        role: 'student',
        scope: ['orders:read'],
        user_id: people[role].id,
      }
      const answer = await call('POST', '/v1/api-keys', issuer.api_key, body)
      expect(answer).toMatchObject({ status: 403, body: { error: { reason: 'key_beyond_issuer' } } })
    }
  })

  test('a key narrows, renames, rotates and revokes none that exceeds it', async () => {
    const issuer = await keyOf({ role: 'owner', scope: ['api-keys:write'] })
    const owners = await keyOf({ role: 'owner' })
    const path = `/v1/api-keys/${owners.id}`
    const beyond = { status: 403, body: { error: { reason: 'key_beyond_issuer' } } }
    const narrowed = { scope: ['api-keys:write'] }
    for (const body of [{}, { name: 'mine' }, narrowed, { rotate: {} }, { ...narrowed, rotate: {} }])
      expect(await call('PATCH', path, issuer.api_key, body)).toMatchObject(beyond)
    expect(await call('DELETE', path, issuer.api_key)).toMatchObject(beyond)
    expect(await rightsOf(owners.api_key)).toEqual(permissions)
  })

  describe('a key with an expiry and networks of its own', () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString().replace('Z', '+00:00')
    const later = new Date(Date.now() + 7_200_000).toISOString()
    const own = { allowed_networks: ['127.0.0.0/8', '::1'], expires_at: soon }
    const wider = [
      [{ expires_at: null }, 'key_outlives_issuer'],
      [{ expires_at: later }, 'key_outlives_issuer'],
      [{ allowed_networks: null }, 'key_networks_beyond_issuer'],
      [{ allowed_networks: ['127.0.0.1', '10.0.0.0/8'] }, 'key_networks_beyond_issuer'],
      [{ allowed_networks: ['126.0.0.0/7'] }, 'key_networks_beyond_issuer'],
    ] as const
    let bound: { id: string; api_key: string }
    beforeAll(async () => {
      bound = await keyOf({ role: 'owner', ...own })
    })
    const issue = (body: object, headers = {}) => {
      const keyBody = { name: 'k', kind: 'integration', role: 'student', ...body }
      return call('POST', '/v1/api-keys', bound.api_key, keyBody, headers)
    }
    const change = (id: string, body: object) => call('PATCH', `/v1/api-keys/${id}`, bound.api_key, body)
    const refused = (reason: string) => ({ status: 403, body: { error: { reason } } })

    test('gives each key that it issues the same, or less on request', async () => {
      expect(await issue({})).toMatchObject({ status: 201, body: own })
      const less = {
        expires_at: new Date(Date.parse(soon) - 1).toISOString(),
        allowed_networks: ['127.0.0.1'],
      }
      expect(await issue(less)).toMatchObject({
        status: 201,
        body: { ...less, expires_at: less.expires_at.replace('Z', '+00:00') },
      })
    })

    test.each(wider)('issues none with %j, for any person', async (more, reason) => {
      const { people } = staff()
      expect(await issue(more)).toMatchObject(refused(reason))
      const acting = { 'x-on-behalf-of': people.administrator.id }
      expect(await issue(more, acting)).toMatchObject(refused(reason))
      const personal = { kind: 'personal', user_id: people.student.id, ...more }
      expect(await issue(personal)).toMatchObject(refused(reason))
    })

    test.each(wider)('gives neither itself nor others %j', async (more, reason) => {
      expect(await change(bound.id, more)).toMatchObject(refused(reason))
      const other = await keyOf({ role: 'student', ...own })
      expect(await change(other.id, more)).toMatchObject(refused(reason))
    })

    test.each([
      ['that works from elsewhere', { expires_at: soon }, 'key_networks_beyond_issuer'],
      ['that ends later', { allowed_networks: own.allowed_networks }, 'key_outlives_issuer'],
    ])('neither changes nor rotates nor revokes a key %s', async (_, bounds, reason) => {
      const other = await keyOf({ role: 'manager', ...bounds })
      for (const body of [
        { name: 'n' },
        { scope: ['orders:read'] },
        own,
        { rotate: {} },
        { ...own, rotate: {} },
      ])
        expect(await change(other.id, body)).toMatchObject(refused(reason))
      const path = `/v1/api-keys/${other.id}`
      expect(await call('DELETE', path, bound.api_key)).toMatchObject(refused(reason))
    })

    test('renames itself and rotates its value, and changes keys that do not exceed it', async () => {
      const key = await keyOf({ role: 'owner', ...own })
      const once = await call('PATCH', `/v1/api-keys/${key.id}`, key.api_key, { name: 'n', rotate: {} })
      expect(once).toMatchObject({ status: 200, body: { name: 'n', ...own } })
      const other = await keyOf({ role: 'manager', ...own })
      for (const body of [{ scope: ['orders:read'] }, { allowed_networks: ['127.0.0.1'] }, { rotate: {} }])
        expect(await change(other.id, body)).toMatchObject({ status: 200 })
      const path = `/v1/api-keys/${other.id}`
      expect(await call('DELETE', path, bound.api_key)).toMatchObject({ status: 200 })
    })
  })
}
