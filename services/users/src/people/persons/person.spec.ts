import { type Caller, type Envelope, newId } from '@lms/contract'
import { step } from '@lms/service-host'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'

describe('merging and erasing people', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())

  function school(caller: Caller = system.caller()) {
    const client = system.client('users', usersContract.resources, caller)
    const person = (body: object = {}) =>
      client.users.create({ body: { email: `${newId('usr')}@school.org`, ...body } as never })
    const merge = (id: string, user_id: string, body: object = {}) =>
      client.persons.merge({ path: { id }, body: { user_id: user_id as never, ...body } })
    const get = (id: string) => client.users.get({ path: { id } })
    /** The events of the school. Nobody confirms them here, so all stand in the outbox. */
    const emitted = async (type: string) => {
      const rows = await system.services.users!.runtime.system.rows(
        step(`select payload from users.outbox where school_id = $1 and subject like $2 order by position`, [
          caller.school,
          `%.${type}`,
        ]),
      )
      return rows.map(([payload]) => JSON.parse(payload!) as Envelope)
    }
    return { ...client, caller, person, merge, get, emitted }
  }

  test('a merge takes over missing contacts, moves all data, and emits both ids', async () => {
    const { users, tags, customFields, personTags, consents, apiKeys, identities, ...rest } = school()
    const { groups, members, accesses, person, merge, get, emitted } = rest
    await customFields.create({ body: { name: 'city', type: 'text' } })
    for (const name of ['VIP', 'Bonn']) await tags.create({ body: { name } })
    const ann = await person({ email: null, phone: '+491711234567', first_name: 'Ann' })
    const twin = await person({
      email: 'ann@school.org',
      first_name: 'Annie',
      custom_fields: { city: 'Bonn' },
    })
    await personTags.add({ path: { id: ann.id }, body: { tags: ['VIP'] } })
    await personTags.add({ path: { id: twin.id }, body: { tags: ['VIP', 'Bonn'] } })
    const consent = { channel: 'email' as const, text_version: 'v1', source: 'form' }
    await consents.record({ path: { id: twin.id }, body: consent })
    const key = await apiKeys.issue({
      body: { name: 'K', kind: 'personal', role: 'student', user_id: twin.id },
    })
    await identities.bind({ body: { provider: 'telegram', subject: '42', user_id: twin.id } })
    const group = await groups.create({ body: { name: 'Spring' } })
    await members.add({ path: { id: group.id }, body: { user_id: twin.id } })
    const course = { course_id: newId('crs') }
    for (const user_id of [ann.id, twin.id]) await accesses.create({ body: { ...course, user_id } })

    const answer = await merge(ann.id, twin.id)
    expect(answer).toMatchObject({
      id: ann.id,
      merged_id: twin.id,
      dry_run: false,
      conflicts: ['first_name'],
      user: {
        email: 'ann@school.org',
        phone: '+491711234567',
        first_name: 'Ann',
        custom_fields: { city: 'Bonn' },
      },
    })
    expect(answer.moves.map(({ service, what, count }) => [service, what, count])).toEqual([
      ['users', 'tags', 2],
      ['users', 'consents', 1],
      ['users', 'personal keys', 1],
      ['users', 'exports of personal data', 0],
      ['users', 'unconfirmed e-mail addresses', 0],
      ['users', 'login methods', 1],
      ['users', 'sign-ins', 0],
      [
        'users',
        'memberships of groups, groups with the person as curator, and what is assigned to them as one',
        1,
      ],
      ['users', 'accesses to courses', 1],
      ['users', 'effects of form submissions', 0],
      ['users', 'accesses to the agent', 0],
      ['users', 'dialogues with the agent, and what it said of the person to others', 0],
      [
        'users',
        'changes that the agent proposed to the person or about them, or that the person confirmed',
        0,
      ],
    ])
    const ofAnn = { query: { user_id: ann.id } }
    expect((await identities.list(ofAnn)).data).toMatchObject([{ provider: 'telegram', subject: '42' }])
    expect((await groups.list(ofAnn)).data).toMatchObject([{ id: group.id }])
    expect((await accesses.list(ofAnn)).data).toHaveLength(2)
    expect(await get(ann.id)).toEqual(answer.user)
    expect(await get(twin.id)).toMatchObject({ status: 'deleted', merged_into: ann.id })
    const joined = await users.list({ query: { status: 'deleted', merged_into: ann.id } })
    expect(joined.data.map(({ id }) => id)).toEqual([twin.id])
    expect((await users.byEmail({ path: { email: 'ann@school.org' } })).id).toBe(ann.id)
    const names = (await personTags.list({ path: { id: ann.id } })).data.map(({ name }) => name)
    expect(names.sort()).toEqual(['Bonn', 'VIP'])
    expect((await tags.list({ query: { name: 'VIP' } })).data[0]!.users_count).toBe(1)
    expect((await consents.list({ path: { id: ann.id } })).data).toMatchObject([{ status: 'given' }])
    expect((await apiKeys.get({ path: { id: key.id } })).revoked_at).not.toBeNull()
    expect((await users.list({ query: { 'custom_fields.city': 'Bonn' } })).data.map(({ id }) => id)).toEqual([
      ann.id,
    ])
    const [merged] = await emitted('user.merged')
    expect(merged).toMatchObject({
      data: { object: { id: ann.id, email: 'ann@school.org' }, previous: { email: null } },
      related: { user_id: ann.id, merged_user_id: twin.id },
    })
    expect(await emitted('user.deleted')).toEqual([])
  })

  test('a dry run gives the same answer and changes nothing', async () => {
    const { person, merge, get, emitted } = school()
    const [ann, twin] = [await person({ first_name: 'Ann' }), await person({ first_name: 'Annie' })]
    const dry = await merge(ann.id, twin.id, { dry_run: true })
    expect(dry).toMatchObject({
      dry_run: true,
      conflicts: ['email', 'first_name'],
      user: { email: ann.email },
    })
    expect([await get(ann.id), await get(twin.id)]).toEqual([ann, twin])
    expect(await emitted('user.merged')).toEqual([])
    const real = await merge(ann.id, twin.id)
    expect([real.moves, real.conflicts]).toEqual([dry.moves, dry.conflicts])
  })

  test('a null custom field does not exist: a new person has none, and takes over the duplicate’s', async () => {
    const { users, customFields, person, merge } = school()
    await customFields.create({ body: { name: 'city', type: 'text' } })
    const ann = await person({ custom_fields: { city: null } })
    expect(ann.custom_fields).toEqual({})
    await merge(ann.id, (await person({ custom_fields: { city: 'Bonn' } })).id)
    const { data } = await users.list({ query: { 'custom_fields.city': 'Bonn' } })
    expect(data).toMatchObject([{ id: ann.id, custom_fields: { city: 'Bonn' } }])
  })

  test('of two people’s consents the latest record of a channel counts', async () => {
    const { consents, person, merge, emitted } = school()
    const [ann, twin] = [await person(), await person()]
    const record = (id: string, body: object) =>
      consents.record({ path: { id }, body: { channel: 'email', source: 'form', ...body } as never })
    await record(ann.id, { text_version: 'v1', at: '2026-01-01T00:00:00Z' })
    await record(twin.id, { text_version: 'v1', at: '2026-01-01T00:00:00Z' })
    await record(twin.id, { status: 'withdrawn', at: '2026-02-01T00:00:00Z', source: 'call' })
    await merge(ann.id, twin.id)
    const { data } = await consents.list({ path: { id: ann.id } })
    expect(data.map(({ status, ended_at }) => [status, ended_at])).toEqual([
      ['withdrawn', '2026-02-01T00:00:00.000+00:00'],
      ['withdrawn', '2026-02-01T00:00:00.000+00:00'],
    ])
    expect((await emitted('user.consent_changed')).at(-1)).toMatchObject({
      data: { object: { status: 'withdrawn' } },
      related: { user_id: ann.id },
    })
  })

  test('a merge with a deleted or unknown person, with oneself, or with a person above the caller is refused', async () => {
    const { caller, users, person, merge } = school()
    const [ann, deletedPerson, owner] = [await person(), await person(), await person({ role: 'owner' })]
    await users.delete({ path: { id: deletedPerson.id } })
    await expect(merge(ann.id, deletedPerson.id)).rejects.toMatchObject({
      status: 409,
      reason: 'user_deleted',
    })
    await expect(merge(deletedPerson.id, ann.id)).rejects.toMatchObject({
      status: 409,
      reason: 'user_deleted',
    })
    await expect(merge(ann.id, ann.id)).rejects.toMatchObject({
      status: 422,
      reason: 'user_merged_into_itself',
    })
    await expect(merge(ann.id, newId('usr'))).rejects.toMatchObject({ status: 422, reason: 'user_unknown' })
    await expect(merge(newId('usr'), ann.id)).rejects.toMatchObject({ status: 404 })
    const foreign = await school().person()
    await expect(merge(ann.id, foreign.id)).rejects.toMatchObject({ reason: 'user_unknown' })
    const manager = school({ ...caller, role: 'manager', rights: [['*:read', 'users:write']] })
    for (const pair of [[ann.id, owner.id] as const, [owner.id, ann.id] as const])
      await expect(manager.merge(...pair)).rejects.toMatchObject({ status: 403, reason: 'role_above_own' })
    const erase = manager.persons.anonymize({ path: { id: owner.id } })
    await expect(erase).rejects.toMatchObject({ status: 403, reason: 'role_above_own' })
  })

  test('of two simultaneous merges of the same pair, in opposite directions, one succeeds', async () => {
    const { person, merge, get } = school()
    const [ann, twin] = [await person(), await person()]
    const results = await Promise.allSettled([merge(ann.id, twin.id), merge(twin.id, ann.id)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const states = [await get(ann.id), await get(twin.id)].map(({ status }) => status)
    expect(states.sort()).toEqual(['active', 'deleted'])
  })

  test('a person is anonymized with the duplicates merged into them; the receipt names every area', async () => {
    const { users, persons, person, merge, get, emitted } = school()
    const [ann, twin, third] = [await person({ first_name: 'Ann' }), await person(), await person()]
    await merge(twin.id, third.id)
    await merge(ann.id, twin.id)
    const receipt = await persons.anonymize({ path: { id: ann.id } })
    expect(new Set(receipt.people)).toEqual(new Set([ann.id, twin.id, third.id]))
    expect(receipt.areas.map(({ what }) => what)).toEqual([
      'tags',
      'consents',
      'personal keys',
      'exports of personal data',
      'unconfirmed e-mail addresses',
      'login methods',
      'sign-ins',
      'memberships of groups, groups with the person as curator, and what is assigned to them as one',
      'accesses to courses',
      'effects of form submissions',
      'accesses to the agent',
      'dialogues with the agent, and what it said of the person to others',
      'changes that the agent proposed to the person or about them, or that the person confirmed',
      'profile',
      'answers stored for idempotent repetition',
      'messages between services',
      'files of exports that were ordered before',
      'files of the school, such as tables for an import',
      'logs',
    ])
    for (const area of receipt.areas)
      expect(Boolean(area.erased) || Boolean(area.kept && area.why)).toBe(true)
    for (const { id } of [ann, twin, third])
      expect(await get(id)).toMatchObject({ email: null, phone: null, first_name: '', status: 'deleted' })
    expect((await get(ann.id)).anonymized_at).toBe(receipt.anonymized_at)
    const events = await emitted('user.anonymized')
    expect(events.map(({ related }) => related.user_id).sort()).toEqual([ann.id, twin.id, third.id].sort())
    expect(JSON.stringify(events)).not.toContain('@school.org')
    const again = persons.anonymize({ path: { id: ann.id } })
    await expect(again).rejects.toMatchObject({ status: 409, reason: 'user_anonymized' })
    await expect(users.create({ body: { email: ann.email } })).resolves.toBeTruthy()
  })

  test('a deleted person can be anonymized, an unknown one cannot', async () => {
    const { users, persons, person } = school()
    const ann = await person()
    await users.delete({ path: { id: ann.id } })
    await expect(persons.anonymize({ path: { id: ann.id } })).resolves.toMatchObject({ people: [ann.id] })
    await expect(persons.anonymize({ path: { id: newId('usr') } })).rejects.toMatchObject({ status: 404 })
  })
})
