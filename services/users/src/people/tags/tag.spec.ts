import { type Caller, type Envelope, newId } from '@lms/contract'
import { step } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'

describe('tags', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())

  function school(caller: Caller = system.caller()) {
    const client = system.client('users', usersContract.resources, caller)
    const person = async () =>
      (await client.users.create({ body: { email: `${newId('usr')}@school.org` } })).id
    const tag = async (name: string) => (await client.tags.create({ body: { name } })).id
    const give = (id: string, tags: string[]) => client.personTags.add({ path: { id }, body: { tags } })
    const count = async (id: string) => (await client.tags.get({ path: { id } })).users_count
    const namesOf = async (id: string) =>
      (await client.personTags.list({ path: { id } })).data.map(({ name }) => name).sort()
    /** The tag events of the school: type, person, tag. Nobody confirms them here, so all stand in the outbox. */
    const emitted = async () => {
      const rows = await system.services.users!.runtime.system.rows(
        step(
          `select payload from users.outbox where school_id = $1 and subject like '%user.tag_%' order by position`,
          [caller.school],
        ),
      )
      return rows
        .map(([payload]) => JSON.parse(payload!) as Envelope)
        .map(({ type, related }) => [type, related.user_id, related.tag_id])
    }
    return { ...client, caller, person, tag, give, count, namesOf, emitted }
  }
  const added = (user: string, tag: string) => ['user.tag_added', user, tag]
  const removed = (user: string, tag: string) => ['user.tag_removed', user, tag]

  test('a tag is created and renamed; its name is unique, ignoring case', async () => {
    const { tags, tag } = school()
    const vip = await tag('VIP')
    await expect(tag('vip')).rejects.toMatchObject({ status: 409, reason: 'tag_name_taken' })
    const changed = await tags.update({ path: { id: vip }, body: { name: 'Very important' } })
    expect(changed).toMatchObject({ id: vip, name: 'Very important', users_count: 0, version: 2 })
    const bonn = await tag('VIP')
    const conflict = tags.update({ path: { id: bonn }, body: { name: 'VERY important' } })
    await expect(conflict).rejects.toMatchObject({ reason: 'tag_name_taken' })
    await expect(tags.create({ body: { name: ' VIP' } })).rejects.toMatchObject({ status: 400 })
    await expect(school().tags.get({ path: { id: vip } })).rejects.toMatchObject({ status: 404 })
  })

  test('tags are added by name or id, counted, emitted and found', async () => {
    const { users, tags, person, tag, give, count, namesOf, emitted } = school()
    const [vip, bonn] = [await tag('VIP'), await tag('Bonn')]
    const [ann, bob] = [await person(), await person()]
    expect((await give(ann, ['vip', bonn])).tags.map(({ name }) => name)).toEqual(['VIP', 'Bonn'])
    await give(ann, ['VIP'])
    await give(bob, ['Bonn'])
    expect([await count(vip), await count(bonn)]).toEqual([1, 2])
    expect((await tags.list({ query: { sort: 'name' } })).data.map(({ users_count }) => users_count)).toEqual(
      [2, 1],
    )
    expect(await namesOf(ann)).toEqual(['Bonn', 'VIP'])
    expect(await emitted()).toEqual([added(ann, vip), added(ann, bonn), added(bob, bonn)])
    const peopleWith = async (tag_id: string) =>
      (await users.list({ query: { tag_id, sort: 'created_at' } })).data.map(({ id }) => id)
    expect(await peopleWith(vip)).toEqual([ann])
    expect(await peopleWith(`${vip},${bonn}`)).toEqual([ann, bob])
    expect(await peopleWith(newId('tag'))).toEqual([])
  })

  test('tags are removed and replaced; unchanged ones emit nothing', async () => {
    const { personTags, person, tag, give, count, namesOf, emitted } = school()
    const [vip, bonn, old] = [await tag('VIP'), await tag('Bonn'), await tag('Old')]
    const ann = await person()
    await give(ann, ['VIP', 'Bonn'])
    await personTags.replace({ path: { id: ann }, body: { tags: ['Bonn', 'Old'] } })
    expect(await namesOf(ann)).toEqual(['Bonn', 'Old'])
    await personTags.delete({ path: { id: ann }, body: { tags: ['Old', 'VIP'] } })
    expect(await namesOf(ann)).toEqual(['Bonn'])
    await personTags.replace({ path: { id: ann }, body: { tags: [] } })
    expect(await namesOf(ann)).toEqual([])
    expect([await count(vip), await count(bonn), await count(old)]).toEqual([0, 0, 0])
    expect((await emitted()).slice(2)).toEqual([
      removed(ann, vip),
      added(ann, old),
      removed(ann, old),
      removed(ann, bonn),
    ])
  })

  test('an unknown tag is refused and named, without any change', async () => {
    const { person, tag, give, namesOf } = school()
    const ann = await person()
    await tag('VIP')
    await expect(give(ann, ['VIP', 'Nobody'])).rejects.toMatchObject({
      status: 422,
      reason: 'tag_unknown',
      details: [{ path: 'body.tags.1' }],
    })
    const foreign = await school().tag('VIP')
    await expect(give(ann, [foreign])).rejects.toMatchObject({ reason: 'tag_unknown' })
    expect(await namesOf(ann)).toEqual([])
  })

  test('a person has at most the maximum of tags', async () => {
    const { caller, person, tag, give } = school()
    const ann = await person()
    await tag('One more')
    await asOwner(system.ownerUrl, async client => {
      await client.query(
        `insert into users.tags select $1, 'tag_' || lpad(n::text, 26, '0'), 't' || n, 't' || n, 1, now(), now()
         from generate_series(1, 500) n`,
        [caller.school],
      )
      await client.query(
        `insert into users.user_tags select $1, id, $2, now() from users.tags
         where school_id = $1 and name like 't%'`,
        [caller.school, ann],
      )
    })
    await expect(give(ann, ['One more'])).rejects.toMatchObject({ status: 409, reason: 'tags_limit_reached' })
  })

  test('deleted people lose their tags and get none', async () => {
    const { users, person, tag, give, count } = school()
    const vip = await tag('VIP')
    const ann = await person()
    await give(ann, ['VIP'])
    await users.delete({ path: { id: ann } })
    expect(await count(vip)).toBe(0)
    await expect(give(ann, ['VIP'])).rejects.toMatchObject({ status: 409, reason: 'user_deleted' })
  })

  test('a deleted tag leaves its people, with an event for each, and its name is available', async () => {
    const { tags, person, tag, give, namesOf, emitted } = school()
    const vip = await tag('VIP')
    const [ann, bob] = [await person(), await person()]
    for (const one of [ann, bob]) await give(one, ['VIP'])
    expect(await tags.delete({ path: { id: vip } })).toEqual({ id: vip, deleted: true })
    await expect(tags.get({ path: { id: vip } })).rejects.toMatchObject({ status: 404 })
    expect(await namesOf(ann)).toEqual([])
    await tag('VIP')
    await eventually('both to be told', async () => (await emitted()).length === 4)
    expect((await emitted()).slice(2).sort()).toEqual([removed(ann, vip), removed(bob, vip)].sort())
  })

  test('a merged tag gives its people to the other, and a person with both keeps one', async () => {
    const { tags, person, tag, give, count, namesOf, emitted } = school()
    const [vip, star] = [await tag('VIP'), await tag('Star')]
    const [ann, bob] = [await person(), await person()]
    await give(ann, ['VIP'])
    await give(bob, ['VIP', 'Star'])
    const stays = await tags.update({ path: { id: vip }, body: { merge_into: star } })
    expect(stays).toMatchObject({ id: star, name: 'Star' })
    await eventually('all to be told', async () => (await emitted()).length === 6)
    expect((await emitted()).slice(3)).toEqual(
      expect.arrayContaining([removed(ann, vip), removed(bob, vip), added(ann, star)]),
    )
    expect([await namesOf(ann), await namesOf(bob), await count(star)]).toEqual([['Star'], ['Star'], 2])
  })

  test('a merge into itself, into an unknown tag, with a new name, or on an old version is refused', async () => {
    const { tags, tag } = school()
    const vip = await tag('VIP')
    const change = (body: object, ifMatch?: string) =>
      tags.update({ path: { id: vip }, body, ...(ifMatch ? { ifMatch } : {}) })
    await expect(change({ merge_into: vip })).rejects.toMatchObject({ reason: 'tag_merged_into_itself' })
    await expect(change({ merge_into: newId('tag') })).rejects.toMatchObject({ reason: 'tag_unknown' })
    await expect(change({ merge_into: vip, name: 'X' })).rejects.toMatchObject({ status: 400 })
    const star = await tag('Star')
    await expect(change({ merge_into: star }, '"v2"')).rejects.toMatchObject({ reason: 'version_mismatch' })
    const failedMerge = tags.update({ path: { id: newId('tag') }, body: { merge_into: star } })
    await expect(failedMerge).rejects.toMatchObject({ status: 404 })
  })

  test('people on their way to a tag that is merged itself reach the last one', async () => {
    const { caller, tags, person, tag, give, count } = school()
    const [a, b, c] = [await tag('A'), await tag('B'), await tag('C')]
    const people = [await person(), await person(), await person()]
    for (const one of people) await give(one, ['A'])
    await tags.update({ path: { id: a }, body: { merge_into: b } })
    await tags.update({ path: { id: b }, body: { merge_into: c } })
    await eventually('all to have C', async () => (await count(c)) === 3)
    await eventually('nothing to be left', async () => {
      const text = 'select 1 from users.tag_removals where school_id = $1'
      const { rows } = await asOwner(system.ownerUrl, owner => owner.query(text, [caller.school]))
      return rows.length === 0
    })
  })

  test('simultaneous additions are all counted', async () => {
    const { person, tag, give, count } = school()
    const vip = await tag('VIP')
    const people = await Promise.all(Array.from({ length: 12 }, person))
    await Promise.all(people.map(one => give(one, ['VIP'])))
    expect(await count(vip)).toBe(12)
  })
})
