// The consequences of changes are charged to the school that requested them.
import { newId } from '@lms/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'

describe('budgets of events, deliveries and tasks', () => {
  let system: TestSystem
  let gateway: TestGateway
  let twin: TestGateway
  let now = Date.now()
  beforeAll(async () => {
    system = await startSystem({
      services: [usersService, siteService, webhooksService],
      settings: { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } },
    })
    const clock = { now: () => new Date(now) }
    gateway = await startTestGateway(system, { clock })
    twin = await startTestGateway(system, { clock })
  })
  afterAll(async () => {
    await Promise.all([gateway.stop(), twin.stop()])
    await system.stop()
  })

  async function limited(limits: object): Promise<GatewaySchool> {
    const school = await newSchool(gateway)
    const { status } = await gateway.operator('PATCH', `/schools/${school.schoolId}`, { limits })
    expect(status).toBe(200)
    return school
  }
  const done = (school: GatewaySchool, method: string, path: string, body: object) =>
    gateway.done(school, method, path, body)
  const person = (school: GatewaySchool) =>
    done(school, 'POST', '/users', { email: `${newId('usr')}@school.example` })
  /** A person gets ten tags at once: ten events. */
  async function tagTen(school: GatewaySchool) {
    const tags = Array.from({ length: 10 }, (_, index) => `t${index}`)
    const { id } = await person(school)
    for (const name of tags) await done(school, 'POST', '/tags', { name })
    await done(school, 'POST', `/users/${id}/tags`, { tags })
  }
  /** A refused change, which costs nothing. */
  const change = (school: GatewaySchool, at = gateway) =>
    at.call('POST', '/api/v1/tags', { ...school, body: { name: '' } })
  const refused = (school: GatewaySchool, at?: TestGateway) =>
    eventually('the charge', async () => {
      const answer = await change(school, at)
      return answer.status === 429 && answer
    })

  test('one large change succeeds, then further ones wait for Retry-After; reads continue', async () => {
    const school = await limited({ event_rate: 2, event_burst: 5 })
    const other = await newSchool(gateway)
    expect((await change(school, twin)).status).toBe(400)
    await tagTen(school)
    const answer = await refused(school)
    expect(answer).toMatchObject({
      headers: { 'retry-after': '4' },
      body: { error: { code: 'rate_limited', reason: 'budget_spent' } },
    })
    expect(answer.body.error.message).toContain('budget of events: 2 a second, 5 at once')
    expect((await gateway.call('GET', '/api/v1/users', school)).status).toBe(200)
    expect((await change(other)).status).toBe(400)
    // Every gateway charges the same.
    expect(await refused(school, twin)).toMatchObject({ headers: { 'retry-after': '4' } })
    now += 4000
    expect((await change(school)).status).toBe(400)
  })

  test('an event costs as many deliveries as there are subscriptions that take it', async () => {
    const school = await limited({ delivery_rate: 1, delivery_burst: 20 })
    for (let count = 0; count < 3; count++)
      await done(school, 'POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['user.tag_added'] })
    await tagTen(school)
    expect((await refused(school)).body.error.message).toContain('budget of deliveries')
  })

  test('queued tasks are charged', async () => {
    const school = await limited({ task_rate: 1, task_burst: 5 })
    const group = await done(school, 'POST', '/groups', { name: 'Spring', course_ids: [newId('crs')] })
    const people = await Promise.all(Array.from({ length: 6 }, () => person(school)))
    await done(school, 'POST', `/groups/${group.id}/members`, { user_ids: people.map(({ id }) => id) })
    expect((await refused(school)).body.error.message).toContain('budget of tasks')
  })

  test('a raised budget applies at once', async () => {
    const school = await limited({ event_rate: 1, event_burst: 5 })
    await tagTen(school)
    await refused(school)
    await gateway.operator('PATCH', `/schools/${school.schoolId}`, { limits: { event_rate: 1000 } })
    await eventually('the new budget', async () => {
      now += 1000
      return (await change(school)).status === 400
    })
  })
})
