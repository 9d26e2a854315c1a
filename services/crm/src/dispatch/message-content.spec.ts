// What a message says, for whoever may read messages: what was sent, or would have been.
import { eventually } from '@lms/testing'
import { type MailedWorld, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld()
})
afterAll(() => world?.stop())

/** A school with a person who has agreed to nothing, and the end of what is sent to them. */
async function school() {
  const base = await schoolOf(world.system)
  const person = await base.person({ first_name: 'Ann' })
  const { api } = base
  const get = (id: string) => api.messages.get({ path: { id: id as never } })
  const ended = (id: string) =>
    eventually('the end', async () => {
      const message = await get(id)
      return !['queued', 'sending'].includes(message.status) && message
    })
  const create = (fields: object) =>
    api.messages.create({
      body: {
        user_id: person.id,
        topic: 'study',
        subject: 'Hi {{ user.first_name }}',
        body: 'Hello',
        ...fields,
      },
    })
  return { ...base, person, get, ended, create }
}

test('what was sent stays as it left, whatever becomes of its values', async () => {
  const { person, users, get, ended, create } = await school()
  const { id } = await create({
    body: '# Dear {{ user.first_name }}\n\n{{ what }}',
    variables: { what: 'Soon' },
  })
  const { content } = await ended(id)
  await users.update({ path: { id: person.id }, body: { first_name: 'Anna' } })
  expect(content).toMatchObject({ subject: 'Hi Ann', text: expect.stringContaining('Dear Ann\n\nSoon') })
  expect(content!.html).toMatch(/<!doctype html>[\s\S]*<h1[^>]*>Dear Ann<\/h1>/)
  expect(content!.html).not.toMatch(/\/(opens|links|unsubscribe)\//)
  expect((await get(id)).content).toEqual(content)
})

test('what waits, and what was skipped, shows what would have been sent', async () => {
  const { get, ended, create } = await school()
  const later = new Date(world.now + 86_400_000).toISOString()
  const waiting = await create({ send_at: later })
  expect(await get(waiting.id)).toMatchObject({
    status: 'queued',
    content: { subject: 'Hi Ann', text: expect.stringMatching(/^Hello\n\n-- \nPainting school\n/) },
  })
  const skipped = await create({ topic: 'news', body: 'Hello **{{ user.first_name }}**' })
  expect(await ended(skipped.id)).toMatchObject({
    reason: 'no_consent',
    content: { html: expect.stringContaining('Hello <strong>Ann</strong>') },
  })
  const unfit = await create({ body: '{{ nothing }}' })
  expect(await ended(unfit.id)).toMatchObject({
    reason: 'template_error',
    content: { text: expect.not.stringContaining('nothing') },
  })
})

test('a message of a mailing shows its text to whom it went, without the links of its person', async () => {
  const { api, person, ended } = await school()
  const body = 'Hello {{ user.first_name }}: {{ unsubscribe_url }} {{ view_url }}'
  const { id } = await api.mailings.create({
    body: { name: 'Autumn', topic: 'study', subject: 'Hi', body, audience: { user_ids: [person.id] } },
  })
  await api.mailings.start({ path: { id }, body: {} })
  const message = await eventually('the message', async () => (await api.messages.list()).data[0])
  const { content } = await ended(message.id)
  expect(content!.text).toMatch(/^Hello Ann: \S+/)
  expect(content!.text).not.toMatch(/\/(unsubscribe|mails)\//)
})

test('the links of its person are those of the school in what was sent alone, too', async () => {
  const { ended, create } = await school()
  const { id } = await create({ body: 'No more: {{ unsubscribe_url }}' })
  const { content } = await ended(id)
  expect(content!.text).toMatch(/^No more: https?:\/\/\S+\n/)
  expect(`${content!.text}${content!.html}`).not.toContain('/unsubscribe/')
})

test('nothing is left of it once its person is erased', async () => {
  const { person, persons, get, ended, create } = await school()
  const sent = await create({})
  await ended(sent.id)
  const waiting = await create({ send_at: new Date(world.now + 86_400_000).toISOString() })
  await persons.anonymize({ path: { id: person.id } })
  await eventually('nothing', async () => (await get(sent.id)).content === null)
  await eventually('nothing of what waits', async () => (await get(waiting.id)).content === null)
})
