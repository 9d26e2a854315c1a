import { newId } from '@lms/contract'
import { eventually, somePageVisit, type TestSystem } from '@lms/testing'
import type { MailServer } from '@lms/testing/mail-server'
import { crmContract } from '../contract.ts'
import { type MailedWorld, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'

let world: MailedWorld
let system: TestSystem
let mail: MailServer
beforeAll(async () => {
  world = await startMailedWorld()
  ;({ system, mail } = world)
}, 60_000)
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
