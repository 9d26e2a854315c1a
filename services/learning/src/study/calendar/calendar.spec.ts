import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { webinarsService } from '@lms/webinars/service'
import ICAL from 'ical.js'
import { learningService } from '../../service.ts'
import { movedClock } from '../../testing/flows.ts'

const day = 86_400_000
const { clock, move, in: later } = movedClock()
let system: TestSystem
let gateway: TestGateway
beforeAll(async () => {
  const services = [usersService, siteService, learningService, webinarsService]
  system = await startSystem({ services, clock })
  gateway = await startTestGateway(system)
}, 120_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
})

/** A school with a published course of two lessons, and a student of it. */
async function studied() {
  const school = await newSchool(gateway)
  const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await gateway.call(method, `/api/v1${path}`, { ...school, body, headers })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const done = async (method: string, path: string, body?: object) => (await ask(method, path, body)).body
  const course = await done('POST', '/courses', { title: 'Watercolour', time_zone: 'UTC' })
  const module = await done('POST', '/modules', { course_id: course.id, title: 'Module' })
  const addLesson = async (title: string) => {
    const lesson = await done('POST', '/lessons', { module_id: module.id, title, status: 'published' })
    await done('POST', `/lessons/${lesson.id}/blocks`, { content: { kind: 'text', html: '<p>x</p>' } })
    return lesson
  }
  const lessons = [await addLesson('Washes'), await addLesson('Glazes')]
  await done('POST', `/courses/${course.id}/publish`, { action: 'publish' })
  const { id: student } = await done('POST', '/users', { email: 'ann@school.example', first_name: 'Ann' })
  await done('POST', '/accesses', { user_id: student, course_id: course.id })
  await done('POST', '/enrollments', { user_id: student, course_id: course.id })
  const rule = (index: number, conditions: object[], deadline: object | null = null) =>
    done('PUT', `/lessons/${lessons[index].id}/access-rules`, { conditions, deadline })
  const as = (user: string, accept = 'application/json') => ({ 'x-on-behalf-of': user, accept })
  /** The calendar as the student reads it. */
  const list = async (query = '') => (await ask('GET', `/calendar${query}`, undefined, as(student))).body.data
  return { school, ask, done, lessons, student, rule, as, list }
}
const feedAt = async (school: { host: string }, url: string) =>
  gateway.call('GET', new URL(url).pathname, { host: school.host })
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(each => new ICAL.Event(each))

test('a calendar lists openings, deadlines and webinars to come, by time', async () => {
  const { done, student, rule, list, lessons } = await studied()
  await rule(0, [], { kind: 'date', at: later(3 * day) })
  await rule(1, [{ kind: 'date', at: later(2 * day) }])
  const webinar = await done('POST', '/webinars', { title: 'Questions' })
  const session = await done('POST', '/webinar-sessions', { webinar_id: webinar.id, starts_at: later(day) })
  await done('POST', '/webinar-registrations', { session_id: session.id, user_id: student })
  const items = await list()
  expect(items.map(({ kind, title, starts_at }: any) => [kind, title, starts_at])).toEqual([
    ['webinar', 'Questions', later(day)],
    ['opening', 'Glazes', later(2 * day)],
    ['deadline', 'Washes', later(3 * day)],
  ])
  expect(items[0]).toMatchObject({ session_id: session.id, url: expect.stringContaining('/rooms/') })
  expect(await list('?kind=opening')).toHaveLength(1)
  expect(await list(`?starts_at[gt]=${encodeURIComponent(later(2 * day))}`)).toHaveLength(1)
  await done('POST', `/lessons/${lessons[0].id}/complete`, { user_id: student })
  expect((await list()).map(({ kind }: any) => kind)).toEqual(['webinar', 'opening'])
})

test('staff reads the calendar of a person without the addresses that are theirs alone', async () => {
  const { done, student, rule } = await studied()
  await rule(1, [{ kind: 'date', at: later(day) }])
  const { data } = await done('GET', `/calendar?user_id=${student}`)
  expect(data).toMatchObject([{ user_id: student, kind: 'opening', feed_url: null, url: null }])
  expect((await done('GET', '/calendar')).data).toEqual([])
})

test('calendar programs get iCalendar: the id stays, and the sequence rises when and only when a time changes', async () => {
  const { ask, as, student, rule } = await studied()
  const read = async () =>
    eventsOf((await ask('GET', '/calendar', undefined, as(student, 'text/calendar'))).body)
  await rule(1, [{ kind: 'date', at: later(5 * day) }])
  const [before] = await read()
  move(60_000)
  const [same] = await read()
  expect(same!.sequence).toBe(before!.sequence)
  await rule(1, [{ kind: 'date', at: later(4 * day) }])
  const [after] = await read()
  expect(after!.uid).toBe(before!.uid)
  expect(after!.sequence).toBeGreaterThan(before!.sequence)
  // Back to the former time is a change, too, also within the same second; another occasion changes nothing.
  await rule(1, [{ kind: 'date', at: before!.startDate.toJSDate().toISOString() }])
  await rule(0, [{ kind: 'date', at: later(6 * day) }])
  const back = await read()
  expect(back.map(({ summary }) => summary)).toEqual(['Opens: Glazes', 'Opens: Washes'])
  expect(back[0]!.sequence).toBeGreaterThan(after!.sequence)
  expect((await read()).map(({ sequence }) => sequence)).toEqual(back.map(({ sequence }) => sequence))
  expect(after!.summary).toBe('Opens: Glazes')
  expect(after!.startDate.zone.tzid).toBe('UTC')
  const seconds = Math.floor(Date.parse(later(4 * day)) / 1000)
  expect(after!.startDate.toUnixTime()).toBe(seconds)
})

test('the address of a calendar is read without a credential, until its person is deleted', async () => {
  const { school, done, student, rule, list } = await studied()
  await rule(1, [{ kind: 'date', at: later(day) }])
  const [{ feed_url }] = await list()
  const feed = await feedAt(school, feed_url)
  expect([feed.status, feed.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(eventsOf(feed.body)).toHaveLength(1)
  expect(feed.body.split('\r\n').slice(-2)).toEqual(['END:VCALENDAR', ''])
  expect(feed.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  // The last characters of a signature may be others of the same bytes; those before may not.
  const forged = feed_url.replace(
    /(.)(.{8}\.ics)$/,
    (_: string, one: string, rest: string) => (one === 'A' ? 'B' : 'A') + rest,
  )
  expect((await feedAt(school, forged)).status).toBe(404)
  const other = await newSchool(gateway)
  expect((await feedAt(other, feed_url)).status).toBe(404)
  await done('PATCH', `/users/${student}`, { status: 'blocked' })
  expect((await feedAt(school, feed_url)).status).toBe(404)
  await done('PATCH', `/users/${student}`, { status: 'active' })
  expect((await feedAt(school, feed_url)).status).toBe(200)
  await done('DELETE', `/users/${student}`)
  await eventually('no calendar', async () => (await feedAt(school, feed_url)).status === 404)
})

test('a leaked address of a calendar is void once its person, or the school, asks for another', async () => {
  const { school, ask, as, done, student, rule, list } = await studied()
  await rule(1, [{ kind: 'date', at: later(day) }])
  const urlNow = async () => (await list())[0].feed_url
  const statuses = async (urls: string[]) => {
    const answers = await Promise.all(urls.map(url => feedAt(school, url)))
    return answers.map(({ status }) => status)
  }
  const first = await urlNow()
  await ask('PATCH', '/me', { new_calendar: true }, as(student))
  const second = await urlNow()
  expect(await statuses([first, second])).toEqual([404, 200])
  await done('PATCH', `/users/${student}`, { new_calendar: true })
  expect(await statuses([first, second, await urlNow()])).toEqual([404, 404, 200])
})
