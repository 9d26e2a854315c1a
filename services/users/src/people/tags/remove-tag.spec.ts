// Changes of people at the very moment when their tag is departing. Jobs run only when a test runs them.
import { type Envelope, type Id, newId } from '@lms/contract'
import { step } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import type pg from 'pg'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'

describe('a departing tag', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService], settings: { taskSlots: 0 } })
  })
  afterAll(() => system.stop())
  const leave = () => system.services.users!.workOffTasks()

  /** Two people, the second with the tag A; A, B and C, of which B is to stay for A. */
  async function school() {
    const caller = system.caller()
    const { users, tags, personTags, persons } = system.client('users', usersContract.resources, caller)
    const person = async () => (await users.create({ body: { email: `${newId('usr')}@school.org` } })).id
    const tag = async (name: string) => (await tags.create({ body: { name } })).id
    const [ann, bob] = [await person(), await person()]
    const [a, b, c] = [await tag('A'), await tag('B'), await tag('C')]
    await personTags.add({ path: { id: bob }, body: { tags: ['A'] } })
    const count = async (id: string) => (await tags.get({ path: { id } })).users_count
    const namesOf = async (id: string) =>
      (await personTags.list({ path: { id } })).data.map(({ name }) => name)
    const rows = (text: string) => system.services.users!.runtime.system.rows(step(text, [caller.school]))
    const emitted = async () =>
      (
        await rows(
          `select payload from users.outbox where school_id = $1 and subject like '%user.tag_%' order by position`,
        )
      )
        .map(([payload]) => JSON.parse(payload!) as Envelope)
        .map(({ type, related }) => [type, related.user_id, related.tag_id])
    const remainingRows = () =>
      asOwner(system.ownerUrl, async owner => {
        const text = 'select 1 from users.tag_removals where school_id = $1'
        return (await owner.query(text, [caller.school])).rows
      })
    const mergeTags = () => tags.update({ path: { id: a }, body: { merge_into: b } })
    const mergePeople = () =>
      persons.merge({ path: { id: ann }, body: { user_id: bob as Id<'usr'>, dry_run: false } })
    return {
      caller,
      users,
      tags,
      ann,
      bob,
      a,
      b,
      c,
      count,
      namesOf,
      emitted,
      remainingRows,
      mergeTags,
      mergePeople,
    }
  }

  /** Holds the locks of the query while `begun` comes to wait for them, then makes the change and releases them. */
  const meanwhile = <T>(
    lock: string,
    begin: () => Promise<T>,
    change: (client: pg.Client) => Promise<unknown>,
  ) =>
    asOwner(system.ownerUrl, async client => {
      await client.query(`begin; ${lock}`)
      const runningOperation = begin()
      const ended = runningOperation.catch(() => {})
      await eventually('somebody to wait', async () => {
        const waiting = await client.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return waiting.rows.length > 0
      })
      await change(client)
      await client.query('commit')
      await ended
      return runningOperation
    })

  test('follows to the person who stays if its person is merged before it has left them', async () => {
    const { ann, bob, a, b, count, namesOf, emitted, remainingRows, mergeTags, mergePeople } = await school()
    await mergeTags()
    await mergePeople()
    await leave()
    expect([await namesOf(ann), await namesOf(bob), await count(b), await remainingRows()]).toEqual([
      ['B'],
      [],
      1,
      [],
    ])
    expect((await emitted()).slice(1)).toEqual([
      ['user.tag_removed', ann, a],
      ['user.tag_added', ann, b],
    ])
  })

  test('follows to them also if it is deleted during that merge', async () => {
    const { ann, a, b, count, namesOf, remainingRows, mergePeople } = await school()
    await meanwhile(`select 1 from users.tags where id = '${a}' for update`, mergePeople, async client => {
      await client.query(`delete from users.tag_counts where tag_id = '${a}'`)
      await client.query(
        `insert into users.tag_removals select school_id, id, name, '${b}' from users.tags where id = '${a}'`,
      )
      await client.query(
        `insert into users.tasks (school_id, queue, id, payload, status, due_at, request_id, created_at)
         select school_id, 'leave-tag', 'job_1', '{"tag_id":"${a}"}', 'ready', now(), 'r', now()
         from users.tags where id = '${a}'`,
      )
      await client.query(`delete from users.tags where id = '${a}'`)
    })
    await leave()
    expect([await namesOf(ann), await count(b), await remainingRows()]).toEqual([['B'], 1, []])
  })

  test('leaves the person to whom it has passed while it waited for the other', async () => {
    const { ann, bob, a, b, namesOf, emitted, remainingRows, mergeTags } = await school()
    await mergeTags()
    await meanwhile(`select 1 from users.users where id = '${bob}' for update`, leave, client =>
      client.query(`update users.user_tags set user_id = '${ann}' where user_id = '${bob}'`),
    )
    await leave()
    expect([await namesOf(ann), await namesOf(bob), await remainingRows()]).toEqual([['B'], [], []])
    expect((await emitted()).slice(1)).toEqual([
      ['user.tag_removed', ann, a],
      ['user.tag_added', ann, b],
    ])
  })

  test('gives nothing to a person who has lost it meanwhile', async () => {
    const { bob, b, count, emitted, remainingRows, mergeTags } = await school()
    await mergeTags()
    await meanwhile(`select 1 from users.users where id = '${bob}' for update`, leave, client =>
      client.query(`delete from users.user_tags where user_id = '${bob}'`),
    )
    await leave()
    expect([await count(b), await remainingRows()]).toEqual([0, []])
    expect((await emitted()).slice(1)).toEqual([])
  })

  test('gives the last one if the tag that stays is merged at that moment', async () => {
    const { bob, a, b, c, count, namesOf, remainingRows, mergeTags } = await school()
    await mergeTags()
    await meanwhile(
      `select 1 from users.tag_removals where tag_id = '${a}' for update`,
      leave,
      async client => {
        await client.query(`update users.tag_removals set into_id = '${c}' where into_id = '${b}'`)
        await client.query(`delete from users.tags where id = '${b}'`)
      },
    )
    await leave()
    expect([await namesOf(bob), await count(c), await remainingRows()]).toEqual([['C'], 1, []])
  })

  test('leaves no counts behind, even if its person is deleted before it has left them', async () => {
    const { caller, users, tags, bob, a, remainingRows } = await school()
    await tags.delete({ path: { id: a } })
    await users.delete({ path: { id: bob } })
    await leave()
    expect(await remainingRows()).toEqual([])
    const counts = await asOwner(system.ownerUrl, client =>
      client.query('select 1 from users.tag_counts where school_id = $1 and tag_id = $2', [caller.school, a]),
    )
    expect(counts.rows).toEqual([])
  })
})
