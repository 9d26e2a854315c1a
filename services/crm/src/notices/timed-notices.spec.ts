// What the platform tells at a time: the e-mail of the day, and accesses that end soon.
import type { Id } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { hostOperations } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { type MailedWorld, passing, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'
import { lookAtEndings } from './ending.run.ts'

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld([learningService])
})
afterAll(() => world?.stop())

const dayMs = 24 * 3600_000

async function school(values: object) {
  const base = await schoolOf(world.system)
  const { caller, api } = base
  const host = world.system.internal(
    'crm',
    { host: hostOperations },
    { as: 'service', school: caller.school },
  )
  const change = (changes: object) =>
    host.host.changeSettings({ body: { values: changes as never, version: null, role: 'owner' } })
  await change(values)
  const learning = world.system.client('learning', learningContract.resources, caller)
  const course = await learning.courses.create({ body: { title: 'Watercolour', time_zone: 'UTC' } })
  const messages = async () => (await api.messages.list({ query: { sort: 'created_at' } })).data
  const mailsTo = (address: string) => world.mail.mails.filter(({ to }) => to.includes(address))
  return { ...base, change, learning, course, messages, mailsTo }
}

test('answers of a day come in one e-mail, in the morning of the person, without those that they switched off', async () => {
  const { api, person, learning, course, messages, mailsTo } = await school({
    notifications: [{ kind: 'comment_answered', digest: true }],
  })
  const student = (time_zone: string) => person({ time_zone, locale: 'en' })
  const [ann, bea, carl] = [await student('Asia/Tokyo'), await student('Asia/Tokyo'), await person()]
  const off_notifications = ['comment_answered'] as never
  await api.preferences.replace({ path: { userId: bea.id }, body: { off_notifications } })
  const ask = (author_id: Id<'usr'>) =>
    learning.comments.create({ body: { course_id: course.id, author_id, text: 'How wet?' } })
  const answer = (parent_id: Id<'cmt'>, text: string) =>
    learning.comments.create({ body: { parent_id, author_id: carl.id, text } })
  const [first, other] = [await ask(ann.id), await ask(bea.id)]
  await answer(other.id, 'Nobody reads this')
  await answer(first.id, 'Very')
  const collected = async () => (await messages()).filter(({ notification }) => notification === 'digest')
  await eventually('the e-mail to wait', async () => {
    const [one] = await collected()
    // The clock stands at 18:30 in Tokyo.
    return one?.status === 'queued' && one.send_after === '2026-11-21T23:00:00.000+00:00'
  })
  const { version } = (await collected())[0]!
  await answer(first.id, 'And more')
  await eventually('both answers to be in it', async () => (await collected())[0]!.version > version)
  expect(await collected()).toHaveLength(1)
  world.now = Date.parse('2026-11-21T23:00:01Z')
  await eventually(
    'the e-mail',
    passing(world, async () => mailsTo(ann.email!).length === 1),
  )
  const { text } = mailsTo(ann.email!)[0]!
  expect(text.match(/Somebody answered you/g)).toHaveLength(4)
  expect(await messages()).toHaveLength(1)
  expect(mailsTo(bea.email!)).toEqual([])
})

test('an access that ends is told once, so many days before, unless it goes on', async () => {
  const { accesses, api, person, course, messages, mailsTo, change } = await school({
    notifications: [{ kind: 'access_ends_soon', days_before: 7 }],
  })
  const { runtime } = world.system.services.crm!
  const startedAt = world.now
  const ends = (days: number) => new Date(startedAt + days * dayMs).toISOString()
  const withAccess = async (days: number) => {
    const { id, email } = await person({ locale: 'en' })
    const access = await accesses.create({
      body: { user_id: id, course_id: course.id, expires_at: ends(days) },
    })
    return { id, email: email!, access }
  }
  const [near, ann, bea] = [await withAccess(3), await withAccess(10), await withAccess(10)]
  const anyEnd = { access: course.id, ends: { before: { days_ago: -30 } } }
  await eventually('the ends to be known', async () => {
    return (await api.segments.preview({ body: { rule: anyEnd } })).count === 3
  })
  const pending = async () => {
    const { rows } = await world.system.services
      .crm!.runtime.system.rows({
        statement: { name: '', text: `select 1 from crm.tasks where queue = 'tell-endings'` },
        values: [],
      })
      .then(rows => ({ rows }))
    return rows.length
  }
  const look = async () => {
    await lookAtEndings(runtime)
    await eventually(
      'the look to end',
      passing(world, async () => (await pending()) === 0),
    )
  }
  await look()
  expect(await messages()).toEqual([])

  await accesses.update({ path: { id: bea.access.id }, body: { expires_at: ends(40) } })
  const further = { access: course.id, ends: { before: { days_ago: -20 } } }
  await eventually('the longer access to be known', async () => {
    return (await api.segments.preview({ body: { rule: further } })).count === 2
  })
  world.now = startedAt + 4 * dayMs
  await look()
  await look()
  await eventually(
    'the e-mail',
    passing(world, async () => mailsTo(ann.email).length === 1),
  )
  expect(mailsTo(ann.email)[0]!.text).toContain('Your access to the course')
  expect((await messages()).map(({ user_id }) => user_id)).toEqual([ann.id])

  world.now = startedAt + 34 * dayMs
  await look()
  await eventually(
    'the e-mail about the other end',
    passing(world, async () => mailsTo(bea.email).length === 1),
  )
  expect(mailsTo(near.email)).toEqual([])
  await expect(change({ notifications: [{ kind: 'access_ends_soon', digest: true }] })).rejects.toMatchObject(
    { details: [{ path: 'body.values.notifications.0.digest' }] },
  )
})
