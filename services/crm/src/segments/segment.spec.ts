import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { type Id, newId } from '@lms/contract'
import { step } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmContract } from '../contract.ts'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'
import { wakeDue } from './follow.run.ts'

let system: TestSystem
let now = Date.now()
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService, crmService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

const dayMs = 24 * 3600_000

async function schoolWithSegments() {
  const school = await schoolOf(system)
  const { api } = school
  const commerce = system.client('commerce', commerceContract.resources, school.caller)
  const membersOf = async (id: Id<'seg'>) =>
    (await api.segmentMembers.list({ path: { id }, query: { sort: 'entered_at' } })).data.map(
      ({ user_id }) => user_id,
    )
  const until = (what: string, id: Id<'seg'>, people: readonly { id: Id<'usr'> }[]) =>
    eventually(what, async () => {
      const { status, size } = await api.segments.get({ path: { id } })
      const members = await membersOf(id)
      const expectedIds = people.map(person => person.id)
      return (
        status === 'ready' &&
        size === expectedIds.length &&
        members.toSorted().join() === expectedIds.toSorted().join()
      )
    })
  const make = async (rule: object, name = 'Segment') => api.segments.create({ body: { name, rule } })
  const buy = async (user_id: Id<'usr'>) => {
    const offer = await commerce.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
    const { id } = await commerce.orders.create({ body: { user_id, items: [{ offer_id: offer.id }] } })
    await commerce.orders.markPaid({ path: { id }, body: {} })
  }
  /** Entries and exits of a segment, the oldest first. */
  const moves = async (id: Id<'seg'>) =>
    (
      await system.services.crm!.runtime.system.rows(
        step('select kind, user_id, cause from crm.segment_moves where segment_id = $1 order by at, kind', [
          id,
        ]),
      )
    ).map(row => row.join(' '))
  return { ...school, membersOf, until, make, buy, moves }
}

test('a rule that names a tag or group that the school does not have is refused, with its place', async () => {
  const { api, tags, make } = await schoolWithSegments()
  const [stranger, tag] = [await schoolOf(system), await tags.create({ body: { name: 'VIP' } })]
  const foreign = await stranger.tags.create({ body: { name: 'VIP' } })
  const unknown = (path: string) => ({ status: 422, reason: 'unknown_reference', details: [{ path }] })
  await expect(make({ tag: foreign.id })).rejects.toMatchObject(unknown('body.rule.tag'))
  await expect(make({ and: [{ tag: tag.id }, { not: { group: newId('grp') } }] })).rejects.toMatchObject(
    unknown('body.rule.and.1.not.group'),
  )
  const { id } = await make({ tag: tag.id })
  await expect(
    api.segments.update({ path: { id }, body: { rule: { or: [{ tag: foreign.id }, { tag: tag.id }] } } }),
  ).rejects.toMatchObject(unknown('body.rule.or.0.tag'))
})

test('people enter and leave a segment by what they do and what is known of them', async () => {
  const { users, person, make, buy, until, moves } = await schoolWithSegments()
  const [ann, bea] = [await person({ first_name: 'Ann' }), await person({ first_name: 'Bea' })]
  const annSegment = await make({ field: 'first_name', equals: 'Ann' })
  const buyers = await make({
    and: [
      { event: 'order.paid', at_least: 1 },
      { spent: 'EUR', at_least: 4900 },
    ],
  })
  await until('the first members', annSegment.id, [ann])
  await until('an empty segment', buyers.id, [])
  await buy(bea.id)
  await until('the buyer', buyers.id, [bea])
  await users.update({ path: { id: bea.id }, body: { first_name: 'Ann' } })
  await until('the second Ann', annSegment.id, [ann, bea])
  await users.delete({ path: { id: ann.id } })
  await until('the deletion', annSegment.id, [bea])
  expect((await moves(annSegment.id)).sort()).toEqual([
    expect.stringContaining(`entered ${ann.id}`),
    expect.stringContaining(`entered ${bea.id}`),
    `left ${ann.id} event`,
  ])
})

test('time alone ends and begins memberships', async () => {
  const { person, make, buy, until, moves } = await schoolWithSegments()
  const ann = await person()
  await buy(ann.id)
  const lately = await make({ event: 'order.paid', within_days: 7 })
  const quiet = await make({ not: { event: 'order.paid', within_days: 7 } })
  await until('the recent buyer', lately.id, [ann])
  await until('nobody', quiet.id, [])
  now += 8 * dayMs
  await wakeDue(system.services.crm!.runtime)
  await until('the end of the term', lately.id, [])
  await until('the other segment', quiet.id, [ann])
  expect((await moves(quiet.id)).at(-1)).toBe(`entered ${ann.id} time`)
})

test('a school whose terms cannot be looked at keeps no other from its own', async () => {
  const lately = async () => {
    const school = await schoolWithSegments()
    const ann = await school.person()
    await school.buy(ann.id)
    const { id } = await school.make({ event: 'order.paid', within_days: 7 })
    await school.until('the recent buyer', id, [ann])
    return { caller: school.caller, over: () => school.until('the end of the term', id, []) }
  }
  const [broken, other] = [await lately(), await lately()]
  const sql = (text: string) => asOwner(system.ownerUrl, client => client.query(text))
  await sql(`
    create function crm.refuse_terms() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger refuse before update on crm.segment_people for each row
      when (new.school_id = '${broken.caller.school}') execute function crm.refuse_terms()`)
  now += 8 * dayMs
  await wakeDue(system.services.crm!.runtime)
  await other.over()
  await sql('drop function crm.refuse_terms cascade')
  await wakeDue(system.services.crm!.runtime)
  await broken.over()
})

test('a changed rule takes the place of the old one, and who no longer fits leaves', async () => {
  const { api, person, make, until, moves } = await schoolWithSegments()
  const [ann, bea] = [await person({ first_name: 'Ann' }), await person({ first_name: 'Bea' })]
  const { id } = await make({ field: 'first_name', equals: 'Ann' })
  const beas = await make({ field: 'first_name', equals: 'Bea' })
  await until('Ann', id, [ann])
  // Otherwise the event of Bea, not the change, might let her enter.
  await until('what is known of Bea', beas.id, [bea])
  const changed = await api.segments.update({
    path: { id },
    body: { rule: { field: 'first_name', equals: 'Bea' } },
  })
  expect(changed).toMatchObject({ status: 'building', size: 1 })
  await until('Bea', id, [bea])
  expect(await moves(id)).toEqual([
    expect.stringContaining(`entered ${ann.id}`),
    `entered ${bea.id} change`,
    `left ${ann.id} change`,
  ])
})

test('a segment in a rule follows that segment; circles and the deletion of a named one are refused', async () => {
  const { api, users, person, make, until } = await schoolWithSegments()
  const ann = await person({ first_name: 'Ann' })
  const inner = await make({ field: 'first_name', equals: 'Ann' })
  await until('the inner one', inner.id, [ann])
  const outer = await make({ not: { segment: inner.id } })
  await until('the outer one', outer.id, [])
  const seen = await api.segments.preview({ body: { rule: { segment: inner.id } } })
  expect(seen).toMatchObject({ count: 1, sample: [ann.id] })
  await users.update({ path: { id: ann.id }, body: { first_name: 'Anna' } })
  await until('the outer one after the inner one', outer.id, [ann])
  const innerRequest = { path: { id: inner.id } }
  await expect(
    api.segments.update({ ...innerRequest, body: { rule: { segment: outer.id } } }),
  ).rejects.toMatchObject({ status: 422, reason: 'segment_cycle' })
  await expect(api.segments.delete(innerRequest)).rejects.toMatchObject({
    status: 409,
    reason: 'segment_in_use',
  })
  await api.segments.delete({ path: { id: outer.id } })
  await api.segments.delete(innerRequest)
})

test('a preview counts, shows some people and explains each leaf for one', async () => {
  const { api, caller, person, make, until } = await schoolWithSegments()
  const [ann, bea] = [await person({ first_name: 'Ann' }), await person({ first_name: 'Bea' })]
  await until('both', (await make({ field: 'status', exists: true })).id, [ann, bea])
  const rule = { and: [{ field: 'first_name', equals: 'Ann' }, { not: { event: 'order.paid' } }] }
  expect(await api.segments.preview({ body: { rule, user_id: bea.id } })).toEqual({
    count: 1,
    exact: true,
    sample: [ann.id],
    person: {
      user_id: bea.id,
      holds: false,
      changes_at: null,
      leaves: [
        { path: 'and.0', value: 'bea', holds: false, changes_at: null },
        { path: 'and.1.not', value: 0, holds: false, changes_at: null },
      ],
    },
  })
  const writer = { ...caller, rights: [['segments:*']] }
  const { segments } = system.client('crm', crmContract.resources, writer)
  await expect(segments.preview({ body: { rule, user_id: bea.id } })).rejects.toMatchObject(unread)
  // Each leaf asks for the right to read what it names, also where nobody is shown.
  await expect(segments.preview({ body: { rule } })).rejects.toMatchObject({
    status: 403,
    reason: 'permission_missing',
  })
  const reader = { ...caller, rights: [['segments:*', 'users:read', 'orders:read']] }
  const { segments: readable } = system.client('crm', crmContract.resources, reader)
  expect((await readable.preview({ body: { rule } })).person).toBeNull()
})

const unread = { status: 403, reason: 'permission_missing', details: [{ path: 'body.user_id' }] }

test('the list of people shows those of a segment, page by page', async () => {
  const { users, person, make, until } = await schoolWithSegments()
  const anns = [
    await person({ first_name: 'Ann' }),
    await person({ first_name: 'Ann' }),
    await person({ first_name: 'Ann' }),
  ]
  await person({ first_name: 'Bea' })
  const { id } = await make({ field: 'first_name', equals: 'Ann' })
  await until('all', id, anns)
  const query = { segment_id: id, limit: 2 }
  const first = await users.list({ query })
  const second = await users.list({ query: { ...query, cursor: first.next_cursor! } })
  expect([first.data.length, second.data.length, second.next_cursor]).toEqual([2, 1, null])
  expect([...first.data, ...second.data].map(user => user.id)).toEqual(anns.map(ann => ann.id).toReversed())
})

test('a merge and an erasure are followed', async () => {
  const { person, persons, make, buy, until } = await schoolWithSegments()
  const [ann, anna] = [await person(), await person()]
  await buy(ann.id)
  await buy(anna.id)
  const { id } = await make({ event: 'order.paid', at_least: 2 })
  await until('nobody', id, [])
  await persons.merge({ path: { id: ann.id }, body: { user_id: anna.id } })
  await until('both orders', id, [ann])
  await persons.anonymize({ path: { id: ann.id } })
  await until('the erasure', id, [])
})

test('what a rule names exists and fits, with its place, and a field that a rule names cannot go', async () => {
  const { api, users, customFields } = await schoolOf(system)
  const field = await customFields.create({ body: { name: 'age', type: 'number' } })
  const create = (rule: object) => api.segments.create({ body: { name: 'Adults', rule } })
  for (const [rule, path] of [
    [{ not: { field: 'custom.no_such_field', exists: true } }, 'body.rule.not.field'],
    [{ field: 'custom.age', equals: 'ten' }, 'body.rule.equals'],
    [{ and: [{ field: 'role', in: ['student', 'boss'] }] }, 'body.rule.and.0.in.1'],
  ] as const) {
    const refused = { status: 422, reason: 'rule_invalid', details: [{ path }] }
    await expect(create(rule)).rejects.toMatchObject(refused)
    await expect(api.segments.preview({ body: { rule } })).rejects.toMatchObject(refused)
  }
  const segment = await create({ field: 'custom.age', at_least: 18 })
  const path = { id: field.id }
  const named = { status: 409, reason: 'custom_field_named' }
  await expect(customFields.delete({ path })).rejects.toMatchObject(named)
  await expect(customFields.update({ path, body: { type: 'text' } })).rejects.toMatchObject(named)
  await api.segments.delete({ path: { id: segment.id } })
  await customFields.delete({ path })
  const { id } = await users.create({ body: { email: 'Cap.X@Example.TEST', first_name: 'ÄNNE' } })
  for (const rule of [
    { field: 'email', equals: 'cap.x@EXAMPLE.test' },
    { field: 'first_name', in: ['änne'] },
  ])
    await eventually('the person', async () => {
      const { sample } = await api.segments.preview({ body: { rule } })
      return sample.includes(id)
    })
})
