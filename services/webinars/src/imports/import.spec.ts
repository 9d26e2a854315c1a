import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, webinarsService] })
}, 60_000)
afterAll(() => system.stop())

/** A school with a session, and a report of Ann and of a stranger. */
async function school() {
  const made = await schoolWithSession(system)
  const { api, people, session } = made
  const ann = await people.users.create({ body: { email: 'ann@school.example' } })
  const importing = (csv: string, more: object = {}) =>
    api.attendanceImports.run({ body: { session_id: session.id, csv, ...more } })
  const attendance = async () => (await api.webinarAttendance.list()).data
  return { ...made, ann, importing, attendance }
}

const twice = `email,joined_at,left_at
ann@school.example,2026-03-15T14:00:00Z,2026-03-15T14:30:00Z
Ann@School.example,2026-03-15T14:20:00Z,2026-03-15T15:00:00Z
eve@elsewhere.example,2026-03-15T14:00:00Z,2026-03-15T15:00:00Z
`

test('lines of one person are joined, and the same file twice changes nothing', async () => {
  const { importing, attendance, ann, session, events } = await school()
  const report = await importing(twice)
  expect(report).toMatchObject({
    id: session.id,
    matched: 1,
    changed: 1,
    lines: [
      { line: 2, user_id: ann.id, by: 'email', live_seconds: 1800, problem: null },
      { line: 3, user_id: ann.id, live_seconds: 2400 },
      { line: 4, user_id: null, problem: 'person_unknown' },
    ],
  })
  const before = await attendance()
  expect(before).toMatchObject([
    { user_id: ann.id, live_seconds: 3600, recording_percent: 0, joined_at: '2026-03-15T14:00:00.000+00:00' },
  ])
  expect(await importing(twice)).toMatchObject({ matched: 1, changed: 0 })
  expect(await attendance()).toEqual(before)
  expect(await events('webinar.attended')).toHaveLength(1)
})

test('of the same file sent several times at once one counts', async () => {
  for (let round = 0; round < 3; round++) {
    const { importing, attendance, events } = await school()
    const reports = await Promise.all(
      Array.from({ length: 30 }, () => importing('email,minutes\nann@school.example,45\n')),
    )
    expect(reports.filter(({ changed }) => changed === 1)).toHaveLength(1)
    expect(await attendance()).toMatchObject([{ live_seconds: 2700 }])
    expect(await events('webinar.attended')).toHaveLength(1)
  }
})

test('a dry run reports the same and changes nothing', async () => {
  const { importing, attendance, events } = await school()
  const dry = await importing(twice, { dry_run: true })
  expect(await attendance()).toEqual([])
  expect(await events('webinar.attended')).toEqual([])
  expect({ ...(await importing(twice)), dry_run: true }).toEqual(dry)
})

test('a sum without times stays a sum, and a smaller one changes nothing', async () => {
  const { importing, attendance, register, ann } = await school()
  const { id } = await register(ann.id)
  await importing(`registration_id,minutes\n${id},45\n`)
  expect(await attendance()).toMatchObject([{ live_seconds: 2700, joined_at: null, left_at: null }])
  expect(await importing('email,minutes\nann@school.example,30\n')).toMatchObject({ changed: 0 })
  expect(await importing('email,minutes\nann@school.example,50\n')).toMatchObject({ changed: 1 })
})

test('a person is never matched by name, and what is no report is refused', async () => {
  const { importing, api, path } = await school()
  const unreadable = { status: 422, reason: 'report_unreadable' }
  await expect(importing('name,minutes\nAnn,45\n')).rejects.toMatchObject(unreadable)
  const long = `email,minutes\n${'ann@school.example,1\n'.repeat(1001)}`
  await expect(importing(long)).rejects.toMatchObject({ reason: 'report_too_long' })
  await api.webinarSessions.cancel({ path })
  await expect(importing(twice)).rejects.toMatchObject({ status: 409, reason: 'session_called_off' })
})
