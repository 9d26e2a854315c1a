import type { Caller } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { serviceContract } from '../contract.ts'
import { serviceService } from '../service.ts'

describe('limits', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService, serviceService] })
  })
  afterAll(() => system.stop())
  const limitsOf = async (caller: Caller) =>
    (
      await system
        .client('service', serviceContract.resources, caller)
        .limits.list({ query: { limit: 1000 } })
    ).data
  const limit = async (caller: Caller, id: string) => (await limitsOf(caller)).find(each => each.id === id)

  test('count what the school has, and nothing of another school', async () => {
    const [caller, other] = [system.caller(), system.caller()]
    const { tags, apiKeys } = system.client('users', usersContract.resources, caller)
    await tags.create({ body: { name: 'VIP' } })
    await apiKeys.issue({ body: { name: 'CRM', kind: 'integration', role: 'manager' } })
    expect(await limit(caller, 'users.school_tags_limit_reached')).toMatchObject({
      service: 'users',
      used: 1,
      unit: 'objects',
      set_by: 'product',
    })
    expect(await limit(other, 'users.school_tags_limit_reached')).toMatchObject({ used: 0 })
    expect(await limit(caller, 'users.keys_limit_reached')).toMatchObject({ limit: 1000, used: 1 })
  })

  test('tell the tokens of the agent with the time at which they begin anew', async () => {
    const caller = system.caller()
    expect(await limit(caller, 'users.agent_answers')).toMatchObject({ used: 0, resets_at: null })
    expect(await limit(caller, 'users.agent_tokens')).toBeUndefined()
    const { settings } = system.client('service', serviceContract.resources, caller)
    await settings.update({ body: { id: 'users', values: { agent: { tokens_a_day: 5000 } } } })
    const tokens = await limit(caller, 'users.agent_tokens')
    expect(tokens).toMatchObject({ limit: 5000, used: 0, unit: 'tokens', set_by: 'school' })
    const left = Date.parse(tokens!.resets_at!) - Date.now()
    expect(tokens!.resets_at).toMatch(/T00:00:00\.000\+00:00$/)
    expect(left > -60_000 && left <= 86_400_000).toBe(true)
  })

  test('name maxima of a parent object without a count', async () => {
    expect(await limit(system.caller(), 'users.tags_limit_reached')).toMatchObject({ used: null })
  })

  test('name each maximum that an operation declares, once', async () => {
    const ids = (await limitsOf(system.caller())).map(({ id }) => id)
    const declared = Object.values(usersContract.resources)
      .flatMap(operations => Object.values(operations))
      .flatMap(({ bound }) => (typeof bound === 'object' && bound ? [`users.${bound.refusal.reason}`] : []))
    expect(ids).toEqual(expect.arrayContaining(declared))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('of an unavailable service are missing, with a warning', async () => {
    await system.services.users!.stop()
    const { limits } = system.client('service', serviceContract.resources, system.caller())
    expect((await limits.list()).warnings).toEqual([expect.stringContaining('users is unavailable')])
  })
})
