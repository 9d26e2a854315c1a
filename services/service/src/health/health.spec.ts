import type { Caller } from '@lms/contract'
import { runService, step } from '@lms/service-host'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { serviceContract } from '../contract.ts'
import { serviceService } from '../service.ts'

describe('health', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, serviceService] })
  })
  afterAll(() => system.stop())
  const health = (caller = system.caller()) =>
    system.client('service', serviceContract.resources, caller).health

  test('every service reports its state', async () => {
    const { status, services } = await health().get()
    expect(status).toBe('ok')
    expect(services.map(({ name }) => name)).toEqual(['service', 'users'])
    for (const service of services)
      expect(service).toMatchObject({
        status: 'ok',
        outbox: { waiting: expect.any(Number) },
        queues: { length: 0, delay_seconds: 0, failed: 0 },
      })
  })

  test('a school sees its own waiting messages, and nobody else’s', async () => {
    const [one, other] = [system.caller(), system.caller()]
    // Nobody here keeps a journal, so events stay in the outbox.
    await system.client('users', usersContract.resources, one).users.create({ body: { email: 'a@b.org' } })
    const waiting = async (caller: Caller) =>
      (await health(caller).get()).services.find(({ name }) => name === 'users')!.outbox!.waiting
    expect(await waiting(one)).toBeGreaterThan(0)
    expect(await waiting(other)).toBe(0)
    const { services } = await health(other).get()
    expect(services.find(({ name }) => name === 'users')!.outbox!.oldest_seconds).toBe(0)
  })

  test('a school sees how much of its own work waits, and what has failed', async () => {
    const [one, other] = [system.caller(), system.caller()]
    await system.services.users!.runtime.system.rows(
      step(
        `insert into users.tasks (school_id, queue, id, payload, status, due_at, failed_at, request_id, created_at)
         select $1, 'leave-tag', 'job_' || s, '{}', s, now() + interval '1 day', now(), 'r', now()
         from unnest(array['waiting', 'failed']) s`,
        [one.school],
      ),
    )
    const queues = async (caller: Caller) =>
      (await health(caller).get()).services.find(({ name }) => name === 'users')!.queues
    expect(await queues(one)).toEqual({ length: 1, delay_seconds: 0, failed: 1 })
    expect(await queues(other)).toEqual({ length: 0, delay_seconds: 0, failed: 0 })
  })

  test('it needs the permission', async () => {
    const caller = system.caller({ rights: [['users:read']] })
    await expect(health(caller).get()).rejects.toMatchObject({ status: 403 })
  })

  test('an unavailable service is reported as such, and the answer succeeds', async () => {
    await system.services.users!.stop()
    const { status, services } = await health().get()
    system.services.users = await runService(usersService, system.configs.users!)
    expect(status).toBe('degraded')
    expect(services).toContainEqual({ name: 'users', status: 'unavailable', outbox: null, queues: null })
    expect(services).toContainEqual(expect.objectContaining({ name: 'service', status: 'ok' }))
  })
})
