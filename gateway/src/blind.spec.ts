import { siteService } from '@lms/site/service'
import { eventually, type Servers, startServers, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'

describe('while changes do not arrive', () => {
  let servers: Servers
  let system: TestSystem
  let gateway: TestGateway
  beforeAll(async () => {
    const services = [usersService, siteService]
    servers = await startServers({ services })
    system = await startSystem({ services, servers })
    gateway = await startTestGateway(system)
  })
  afterAll(async () => {
    await gateway.stop()
    await system.stop()
    await servers.stop()
  })
  const isReady = async () => (await fetch(`${gateway.operatorUrl}/readyz`)).ok

  test('values are cached for at most a second, and afterwards as usual', async () => {
    const school = await newSchool(gateway)
    const body = { name: 'k', kind: 'integration', role: 'manager' }
    const issued = await gateway.call('POST', '/api/v1/api-keys', { ...school, body })
    const me = () => gateway.call('GET', '/api/v1/me', { host: school.host, key: issued.body.api_key })
    await eventually('readiness', isReady)
    expect((await me()).status).toBe(200)

    servers.nats.kill('SIGKILL')
    await servers.nats.exited
    await eventually('the gateway to feel it', async () => !(await isReady()))
    expect((await me()).status).toBe(200)
    await gateway.call('DELETE', `/api/v1/api-keys/${issued.body.id}`, school)
    // Cached values are valid for a second; they would be for a minute if the gateway did not notice the missing feed.
    await eventually('the key to be refused', async () => (await me()).status === 401)

    await servers.restartNats()
    await eventually('readiness', isReady)
    expect((await gateway.call('GET', '/api/v1/me', school)).status).toBe(200)
    expect((await me()).status).toBe(401)
  })

  test('a valid key is looked up again, even if its address has used up the rate of guests', async () => {
    const guestLimit = { rate: 0.001, burst: 3 }
    const blind = await startTestGateway(system, { natsUrl: 'nats://127.0.0.1:1', guestLimit })
    const school = await newSchool(gateway)
    const me = (key: string) => blind.call('GET', '/api/v1/me', { host: school.host, key })
    expect((await me(school.key)).status).toBe(200)
    for (const status of [401, 401, 401, 429]) expect((await me('wrong')).status).toBe(status)
    // Cached values are valid for a second here.
    const since = performance.now()
    await eventually('the second to be over', () => performance.now() - since > 1000)
    expect((await me(school.key)).status).toBe(200)
    await blind.stop()
  })
})
