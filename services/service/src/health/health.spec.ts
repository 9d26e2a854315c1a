import { startSystem, type TestSystem } from '@lms/testing'
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

  test('every service says how it is', async () => {
    const { status, services } = await health().get()
    expect(status).toBe('ok')
    expect(services.map(({ name }) => name)).toEqual(['service', 'users'])
    for (const service of services)
      expect(service).toMatchObject({ status: 'ok', outbox: { waiting: expect.any(Number) } })
  })

  test('it takes the permission', async () => {
    const caller = system.caller({ rights: [['users:read']] })
    await expect(health(caller).get()).rejects.toMatchObject({ status: 403 })
  })

  test('a service that is away is said to be away, and the answer stays a good one', async () => {
    await system.services.users!.stop()
    const { status, services } = await health().get()
    expect(status).toBe('degraded')
    expect(services).toContainEqual({ name: 'users', status: 'away', outbox: null })
    expect(services).toContainEqual(expect.objectContaining({ name: 'service', status: 'ok' }))
  })
})
