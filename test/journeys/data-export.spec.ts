// All that is held about a person, ordered through the door, built from every service, fetched by a link that ends.
import { commerceService } from '@lms/commerce/service'
import { runService } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'

interface Area {
  service: string
  what: string
  items: Record<string, unknown>[]
}

describe('an export of personal data', () => {
  let system: TestSystem
  let gateway: TestGateway
  let ours: GatewaySchool
  let theirs: GatewaySchool
  let offset = 0
  beforeAll(async () => {
    system = await startSystem({
      services: allServices,
      clock: { now: () => new Date(Date.now() + offset) },
    })
    gateway = await startTestGateway(system)
    ours = await newSchool(gateway, 'Ours')
    theirs = await newSchool(gateway, 'Theirs')
  }, 300_000)
  afterAll(async () => {
    await gateway.stop()
    await system.stop()
  })
  const post = async (path: string, body?: object) => {
    const answer = await gateway.call('POST', `/api/v1${path}`, { ...ours, ...(body ? { body } : {}) })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const order = (id: string) => post(`/users/${id}/data-export`)
  const download = (path: string, host = ours.host) => gateway.call('GET', path, { host })
  /** A person with a tag, a consent and an order, once the journal and the audit log know of them. */
  async function person() {
    const { id } = await post('/users', { email: `a${Date.now()}@school.org`, first_name: 'Annabella' })
    const { name } = await post('/tags', { name: `tag of ${id}` })
    await post(`/users/${id}/tags`, { tags: [name] })
    await post(`/users/${id}/consents`, { channel: 'email', text_version: 'v1', source: 'form' })
    const offer = await post('/offers', { name: 'Course', amount: 4900, currency: 'EUR' })
    await post('/orders', { user_id: id, items: [{ offer_id: offer.id }], comment: 'Ring me' })
    await eventually('the journal', async () => {
      const { body } = await gateway.call('GET', `/api/v1/events?user_id=${id}`, ours)
      return body.data.length >= 4
    })
    await eventually('the audit log', async () => {
      const { body } = await gateway.call('GET', `/api/v1/audit-log?object_id=${id}`, ours)
      return body.data.length > 0
    })
    return id as string
  }
  const ready = (id: string) =>
    eventually(
      'the export',
      async () => {
        const job = await order(id)
        return job.status === 'finished' && job
      },
      30_000,
    )

  test('contains the data of every service, under a link that needs no credential and expires after a day', async () => {
    const id = await person()
    const first = await order(id)
    expect(first).toMatchObject({ user_id: id, status: 'queued', download_path: null, expires_at: null })
    const done = await ready(id)
    expect(done.id).toBe(first.id)
    const answer = await download(done.download_path)
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-disposition': `attachment; filename="personal-data-${id}.json"` },
      body: { user: { id, first_name: 'Annabella' } },
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    const areas = answer.body.areas as Area[]
    const counts = Object.fromEntries(areas.map(({ what, items }) => [what, items.length]))
    expect(counts).toMatchObject({ tags: 1, consents: 1, orders: 1, payments: 0 })
    const journal = areas.find(({ service }) => service === 'webhooks')!
    expect(journal.items.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['user.created', 'order.created']),
    )
    expect(areas.find(({ service }) => service === 'service')!.items.length).toBeGreaterThan(0)
    expect(JSON.stringify(answer.body)).not.toMatch(/school_id|search_text|email_key|"hash"/)
    // What is kept of it is sealed.
    const storedRows = await asOwner(system.ownerUrl, client =>
      client.query('select content from users.data_exports'),
    )
    expect(JSON.stringify(storedRows.rows)).not.toContain('Annabella')

    for (const path of [
      `${done.download_path}x`,
      done.download_path.replace('job_', 'job_0'),
      '/downloads/',
      '/downloads/x',
    ])
      expect((await download(path)).status).toBe(404)
    expect((await download(done.download_path, theirs.host)).status).toBe(404)
    expect((await gateway.call('POST', done.download_path, { host: ours.host })).status).toBe(404)
    offset += 24 * 3_600_000 + 1000
    expect((await download(done.download_path)).status).toBe(404)
    expect(await order(id)).toMatchObject({ status: 'queued' })
  }, 300_000)

  test('shows the checkouts that somebody left with the contact of the person, and makes them nobody’s', async () => {
    const email = `visitor${Date.now()}@school.org`
    const phone = '+4915112345678'
    const { id } = await post('/users', { email, phone, first_name: 'Annabella' })
    const offer = await post('/offers', { name: 'Course', amount: 4900, currency: 'EUR' })
    const items = [{ offer_id: offer.id }]
    const own = [
      await post('/checkouts', { items, email }),
      await post('/checkouts', { items, phone }),
      await post('/checkouts', { items, email: email.toUpperCase(), phone }),
    ]
    // The phone of a family, and another phone with the e-mail: somebody else is in them.
    await post('/checkouts', { items, email: `other-${email}`, phone })
    await post('/checkouts', { items, email, phone: '+4915187654321' })
    await post('/checkouts', { items, email: `other-${email}` })
    const { body } = await download((await ready(id)).download_path)
    const itemsOf = (what: string) => (body.areas as Area[]).find(area => area.what === what)!.items
    expect(itemsOf('checkouts without an account').map(each => each.id)).toEqual(own.map(each => each.id))
    expect(itemsOf('checkouts')).toEqual([])
    for (const each of own) {
      const { body: now } = await gateway.call('GET', `/api/v1/checkouts/${each.id}`, ours)
      expect(now.user_id).toBeNull()
    }
  }, 300_000)

  test('is deleted when the person is anonymized', async () => {
    const id = await person()
    const { download_path } = await ready(id)
    expect((await download(download_path)).status).toBe(200)
    await post(`/users/${id}/anonymize`)
    expect((await download(download_path)).status).toBe(404)
  }, 300_000)

  test('is refused to a key that may not read everything, and built for one that may', async () => {
    const { id } = await post('/users', { email: 'asked-for@school.org' })
    const orderedBy = async (scope: string[]) => {
      const { api_key } = await post('/api-keys', { name: 'K', kind: 'integration', role: 'manager', scope })
      return gateway.call('POST', `/api/v1/users/${id}/data-export`, { host: ours.host, key: api_key })
    }
    expect(await orderedBy(['users:*'])).toMatchObject({
      status: 403,
      body: { error: { reason: 'export_beyond_own' } },
    })
    expect(await orderedBy(['*:read', 'users:write'])).toMatchObject({ status: 201, body: { user_id: id } })
  })

  test('is refused for an unknown person, or one of another school', async () => {
    const { id } = await post('/users', { email: 'only-ours@school.org' })
    const foreign = await gateway.call('POST', `/api/v1/users/${id}/data-export`, theirs)
    expect(foreign.status).toBe(404)
  })

  test('waits for an unavailable service', async () => {
    const { id } = await post('/users', { email: 'waiting@school.org' })
    await system.services.commerce!.stop()
    await order(id)
    const tries = async () => {
      const { rows } = await asOwner(system.ownerUrl, client =>
        client.query(
          `select t.failures, e.status from users.data_exports e join users.tasks t on t.payload like '%' || e.id || '%'
           where e.user_id = $1`,
          [id],
        ),
      )
      return rows[0].status === 'queued' && rows[0].failures
    }
    await eventually('a try that failed', async () => (await tries()) > 0)
    expect(await order(id)).toMatchObject({ status: 'queued', download_path: null })
    system.services.commerce = await runService(commerceService, system.configs.commerce!)
  }, 300_000)
})
