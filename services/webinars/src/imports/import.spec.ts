import { TokenSigner, tokenHeader } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsContract } from '../contract.ts'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, webinarsService] })
})
afterAll(() => system.stop())

/** A school with a session, and a report of Ann and of a stranger. */
async function school() {
  const { registry: schools } = system.internal('site', { registry })
  const host = `${Math.random().toString(36).slice(2)}.example`
  const { id } = await schools.create({ body: { name: 'Painting school', domains: [host] } })
  const world = await schoolWithSession(system, {}, system.caller({ school: id }))
  const { api, people, session } = world
  const ann = await people.users.create({ body: { email: 'ann@school.example' } })
  const importing = (csv: string, more: object = {}) =>
    api.attendanceImports.run({ body: { session_id: session.id, csv, ...more } })
  const attendance = async () => (await api.webinarAttendance.list()).data
  return { ...world, ann, importing, attendance }
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

test('a caller who may not read people does not learn whose an address is', async () => {
  const { caller, session } = await school()
  const limited = { ...caller, rights: [['webinar-attendance:write']] }
  const { attendanceImports } = system.client('webinars', webinarsContract.resources, limited)
  const { matched, lines } = await attendanceImports.run({
    body: { session_id: session.id, csv: twice, dry_run: true },
  })
  expect([matched, ...lines.map(({ user_id }) => user_id)]).toEqual([1, null, null, null])
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

test('an import is told, also where the session is finished only afterwards', async () => {
  const { api, importing, events, path } = await school()
  await api.webinarSessions.start({ path })
  await importing('email,minutes\nann@school.example,45\n')
  await api.webinarSessions.finish({ path })
  const sentEvents = await events('webinar.attended')
  expect(sentEvents.map(({ data }) => data.object.live_seconds)).toEqual([2700])
})

test('who is absent by the report gets no attendance, and its columns tell the service', async () => {
  const { importing, attendance, register, ann, person } = await school()
  const bob = await person()
  await register(ann.id)
  await register(bob)
  const head = 'Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes)'
  const report = await importing(`${head}\nNo,Ann,ann@school.example,--,--,--\n`)
  expect(report).toMatchObject({
    ...{ provider: 'zoom', matched: 0, changed: 0, warnings: [] },
    lines: [{ user_id: ann.id, skipped: 'absent', problem: null, live_seconds: 0 }],
  })
  expect(await attendance()).toEqual([])
  const attendees = [
    { ext_user_id: bob, joins: ['2026-03-15T14:00:00Z'], leaves: ['2026-03-15T14:30:00Z'] },
    { ext_user_id: await person(), joins: ['2026-03-15T14:00:00Z'], leaves: [] },
  ]
  const analytics = { meeting_id: 'x', data: { finish: '2026-03-15T15:00:00Z', attendees } }
  expect(await importing(JSON.stringify(analytics))).toMatchObject({
    ...{ provider: 'bigbluebutton', matched: 1, changed: 1 },
    lines: [
      { user_id: bob, by: 'registration', live_seconds: 1800 },
      { user_id: null, problem: 'person_unknown' },
    ],
  })
})

test('a report of more than a week counts as a week', async () => {
  const { importing, attendance } = await school()
  await importing(`email,minutes\n${'ann@school.example,1440\n'.repeat(9)}`)
  expect(await attendance()).toMatchObject([{ live_seconds: 604_800 }])
})

test('a person is never matched by name, and what is no report is refused', async () => {
  const { importing, api, path } = await school()
  const unreadable = { status: 422, reason: 'report_unreadable' }
  await expect(importing('name,minutes\nAnn,45\n')).rejects.toMatchObject(unreadable)
  const long = (lines: number) => `email,minutes\n${'ann@school.example,1\n'.repeat(lines)}`
  await expect(importing(long(5001))).rejects.toMatchObject({ reason: 'report_too_long' })
  expect((await importing(long(5000), { dry_run: true })).lines).toHaveLength(5000)
  const nameless = 'Name,Moderator,Activity Score,Join,Left,Duration\nAnn,FALSE,1,-,-,00:30:00\n'
  await expect(importing(nameless)).rejects.toMatchObject({ status: 422, reason: 'report_nameless' })
  await api.webinarSessions.cancel({ path })
  await expect(importing(twice)).rejects.toMatchObject({ status: 409, reason: 'session_called_off' })
})

test('a report is imported from an uploaded file, and from one of the school alone', async () => {
  const { caller, api, session, ann } = await school()
  const signer = new TokenSigner(
    { name: 'gateway', privateKey: system.installation.signing.gateway!.privateKey },
    () => system.clock.now(),
  )
  const ask = async (path: string, body?: object) =>
    (await system.request('site', { method: 'POST', path: `/v1/files/${path}`, caller, body })).body
  /** Uploads a file as the gateway carries it. */
  const upload = async (bytes: Buffer): Promise<string> => {
    const described = { name: 'report.csv', content_type: 'text/csv', size: bytes.length }
    const { id, upload } = await ask('upload-url', described)
    const { url, headers } = upload.parts[0]
    const token = signer.sign('site', { kind: 'service', service: 'gateway', school: caller.school }, 'test')
    const path = url.slice(url.indexOf('/', 'https://'.length))
    await fetch(`${system.addresses.site}/streams${path}`, {
      method: 'PUT',
      headers: { ...headers, [tokenHeader]: token },
      body: new Uint8Array(bytes),
    })
    await ask(`${id}/complete`)
    return id
  }
  const file_id = (await upload(Buffer.from(`\ufeff${twice}`, 'utf16le'))) as never
  const run = (client: typeof api, body: object) =>
    client.attendanceImports.run({ body: { session_id: session.id, ...body } as never })
  expect(await run(api, { file_id })).toMatchObject({
    matched: 1,
    changed: 1,
    lines: [{ user_id: ann.id }, {}, {}],
  })
  await expect(run(api, { file_id, csv: twice })).rejects.toMatchObject({ reason: 'report_unclear' })
  const other = await school()
  const foreign = other.api.attendanceImports.run({
    body: { session_id: other.session.id, file_id } as never,
  })
  await expect(foreign).rejects.toMatchObject({ status: 422, reason: 'file_unknown' })
})
