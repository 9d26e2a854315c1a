import { type Caller, newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'

describe('consents', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())

  async function ann(caller: Caller = system.caller()) {
    const { users, consents } = system.client('users', usersContract.resources, caller)
    const { id } = await users.create({ body: { email: 'ann@school.org' } })
    const path = { id }
    const record = (body: object) =>
      consents.record({ path, body: { channel: 'email', source: 'form', ...body } as never })
    const statuses = async (query = {}) =>
      (await consents.list({ path, query: { sort: 'given_at', ...query } })).data.map(({ status }) => status)
    return { users, consents, path, record, statuses }
  }

  test('a consent is given, replaced by one to a newer text, and withdrawn; all records stay', async () => {
    const { record, statuses } = await ann()
    const first = await record({ text_version: '2026-01', at: '2026-01-02T10:00:00+02:00' })
    expect(first).toMatchObject({
      status: 'given',
      given_at: '2026-01-02T08:00:00.000+00:00',
      ended_at: null,
    })
    const second = await record({ text_version: '2026-02' })
    expect(await statuses()).toEqual(['replaced', 'given'])
    const withdrawn = await record({ status: 'withdrawn', source: 'call' })
    expect(withdrawn).toMatchObject({
      id: second.id,
      status: 'withdrawn',
      withdrawal_source: 'call',
      version: 2,
    })
    expect(withdrawn.ended_at).not.toBeNull()
    expect(await statuses()).toEqual(['replaced', 'withdrawn'])
    await record({ text_version: '2026-02' })
    expect(await statuses({ status: 'given' })).toEqual(['given'])
  })

  test('channels are independent', async () => {
    const { record, statuses } = await ann()
    await record({ text_version: 'v1' })
    await expect(record({ channel: 'sms', status: 'withdrawn' })).rejects.toMatchObject({
      status: 409,
      reason: 'consent_not_given',
    })
    await record({ channel: 'sms', text_version: 'v1' })
    expect(await statuses({ channel: 'sms' })).toEqual(['given'])
    expect(await statuses({ status: 'given' })).toEqual(['given', 'given'])
  })

  test.each([
    [{}, 422, 'consent_text_missing'],
    [{ text_version: 'v1' }, 409, 'consent_already_given'],
    [{ text_version: 'v2', at: '2090-01-01T00:00:00Z' }, 422, 'consent_time_order'],
    [{ status: 'withdrawn', at: '2020-01-01T00:00:00Z' }, 422, 'consent_time_order'],
  ])('%j after a consent is refused with %i %s', async (body, status, reason) => {
    const { record } = await ann()
    await record({ text_version: 'v1' })
    await expect(record(body)).rejects.toMatchObject({ status, reason })
  })

  test('deleted people give none, and people of another school are unknown', async () => {
    const { users, path, record } = await ann()
    const other = await ann()
    await expect(other.consents.list({ path })).rejects.toMatchObject({ status: 404 })
    const foreign = { channel: 'email' as const, source: 'form', text_version: 'v1' }
    await expect(other.consents.record({ path, body: foreign })).rejects.toMatchObject({ status: 404 })
    await expect(other.consents.list({ path: { id: newId('usr') } })).rejects.toMatchObject({ status: 404 })
    await users.delete({ path })
    await expect(record({ text_version: 'v1' })).rejects.toMatchObject({
      status: 409,
      reason: 'user_deleted',
    })
  })
})
