import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import { hostOperations } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { type Arrived, type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import ICAL from 'ical.js'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'

let system: TestSystem
let mail: MailServer
let now = Date.parse('2027-01-10T12:00:00Z')
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [siteService, usersService, crmService, webinarsService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0, settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@mail.example' } },
  })
})
afterAll(async () => {
  await system.stop()
  await mail.close()
})

const workOff = async () => {
  await system.services.webinars!.workOffTasks()
  await system.services.crm!.workOffTasks()
}
const later = async (time: string) => {
  now = Date.parse(time)
  await workOff()
}

/** A school with a session on 15 January at 17:00 UTC, of which Ann in New York is told. */
async function prepareSchool(messages?: object) {
  now = Date.parse('2027-01-10T12:00:00Z')
  const { registry: schools } = system.internal('site', { registry })
  const host = `s${mail.mails.length}-${Math.random().toString(36).slice(2)}.example`
  const { id } = await schools.create({ body: { name: 'Painting school', domains: [host] } })
  const world = await schoolWithSession(system, {}, system.caller({ school: id }))
  if (messages)
    await world.api.webinars.update({
      path: { id: world.webinar.id },
      body: { messages: { ...world.webinar.messages, ...messages } },
    })
  const email = `ann@${host}`
  const ann = await world.people.users.create({
    body: { email, first_name: 'Ann', time_zone: 'America/New_York' },
  })
  const registration = await world.register(ann.id)
  await workOff()
  const crm = system.client('crm', crmContract.resources, world.caller)
  const subjects = async () =>
    (await crm.messages.list({ query: { sort: 'created_at' } })).data.map(({ subject }) => subject)
  const mails = () => mail.mails.filter(({ to }) => to.includes(email))
  return { ...world, ann, registration, subjects, mails, host }
}

/** What a calendar program reads in a mail. */
function entryIn({ text }: Arrived) {
  const [, encoded] = /text\/calendar[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(text)!
  const calendar = new ICAL.Component(ICAL.parse(Buffer.from(encoded!, 'base64').toString()))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
  }
}

test('whose zone is not known is told in that of the school', async () => {
  const { caller, people, register, host: domain } = await prepareSchool()
  const { host } = system.internal('site', { host: hostOperations }, { as: 'service', school: caller.school })
  const values = { time_zone: 'Asia/Tokyo' }
  await host.changeSettings({ body: { values, version: null, role: 'owner' } })
  const { id, email } = await people.users.create({ body: { email: `bob@${domain}` } })
  await register(id)
  await workOff()
  expect(mail.mails.find(({ to }) => to.includes(email!))!.text).toContain(
    'January 16, 2027 at 02:00 AM GMT+9',
  )
})

test('who registers is told in their zone and reminded; a moved session is told once and moves its reminders', async () => {
  const { api, path, mails, registration, host, subjects } = await prepareSchool()
  const [confirmation] = mails()
  expect(confirmation!.text).toContain('January 15, 2027 at 12:00 PM EST')
  expect(confirmation!.text).toContain(`://${host}`)
  const first = entryIn(confirmation!)
  expect(first).toMatchObject({ method: 'PUBLISH', start: '2027-01-15T17:00:00.000Z' })
  expect(first.uid).toContain(registration.id)
  await later('2027-01-14T17:00:01Z')
  expect(await subjects()).toHaveLength(2)
  for (const day of ['16', '20'])
    await api.webinarSessions.update({ path, body: { starts_at: `2027-01-${day}T18:00:00.000Z` } })
  await workOff()
  expect(await subjects()).toEqual([
    'You are registered: Colour',
    'Colour: January 15, 2027 at 12:00 PM EST',
    'New time: Colour',
  ])
  const moved = entryIn(mails()[2]!)
  expect(moved).toMatchObject({ uid: first.uid, start: '2027-01-20T18:00:00.000Z' })
  expect(moved.sequence).toBeGreaterThan(first.sequence)
  await later('2027-01-15T16:30:00Z')
  expect(await subjects()).toHaveLength(3)
  await later('2027-01-19T18:00:01Z')
  await later('2027-01-20T17:00:01Z')
  expect((await subjects()).slice(3)).toEqual([
    'Colour: January 20, 2027 at 01:00 PM EST',
    'Colour: January 20, 2027 at 01:00 PM EST',
  ])
  await api.webinarSessions.cancel({ path })
  await workOff()
  expect((await subjects()).at(-1)).toBe('Called off: Colour')
  const canceled = entryIn(mails().at(-1)!)
  expect(canceled).toMatchObject({ method: 'CANCEL', uid: first.uid })
  expect(canceled.sequence).toBeGreaterThan(moved.sequence)
})

test('a canceled registration gets its own end and no reminder, and a school chooses what it sends', async () => {
  const { api, subjects, mails, register, registration, ann } = await prepareSchool({
    reminder_minutes: [30],
  })
  await api.webinarRegistrations.cancel({ path: { id: registration.id } })
  await workOff()
  await later('2027-01-15T16:30:01Z')
  expect(await subjects()).toEqual(['You are registered: Colour', 'Your registration is canceled: Colour'])
  const sequences = mails().map(each => entryIn(each).sequence)
  await register(ann.id)
  await workOff()
  expect(entryIn(mails().at(-1)!).sequence).toBeGreaterThan(Math.max(...sequences))
  const quiet = await prepareSchool({ confirmations: false, reminder_minutes: [], changes: false })
  await quiet.api.webinarSessions.cancel({ path: quiet.path })
  await later('2027-01-16T17:00:00Z')
  expect(await quiet.subjects()).toEqual([])
})

const url = 'https://video.example/colour'

test('a kind is switched off by the school for everybody, and by a person for themselves', async () => {
  const { api, session, ann, subjects, caller } = await prepareSchool()
  const crm = system.client('crm', crmContract.resources, caller)
  const [first] = (await crm.messages.list()).data
  expect(first).toMatchObject({ notification: 'webinar_registered', status: 'sent', topic: 'webinars' })
  await crm.preferences.replace({
    path: { userId: ann.id },
    body: { off_notifications: ['webinar_moved'] as never },
  })
  const move = (starts_at: string) =>
    api.webinarSessions.update({ path: { id: session.id }, body: { starts_at } as never })
  await move('2027-01-16T17:00:00Z')
  await workOff()
  const byKind = async (notification: string) => (await crm.messages.list({ query: { notification } })).data
  expect(await byKind('webinar_moved')).toMatchObject([{ status: 'skipped', reason: 'topic_off' }])
  await asOwner(system.ownerUrl, owner =>
    owner.query(
      `insert into crm.settings (school_id, "values", version, updated_at) values ($1, $2, 2, now())`,
      [caller.school, JSON.stringify({ notifications: [{ kind: 'webinar_moved', send: false }] })],
    ),
  )
  const before = await subjects()
  await move('2027-01-17T17:00:00Z')
  await workOff()
  expect(await subjects()).toEqual(before)
})

test('everybody who was registered is told of the recording, once', async () => {
  const { api, path, subjects, mails } = await prepareSchool({ reminder_minutes: [] })
  await api.webinarSessions.start({ path })
  await later('2027-01-15T18:00:00Z')
  await api.webinarSessions.finish({ path })
  await workOff()
  expect(await subjects()).toHaveLength(1)
  await api.recordings.attach({ path, body: { url } })
  await api.recordings.attach({ path, body: { url: `${url}-again` } })
  await workOff()
  expect(await subjects()).toEqual(['You are registered: Colour', 'The recording is ready: Colour'])
  expect(mails().at(-1)!.text).not.toContain('text/calendar')
  const quiet = await prepareSchool({ recordings: false, reminder_minutes: [] })
  await quiet.api.webinarSessions.start({ path: quiet.path })
  await quiet.api.webinarSessions.finish({ path: quiet.path })
  await quiet.api.recordings.attach({ path: quiet.path, body: { url } })
  await workOff()
  expect(await quiet.subjects()).toEqual(['You are registered: Colour'])
})

test('a school writes the messages itself, by kind and language, and cannot delete a template in use', async () => {
  const { api, webinar, caller, register, people, subjects, path } = await prepareSchool({
    reminder_minutes: [],
  })
  const crm = system.client('crm', crmContract.resources, caller)
  const write = (subject: string, transport: 'email' | 'push' = 'email') =>
    crm.messageTemplates.create({
      body: { name: subject, subject, body: '{{ time }}: {{ url }}', transport },
    })
  const [german, others, push] = [
    await write('Willkommen zu {{ title }}'),
    await write('Welcome to {{ title }}'),
    await write('Pushed', 'push'),
  ]
  const templates = [
    { kind: 'registered', language: 'de', template_id: german.id },
    { kind: 'registered', language: null, template_id: others.id },
    { kind: 'canceled', language: null, template_id: push.id },
  ] as const
  await api.webinars.update({
    path: { id: webinar.id },
    body: { messages: { ...webinar.messages, reminder_minutes: [], templates: [...templates] } },
  })
  for (const locale of ['de-AT', 'fr'] as const) {
    const email = `${locale}-${caller.school}@people.example`.toLowerCase()
    const { id } = await people.users.create({ body: { email, first_name: 'Eve', locale } })
    await register(id)
    await workOff()
  }
  expect((await subjects()).slice(1)).toEqual(['Willkommen zu Colour', 'Welcome to Colour'])
  await expect(crm.messageTemplates.delete({ path: { id: german.id } })).rejects.toMatchObject({
    status: 409,
  })
  const unknown = [{ kind: 'left', template_id: 'tpl_01h455vb4pex5vsknk084sn02q' }] as const
  await expect(
    api.webinars.update({
      path: { id: webinar.id },
      body: { messages: { ...webinar.messages, templates: [...unknown] as never } },
    }),
  ).rejects.toMatchObject({ status: 422 })
  // A template for push is none for an e-mail: the built-in text is sent.
  await api.webinarSessions.cancel({ path })
  await workOff()
  expect((await subjects()).slice(3).sort()).toEqual([
    'Abgesagt: Colour',
    'Annulé : Colour',
    'Called off: Colour',
  ])
})

test('nobody is told of a session that is over: neither by a reminder nor of its new time', async () => {
  const { api, path, subjects } = await prepareSchool()
  now = Date.parse('2027-01-15T18:30:00Z')
  await workOff()
  expect(await subjects()).toEqual(['You are registered: Colour'])
  const moved = await prepareSchool({ reminder_minutes: [] })
  await moved.api.webinarSessions.update({
    path: moved.path,
    body: { starts_at: '2027-01-11T12:00:00.000+00:00' },
  })
  await moved.api.webinarSessions.start({ path: moved.path })
  await moved.api.webinarSessions.finish({ path: moved.path })
  await later('2027-01-11T14:00:00Z')
  expect(await moved.subjects()).toEqual(['You are registered: Colour'])
  await api.webinarSessions.cancel({ path })
})

test('a webinar stays until everybody is told that its session was called off', async () => {
  const { api, path, webinar, subjects } = await prepareSchool({ reminder_minutes: [] })
  await api.webinarSessions.cancel({ path })
  const remove = () => api.webinars.delete({ path: { id: webinar.id } })
  await expect(remove()).rejects.toMatchObject({ status: 409, reason: 'participants_untold' })
  await workOff()
  expect(await subjects()).toEqual(['You are registered: Colour', 'Called off: Colour'])
  expect(await remove()).toMatchObject({ deleted: true })
})
