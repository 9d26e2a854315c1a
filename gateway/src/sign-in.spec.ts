import { createHmac } from 'node:crypto'
import { Vault } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { botToken, eventually, messengerId, startSystem, type TestSystem, widgetFields } from '@lms/testing'
import {
  type GatewayAnswer,
  type GatewaySchool,
  newSchool,
  startTestGateway,
  type TestGateway,
} from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'

describe('a signed-in person', () => {
  let system: TestSystem
  let gateway: TestGateway
  let other: TestGateway
  let school: GatewaySchool
  let page: string
  let now = Date.now()
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, siteService], clock: { now: () => new Date(now) } })
    gateway = await startTestGateway(system)
    other = await startTestGateway(system)
    school = await newSchool(gateway)
    page = await open(school)
    await Promise.all([ready(gateway), ready(other)])
  })
  afterAll(async () => {
    await Promise.all([gateway.stop(), other.stop()])
    await system.stop()
  })

  const ready = ({ operatorUrl }: TestGateway) =>
    eventually('the feed of changes', async () => (await fetch(`${operatorUrl}/readyz`)).ok)
  /** Gives the school its bot; the key of its page. */
  async function open({ schoolId, host, key }: GatewaySchool): Promise<string> {
    const set = await gateway.operator('PUT', `/schools/${schoolId}/messenger`, { bot_token: botToken })
    expect(set).toMatchObject({ status: 200, body: { bot_id: '123456789' } })
    const body = { name: 'page', kind: 'publishable', role: 'student' }
    return (await gateway.call('POST', '/api/v1/api-keys', { host, key, body })).body.api_key
  }
  async function signIn(id = messengerId(), { host } = school, key = page) {
    const body = widgetFields({ id, username: `a${messengerId()}` }, now)
    const answer = await gateway.call('POST', '/api/v1/auth/messenger', { host, key, body })
    expect(answer.status).toBe(201)
    return { id, token: answer.body.access_token as string, user: answer.body.user }
  }
  const me = (at: TestGateway, key: string, host = school.host) => at.call('GET', '/api/v1/me', { host, key })
  const asOwner = (method: string, path: string, body?: object) =>
    gateway.call(method, `/api/v1${path}`, { ...school, body })
  /** Cached values are valid for a minute: an answer that changes at once was invalidated. */
  const becomes = (status: number, ask: () => Promise<GatewayAnswer>) =>
    eventually(`the answer ${status}`, async () => (await ask()).status === status)

  test('can use the token at once, with the permissions of the role', async () => {
    const { token, user } = await signIn()
    for (const at of [gateway, other]) {
      const response = await me(at, token)
      expect(response).toMatchObject({
        status: 200,
        body: { kind: 'session', role: 'student', key_id: null, acting_for: null, user },
      })
      expect(response.body.user).toEqual(user)
      expect(response.body.session_id).toMatch(/^ses_/)
    }
    const list = await gateway.call('GET', '/api/v1/users', { host: school.host, key: token })
    expect(list.status).toBe(403)
    const own = await gateway.call('GET', `/api/v1/users/${user.id}/sessions`, {
      host: school.host,
      key: token,
    })
    expect(own.body.data).toHaveLength(1)
  })

  test('a publishable key allows sign-in and no more of it', async () => {
    const { user } = await signIn()
    for (const path of ['/identities', `/users/${user.id}/sessions`, '/me']) {
      const { status } = await gateway.call('GET', `/api/v1${path}`, { host: school.host, key: page })
      expect(status).toBe(403)
    }
    const body = widgetFields({ id: messengerId() }, now)
    const nobody = await gateway.call('POST', '/api/v1/auth/messenger', { host: school.host, body })
    expect(nobody.status).toBe(401)
  })

  test('cannot act for others', async () => {
    const { token, user } = await signIn()
    const headers = { 'x-on-behalf-of': user.id }
    const answer = await gateway.call('GET', '/api/v1/me', { host: school.host, key: token, headers })
    expect(answer).toMatchObject({ status: 403, body: { error: { reason: 'on_behalf_of_refused' } } })
  })

  test('is unknown in another school, where the same messenger is another person', async () => {
    const elsewhere = await newSchool(gateway)
    const key = await open(elsewhere)
    const here = await signIn()
    expect((await me(gateway, here.token, elsewhere.host)).status).toBe(401)
    expect((await me(gateway, here.token)).status).toBe(200)
    const there = await signIn(here.id, elsewhere, key)
    expect(there.user.id).not.toBe(here.user.id)
    expect((await me(gateway, there.token)).status).toBe(401)
  })

  test('has no access once the session is closed, alone or with all others', async () => {
    const one = await signIn()
    const two = await signIn(one.id)
    for (const { token } of [one, two]) expect((await me(other, token)).status).toBe(200)
    const { session_id } = (await me(gateway, one.token)).body
    const path = `/users/${one.user.id}/sessions`
    expect((await asOwner('DELETE', path, { session_id })).body).toMatchObject({ closed: 1 })
    await becomes(401, () => me(other, one.token))
    await becomes(401, () => me(gateway, one.token))
    expect((await me(other, two.token)).status).toBe(200)
    expect((await asOwner('DELETE', path)).body).toMatchObject({ closed: 1 })
    await becomes(401, () => me(other, two.token))
  })

  test('can close their own session', async () => {
    const { token, user } = await signIn()
    const { session_id } = (await me(other, token)).body
    const path = `/api/v1/users/${user.id}/sessions`
    const closed = await gateway.call('DELETE', path, { host: school.host, key: token, body: { session_id } })
    expect(closed).toMatchObject({ status: 200, body: { closed: 1 } })
    await becomes(401, () => me(other, token))
  })

  test('gets a new role within a second, and is blocked for good', async () => {
    const { token, user } = await signIn()
    const list = () => other.call('GET', '/api/v1/users', { host: school.host, key: token })
    expect((await list()).status).toBe(403)
    await asOwner('PATCH', `/users/${user.id}`, { role: 'manager' })
    await becomes(200, list)
    await asOwner('PATCH', `/users/${user.id}`, { status: 'blocked' })
    await becomes(401, list)
    await asOwner('PATCH', `/users/${user.id}`, { status: 'active' })
    expect((await me(gateway, token)).status).toBe(401)
  })

  test('has no access within a second after a deletion, or the removal of the login method', async () => {
    const deleted = await signIn()
    expect((await me(other, deleted.token)).status).toBe(200)
    await asOwner('DELETE', `/users/${deleted.user.id}`)
    await becomes(401, () => me(other, deleted.token))
    const linked = await signIn()
    await asOwner('POST', '/identities', {
      provider: 'google',
      subject: linked.user.id,
      user_id: linked.user.id,
    })
    const { body } = await asOwner('GET', `/identities?user_id=${linked.user.id}&provider=messenger`)
    expect((await me(other, linked.token)).status).toBe(200)
    await asOwner('DELETE', `/identities/${body.data[0].id}`)
    await becomes(401, () => me(other, linked.token))
  })

  test('an altered or forged token is refused', async () => {
    const { token } = await signIn()
    const [header, payload, signature] = token.split('.') as [string, string, string]
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const sign = (head: string, key: Buffer) =>
      `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`
    const keys = new Vault(system.configs.users!.secretKeys)
    const unsigned = `${header}.${payload}`
    expect((await me(gateway, sign(unsigned, keys.derive('sessions')))).status).toBe(200)
    const forgeries = [
      `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
      `${header}.${encoded({ ...claims, sub: 'usr_01h455vb4pex5vsknk084sn02q' })}.${signature}`,
      sign(unsigned, keys.derive('cursors')),
      sign(unsigned, Buffer.from(system.installation.signing.users!.publicKey)),
      `${unsigned}.`,
      `${token}.x`,
    ]
    for (const forged of forgeries)
      expect({ forged, status: (await me(gateway, forged)).status }).toMatchObject({ status: 401 })
  })

  test('the last use of the session is recorded', async () => {
    const { token, user } = await signIn()
    now += 120_000
    const third = await startTestGateway(system)
    expect((await me(third, token)).status).toBe(200)
    await third.stop()
    const { body } = await asOwner('GET', `/users/${user.id}/sessions`)
    expect(Date.parse(body.data[0].last_seen_at)).toBe(now)
  })

  test('has no access from the moment the session expires, even if it is cached', async () => {
    const { token } = await signIn()
    now += 30 * 24 * 3_600_000 - 1000
    expect((await me(gateway, token)).status).toBe(200)
    now += 1000
    expect((await me(gateway, token)).status).toBe(401)
    expect((await me(other, token)).status).toBe(401)
  })

  test("only the platform team sets a school's bot, and no answer shows the token", async () => {
    const path = `/schools/${school.schoolId}/messenger`
    for (const bot_token of ['', 'no token', '1:short', 7])
      expect((await gateway.operator('PUT', path, { bot_token })).status).toBe(400)
    expect((await gateway.operator('PUT', path, { bot_token: null }, school.key)).status).toBe(401)
    const nowhere = '/schools/sch_01h455vb4pex5vsknk084sn02q/messenger'
    expect((await gateway.operator('PUT', nowhere, { bot_token: botToken })).status).toBe(404)
    const set = await gateway.operator('PUT', path, { bot_token: botToken })
    expect(JSON.stringify(set.body)).not.toContain(botToken.slice(12))
  })
})
