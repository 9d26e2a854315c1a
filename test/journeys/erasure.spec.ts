// The whole database is searched for a person after their erasure: every text and JSON column of every table of every
// service. What is planted here is planted wherever the product lets free words about a person in.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { commerceContract } from '@lms/commerce/contract'
import { formatTime, newId } from '@lms/contract'
import { crmContract } from '@lms/crm/contract'
import { requestRecordsSubject } from '@lms/events'
import { learningContract } from '@lms/learning/contract'
import { asOwner, eventually, newRequestId, startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { usersContract } from '@lms/users/contract'
import { webhooksContract } from '@lms/webhooks/contract'
import { type Heard, hear } from '../access/heard-logs.ts'
import { forgotten } from '../architecture/people-columns.ts'

const columnsSql = `
select table_schema as schema, table_name as name, column_name as column
from information_schema.columns c join pg_class k on k.oid = format('%I.%I', table_schema, table_name)::regclass
where table_schema = any($1) and data_type in ('text', 'jsonb', 'json', 'character varying', 'ARRAY')
  and k.relkind in ('r', 'p') and not k.relispartition`

describe('the erasure of a person', () => {
  let system: TestSystem
  let receiver: Server
  let heard: Heard
  beforeAll(async () => {
    // It answers with what it got, as some do.
    receiver = createServer((request, response) => void request.pipe(response))
    await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
    system = await startSystem({
      services: allServices,
      settings: { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } },
    })
    heard = hear(Object.values(system.services).map(({ runtime }) => runtime.log))
  }, 300_000)
  afterAll(async () => {
    await system.stop()
    receiver.closeAllConnections()
    receiver.close()
  })

  /** Files of the storage that contain one of the texts. */
  const filesWith = (texts: readonly string[]): string[] => {
    const folder = join(system.servers.folder, 'files')
    // The storage makes it with its first file.
    if (!existsSync(folder)) return []
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter(path => texts.some(text => readFileSync(path).includes(text)))
  }

  /** The columns, as `schema.table.column`, in which a row matches one of the texts ($1), by a condition on the column. */
  const columnsWhere = (condition: (column: string) => string, texts: readonly string[]) =>
    asOwner(system.ownerUrl, async client => {
      const schemas = allServices.map(({ contract }) => contract.service)
      const { rows } = await client.query(columnsSql, [schemas])
      const columns: string[] = []
      for (const { schema, name, column } of rows) {
        const hit = await client.query(
          `select 1 from "${schema}"."${name}" t where ${condition(`"${column}"::text`)} limit 1`,
          [texts],
        )
        if (hit.rowCount) columns.push(`${schema}.${name}.${column}`)
      }
      return { searched: rows.length, found: columns.sort() }
    })

  /** Those that contain one of the texts, whatever the case. */
  const placesOf = (texts: readonly string[]) =>
    columnsWhere(
      column => `exists (select from unnest($1::text[]) w where position(lower(w) in lower(${column})) > 0)`,
      texts,
    )

  /** Those that equal one of the texts. */
  const columnsWith = async (texts: readonly string[]) =>
    (await columnsWhere(column => `${column} = any($1::text[])`, texts)).found

  test('leaves their e-mail, phone and names nowhere, and everything else where it was', async () => {
    const caller = system.caller()
    const users = system.client('users', usersContract.resources, caller)
    const shop = system.client('commerce', commerceContract.resources, caller)
    const { webhooks } = system.client('webhooks', webhooksContract.resources, caller)
    const { port } = receiver.address() as AddressInfo
    await webhooks.create({ body: { url: `http://127.0.0.1:${port}/`, events: ['*'] } })

    const texts = [
      'ann.zebra@school.org',
      '+491711234567',
      'Annabella',
      'Zebrowski',
      'twin.zebra@school.org',
      'Zebra-Stadt',
      'said so at the zoo gate',
      'no longer at the zoo gate',
    ]
    const [email, phone, first_name, last_name, twinEmail, city, granted, withdrawn] = texts as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    const again = () => ({ idempotencyKey: newId('evt') })
    await users.customFields.create({ body: { name: 'city', type: 'text' } })
    await users.tags.create({ body: { name: 'VIP' } })
    const body = { email, phone, first_name, last_name, custom_fields: { city } }
    const ann = await users.users.create({ body, ...again() })
    const twin = await users.users.create({ body: { email: twinEmail, first_name }, ...again() })
    const bob = await users.users.create({ body: { email: 'bob@school.org', first_name: 'Bob' }, ...again() })
    await users.users.update({ path: { id: ann.id }, body: { locale: 'de' }, ...again() })
    for (const { id } of [ann, bob])
      await users.personTags.add({ path: { id }, body: { tags: ['VIP'] }, ...again() })
    await users.consents.record({
      path: { id: ann.id },
      body: { channel: 'email', text_version: 'v1', source: `form of ${email}` },
      ...again(),
    })
    // Words that are nobody's name or contact: only their declaration says that they tell of a person.
    for (const [status, source] of [
      ['given', granted],
      ['withdrawn', withdrawn],
    ] as const)
      await users.consents.record({
        path: { id: ann.id },
        body: { channel: 'sms', status, text_version: 'v1', source },
        ...again(),
      })
    // By its address alone, as an import makes it.
    const crm = system.client('crm', crmContract.resources, caller)
    await crm.suppressions.create({
      body: { address: email, comment: `${first_name} said no` },
      ...again(),
    })
    const key = { kind: 'personal' as const, role: 'student' as const, user_id: ann.id }
    const issued = await users.apiKeys.issue({ body: { ...key, name: 'phone' }, ...again() })
    await users.apiKeys.update({
      path: { id: issued.id },
      body: { name: `${first_name}’s phone` },
      ...again(),
    })
    const identity = {
      provider: 'telegram',
      subject: phone.slice(1),
      display_name: `${first_name} ${last_name}`,
    }
    await users.identities.bind({ body: { ...identity, user_id: ann.id }, ...again() })
    const group = await users.groups.create({ body: { name: 'Spring' } })
    await users.members.add({ path: { id: group.id }, body: { user_id: ann.id }, ...again() })
    const { courses } = system.client('learning', learningContract.resources, caller)
    const course = await courses.create({ body: { title: 'Watercolour' } })
    await users.accesses.create({ body: { user_id: ann.id, course_id: course.id }, ...again() })
    const offer = await shop.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
    const items = [{ offer_id: offer.id }]
    for (const { id } of [ann, twin])
      await shop.orders.create({
        body: { user_id: id, items, comment: `For ${first_name} ${last_name}, ${phone}` },
        ...again(),
      })
    await system.request('users', {
      method: 'PATCH',
      path: `/v1/users/${ann.id}`,
      body: { time_zone: 'Europe/Berlin' },
      headers: { 'x-request-id': newRequestId(), 'x-client-request-id': `profile of ${email}` },
      caller,
    })
    const record = {
      id: newId('req'),
      school_id: caller.school,
      request_id: newRequestId(),
      client_request_id: `order of ${email}`,
      operation: 'POST /v1/orders',
      status: 201,
      reason: null,
      service: 'commerce',
      key_id: null,
      actor_user_id: ann.id,
      duration_ms: 1,
      created_at: formatTime(new Date()),
    }
    await system.bus.js.publish(requestRecordsSubject, JSON.stringify([record]))
    await users.persons.merge({ path: { id: ann.id }, body: { user_id: twin.id }, ...again() })
    const planted = await eventually('all of it to have spread', async () => {
      const { found: locations } = await placesOf(texts)
      const spread = [
        'service.audit_log.client_request_id',
        'service.requests.client_request_id',
        'webhooks.deliveries.response_body',
        'webhooks.events.payload',
      ]
      return spread.every(location => locations.includes(location)) && locations
    })
    expect(planted).toEqual(
      expect.arrayContaining([
        'commerce.idempotency_keys.answer',
        'commerce.orders.comment',
        'crm.suppressions.address',
        'crm.suppressions.comment',
        'users.api_keys.name',
        'users.consents.source',
        'users.custom_field_values.value_key',
        'users.idempotency_keys.answer',
        'users.identities.display_name',
        'users.users.email',
      ]),
    )

    // Whatever its name: a column with an id of a person is declared.
    const columns = await columnsWith([ann.id, twin.id, bob.id])
    expect(columns.length).toBeGreaterThan(15)
    expect(forgotten(columns)).toEqual([])

    const receipt = await users.persons.anonymize({ path: { id: ann.id }, ...again() })
    expect(new Set(receipt.people)).toEqual(new Set([ann.id, twin.id]))
    expect(new Set(receipt.areas.map(({ service }) => service))).toEqual(
      new Set([
        'users',
        'commerce',
        'learning',
        'crm',
        'scenarios',
        'analytics',
        'site',
        'webinars',
        'webhooks',
        'service',
        'all',
      ]),
    )
    let last: string[] = []
    await eventually(
      'nothing of the person to be left',
      async () => {
        const { found: locations } = await placesOf(texts)
        last = locations
        return locations.length === 0
      },
      60_000,
    ).catch(error => {
      throw new Error(`Still there: ${last.join(', ')}`, { cause: error })
    })
    expect((await placesOf(texts)).searched).toBeGreaterThan(100)
    expect(filesWith(texts)).toEqual([])
    expect(heard.lines().filter(line => texts.some(text => line.includes(text)))).toEqual([])
    // What the streams still have is told, with its end.
    const { max_age } = (await system.bus.manager.streams.info('EVENTS')).config
    const messageArea = receipt.areas.find(({ what }) => what === 'messages between services')!
    expect(messageArea.kept).toContain('as they were sent')
    expect(Date.parse(messageArea.expires_at!) - Date.parse(receipt.anonymized_at)).toBe(max_age / 1_000_000)
    await eventually('the person to be in no group and to have no access', async () => {
      const { data } = await users.accesses.list({ query: { user_id: ann.id } })
      const members = await users.members.list({ path: { id: group.id } })
      return members.data.length === 0 && data.every(({ status }) => status === 'revoked')
    })
    expect((await placesOf(['bob@school.org'])).found).toEqual(
      expect.arrayContaining([
        'users.users.email',
        'users.idempotency_keys.answer',
        'webhooks.events.payload',
      ]),
    )
  }, 150_000)
})
