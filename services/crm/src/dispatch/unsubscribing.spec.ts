import { newId } from '@lms/contract'
import { hostOperations } from '@lms/service-host'
import { eventually, somePageVisit, type TestSystem } from '@lms/testing'
import type { MailServer } from '@lms/testing/mail-server'
import { usersContract } from '@lms/users/contract'
import { crmContract } from '../contract.ts'
import { type MailedWorld, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'

let world: MailedWorld
let system: TestSystem
let mail: MailServer
beforeAll(async () => {
  world = await startMailedWorld()
  ;({ system, mail } = world)
})
afterAll(() => world?.stop())

/** A school with a person who has agreed to e-mails and got one of the news. */
async function school(fields: object = {}) {
  const base = await schoolOf(system)
  const { caller, api } = base
  const consent = { channel: 'email', text_version: '1', source: 'form' } as const
  const agreed = async (more: object = {}) => {
    const person = await base.person(more)
    await base.consents.record({ path: { id: person.id }, body: consent })
    return person
  }
  const ann = await agreed(fields)
  const sendTo = async (user_id: typeof ann.id, more: object = {}) => {
    const { id } = await api.messages.create({ body: { user_id, subject: 'Hi', body: 'Hello', ...more } })
    const get = () => api.messages.get({ path: { id } })
    await eventually('the end', async () => !['queued', 'sending'].includes((await get()).status))
    return get()
  }
  const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address))
  await sendTo(ann.id)
  const { text } = mailsTo(ann.email!)[0]!
  const token = /unsubscribe\/([0-9a-z]{26}\.[\w-]{24})/.exec(text)![1]!
  const { unsubscribing } = system.internal('crm', crmContract.internal, { school: caller.school })
  const unsubscribe = () => unsubscribing.unsubscribe({ body: { ...somePageVisit, token } })
  const preferencesOf = (userId: typeof ann.id) => api.preferences.get({ path: { userId } })
  const consentOf = async (id: typeof ann.id) => (await base.consents.list({ path: { id } })).data[0]!.status
  return {
    ...base,
    ann,
    agreed,
    sendTo,
    mailsTo,
    token,
    unsubscribing,
    unsubscribe,
    preferencesOf,
    consentOf,
  }
}

test('who unsubscribes and then changes their address gets no news there', async () => {
  const { ann, users, sendTo, unsubscribe, preferencesOf, consentOf, api } = await school()
  await unsubscribe()
  expect(await preferencesOf(ann.id)).toMatchObject({ off_topics: ['news'] })
  expect((await api.suppressions.list()).data).toMatchObject([{ reason: 'unsubscribed', topic: 'news' }])
  const email = `${newId('usr')}@school.example`
  await users.update({ path: { id: ann.id }, body: { email } })
  expect(await sendTo(ann.id)).toMatchObject({ status: 'skipped' })
  expect(await sendTo(ann.id, { topic: 'study' })).toMatchObject({ status: 'sent', address: email })
  // No topic needs the consent any more: segments by consents show it, too.
  await eventually('the withdrawal', async () => (await consentOf(ann.id)) === 'withdrawn')
})

test('who unsubscribes and then is merged gets no news as the person who stays', async () => {
  const { ann, agreed, sendTo, unsubscribe, preferencesOf, persons } = await school()
  const bea = await agreed()
  await unsubscribe()
  await persons.merge({ path: { id: bea.id }, body: { user_id: ann.id } })
  await eventually('the merge', async () => (await preferencesOf(bea.id)).off_topics.length === 1)
  expect(await sendTo(bea.id)).toMatchObject({ status: 'skipped' })
})

test('who unsubscribes by a mail from before a merge says no for the person who stays', async () => {
  const { ann, agreed, sendTo, unsubscribe, preferencesOf, persons, api } = await school()
  const bea = await agreed()
  await persons.merge({ path: { id: bea.id }, body: { user_id: ann.id } })
  await eventually('the merge', async () => (await api.messages.list()).data[0]!.user_id === bea.id)
  await unsubscribe()
  expect(await preferencesOf(bea.id)).toMatchObject({ off_topics: ['news'] })
  expect(await sendTo(bea.id)).toMatchObject({ status: 'skipped' })
})

/** The person fills in a form, and follows the link of the mail that asks them. */
async function subscribeAgain({ caller, ann, mailsTo }: Awaited<ReturnType<typeof school>>) {
  const { school } = caller
  const { leads } = system.internal('users', usersContract.internal, { as: 'site', school })
  const { consentInternalApi } = system.internal('users', usersContract.internal, { school })
  const asked = () => /consent-confirmations\/([\w.-]+)/.exec(mailsTo(ann.email!).at(-1)!.text)?.[1]
  world.now += 60_000
  await leads.receive({
    body: {
      ...{ submission_id: newId('fsb'), email: ann.email, phone: null, tag_ids: [] },
      consents: [{ channel: 'email', text_version: '1', source: 'form' }],
    },
  })
  await eventually('the question', async () => asked() !== undefined)
  await consentInternalApi.confirm({ body: { ...somePageVisit, token: asked()! } })
}

test('who subscribes again and confirms it gets news again, and one that staff recorded changes nothing', async () => {
  const base = await school()
  const { ann, sendTo, unsubscribe, preferencesOf, consentOf, consents, api } = base
  await unsubscribe()
  await eventually('the withdrawal', async () => (await consentOf(ann.id)) === 'withdrawn')
  world.now += 60_000
  const recorded = { channel: 'email', text_version: '0', source: 'import' } as const
  await consents.record({ path: { id: ann.id }, body: recorded })
  expect(await sendTo(ann.id)).toMatchObject({ status: 'skipped', reason: 'suppressed' })
  await subscribeAgain(base)
  await eventually('the list', async () => (await api.suppressions.list()).data.length === 0)
  expect(await preferencesOf(ann.id)).toMatchObject({ off_topics: [] })
  expect(await sendTo(ann.id)).toMatchObject({ status: 'sent' })
})

test.each(['manual', 'complaint', 'hard_bounce'] as const)(
  'a confirmation does not lift %s',
  async reason => {
    const base = await school()
    const { ann, sendTo, unsubscribe, preferencesOf, consentOf, api } = base
    await unsubscribe()
    await eventually('the withdrawal', async () => (await consentOf(ann.id)) === 'withdrawn')
    await api.suppressions.create({ body: { user_id: ann.id, reason } })
    await subscribeAgain(base)
    await eventually('the topics', async () => (await preferencesOf(ann.id)).off_topics.length === 0)
    expect((await api.suppressions.list()).data).toMatchObject([{ reason }])
    expect(await sendTo(ann.id)).toMatchObject({ status: 'skipped', reason: 'suppressed' })
  },
)

test('who unsubscribes and is imported again, or was erased and comes back, gets no news there', async () => {
  const { ann, caller, sendTo, unsubscribe, consentOf, person, persons, consents } = await school()
  await unsubscribe()
  await eventually('the withdrawal', async () => (await consentOf(ann.id)) === 'withdrawn')
  world.now += 60_000
  const { peopleImports } = system.internal('users', usersContract.internal, {
    as: 'service',
    school: caller.school,
  })
  const consent = { channel: 'email', text_version: '1', source: 'import' } as const
  await peopleImports.take({
    body: {
      ...{ import_id: newId('imp'), dry_run: false, on_match: 'overwrite', tag_ids: [], group_ids: [] },
      ...{ consent, role: 'owner', rights: [['*']] },
      rows: [{ row: 1, values: { email: ann.email!, first_name: 'Anna' } }],
    },
  })
  expect(await sendTo(ann.id)).toMatchObject({ status: 'skipped', reason: 'suppressed' })
  await persons.anonymize({ path: { id: ann.id } })
  const back = await person({ email: ann.email })
  await consents.record({ path: { id: back.id }, body: { ...consent, source: 'form' } })
  expect(await sendTo(back.id)).toMatchObject({ status: 'skipped', reason: 'suppressed' })
})

test('one answer says about what a person may be written to, and why not: their page, the staff and sending', async () => {
  const { ann, as, unsubscribe, preferencesOf, api } = await school()
  const reasonOf = async (key: string, transport = 'email') => {
    const { topics } = await preferencesOf(ann.id)
    return topics!.find(topic => topic.key === key)!.transports.find(each => each.transport === transport)!
      .reason
  }
  expect(await reasonOf('news')).toBeNull()
  expect(await reasonOf('news', 'sms')).toBe('no_address')
  await unsubscribe()
  expect(await reasonOf('news')).toBe('suppressed')
  expect(await reasonOf('news', 'in_app')).toBe('topic_off')
  expect(await reasonOf('study')).toBeNull()
  // Who says it is the person: what they unsubscribed from by a link is on again.
  const own = as('student', ann.id).preferences
  const path = { userId: ann.id }
  await api.preferences.replace({ path, body: { off_topics: [] } })
  expect(await reasonOf('news')).toBe('suppressed')
  await own.replace({ path, body: { off_topics: ['news'] } })
  await own.replace({ path, body: { off_topics: [] } })
  await eventually('the consent', async () => (await reasonOf('news')) === null)
  await own.replace({ path, body: { all_off: true } })
  expect(['no_consent', 'topic_off']).toContain(await reasonOf('news'))
})

test('the page of the link is in the language of the mail, and offers each topic and all', async () => {
  const { ann, token, mailsTo, unsubscribing, sendTo, preferencesOf } = await school({ locale: 'de' })
  expect(mailsTo(ann.email!)[0]!.text).toContain('Abmelden')
  const { title, content, language } = await unsubscribing.show({ body: { ...somePageVisit, token } })
  expect([title, language]).toEqual(['Abmelden', 'de'])
  expect(content).toContain('name="topic.news" value="on" checked')
  expect(content).not.toContain('topic.study')
  expect(content).toContain('value="all"')
  const send = (fields: Record<string, string>) =>
    unsubscribing.unsubscribe({ body: { ...somePageVisit, token, fields } })
  await send({ choice: 'topics' })
  expect(await preferencesOf(ann.id)).toMatchObject({ off_topics: ['news'], all_off: false })
  expect(await sendTo(ann.id)).toMatchObject({ status: 'skipped', reason: 'suppressed' })
  await send({ choice: 'topics', 'topic.news': 'on' })
  const newsOfMail = async () =>
    (await preferencesOf(ann.id)).topics!.find(({ key }) => key === 'news')!.transports[0]!.reason
  await eventually('the consent', async () => (await newsOfMail()) === null)
  expect(await sendTo(ann.id)).toMatchObject({ status: 'sent' })
  await send({ choice: 'all' })
  expect(await preferencesOf(ann.id)).toMatchObject({ all_off: true })
  expect(await sendTo(ann.id)).toMatchObject({ status: 'skipped' })
  expect(await sendTo(ann.id, { topic: 'study' })).toMatchObject({ status: 'sent' })
})

test('a topic that is ticked on the page of the link is sent, also where nobody has consented to it before', async () => {
  const { caller, person, sendTo, mailsTo, unsubscribing, consents, preferencesOf } = await school()
  const { host } = system.internal('crm', { host: hostOperations }, { as: 'service', school: caller.school })
  const topics = [
    { key: 'news', name: 'News', basis: 'consent' },
    { key: 'hints', name: 'Hints', basis: 'opt_out' },
  ]
  await host.changeSettings({ body: { values: { topics }, version: null, role: 'owner' } })
  const bea = await person()
  expect(await sendTo(bea.id)).toMatchObject({ status: 'skipped', reason: 'no_consent' })
  await sendTo(bea.id, { topic: 'hints' })
  const token = /unsubscribe\/([0-9a-z]{26}\.[\w-]{24})/.exec(mailsTo(bea.email!)[0]!.text)![1]!
  const page = async () => (await unsubscribing.show({ body: { ...somePageVisit, token } })).content
  expect(await page()).toMatch(/name="topic.news" value="on">/)
  const fields = { choice: 'topics', 'topic.news': 'on', 'topic.hints': 'on' }
  await unsubscribing.unsubscribe({ body: { ...somePageVisit, token, fields } })
  await eventually('the choice', async () => (await page()).includes('name="topic.news" value="on" checked'))
  expect(await sendTo(bea.id)).toMatchObject({ status: 'sent' })
  expect((await consents.list({ path: { id: bea.id } })).data).toMatchObject([
    { channel: 'email', status: 'given', source: 'preferences' },
  ])
  expect(await preferencesOf(bea.id)).toMatchObject({ off_topics: [] })
})

test('a content can lead to the page by itself, and then has no second link', async () => {
  const { ann, sendTo, mailsTo } = await school()
  const body = 'Hello. [No more]({{ unsubscribe_url }})'
  expect(await sendTo(ann.id, { body })).toMatchObject({ status: 'sent' })
  const text = mailsTo(ann.email!)[1]!.text.replaceAll('=\r\n', '')
  expect(text).toMatch(/href="[^"]*\/unsubscribe\/[\w.-]+">No more/)
  expect(text).not.toContain('>Unsubscribe</a>')
})
