// A message, followed from what caused it to what its receiver did: `lms trace` of one request.
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { newId } from '@lms/contract'
import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import type { Trace } from '@lms/gateway/operator'
import { scenariosContract } from '@lms/scenarios/contract'
import { scenariosService } from '@lms/scenarios/service'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { openLinks } from './mail-links.ts'

let mail: MailServer
let system: TestSystem
let gateway: TestGateway
let broken: string[]
let offset = 0
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [
      ...[usersService, siteService, serviceService, commerceService, crmService, scenariosService],
      webhooksService,
    ],
    clock: { now: () => new Date(Date.now() + offset) },
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@platform.example' } },
  })
  gateway = await startTestGateway(system)
  broken = openLinks(mail, gateway, { elsewhere: ['harbour.example'] })
}, 300_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
  await mail.close()
})

async function school() {
  const access = await newSchool(gateway, 'Harbour')
  const api = gateway.client(
    {
      ...usersContract.resources,
      ...commerceContract.resources,
      ...crmContract.resources,
      ...scenariosContract.resources,
    },
    access,
  )
  const person = () => api.users.create({ body: { email: `p${Math.random()}@school.example` } })
  const post = async (path: string, body: object) => {
    const { status, headers } = await gateway.call('POST', `/api/v1${path}`, { ...access, body })
    expect(status).toBe(201)
    return headers['x-request-id']!
  }
  const mailTo = ({ email }: { email: string | null }, part: string) =>
    eventually('the mail', () =>
      mail.mails.find(({ to, text }) => to.includes(email!) && text.includes(part)),
    )
  return { ...access, api, person, post, mailTo }
}

/** The trace of a request, with its events in and after its transactions, once this type is among them. */
const traceOf = (requestId: string, type: string) =>
  eventually(`${type} in the trace`, async () => {
    const { status, body } = await gateway.operator('GET', `/trace/${requestId}`)
    if (status !== 200) return null
    const trace = body as Trace
    const all = [...trace.transactions.flatMap(each => each.events), ...trace.events]
    return all.some(event => event.type === type) && { ...trace, all }
  })
const eventsOf = async (requestId: string, type: string) => (await traceOf(requestId, type)).all

test('one trace leads from an order to all that a scenario does a day later, and from another one to its own', async () => {
  const { api, person, post, mailTo } = await school()
  const tag = await api.tags.create({ body: { name: 'Basket' } })
  const group = await api.groups.create({ body: { name: 'Hesitant' } })
  const course_id = newId('crs')
  const nodes = [
    { id: 'begin', kind: 'trigger', start: { by: 'event', type: 'order.created' }, next: 'rest' },
    { id: 'rest', kind: 'wait', until: { by: 'minutes', minutes: 24 * 60 }, next: 'tag' },
    { id: 'tag', kind: 'tag', tag_id: tag.id, next: 'join' },
    { id: 'join', kind: 'group', group_id: group.id, next: 'grant' },
    { id: 'grant', kind: 'grant', course_id, next: 'revoke' },
    { id: 'revoke', kind: 'revoke', course_id, next: 'leave' },
    { id: 'leave', kind: 'group', group_id: group.id, action: 'leave', next: 'untag' },
    { id: 'untag', kind: 'tag', tag_id: tag.id, action: 'remove', next: 'note' },
    { id: 'note', kind: 'note', text: 'Left a basket.', next: 'task' },
    { id: 'task', kind: 'task', title: 'Call', next: 'write' },
    {
      ...{ id: 'write', kind: 'message', topic: 'study', subject: 'Your basket', body: 'It waits.' },
      next: 'end',
    },
    { id: 'end', kind: 'end' },
  ]
  const { id } = await api.scenarios.create({ body: { name: 'Basket', graph: { nodes } as never } })
  await api.scenarios.publish({ path: { id }, body: {} })
  await api.scenarios.status({ path: { id }, body: { status: 'enabled' } })
  const offer = await api.offers.create({ body: { name: 'Course', amount: 500, currency: 'EUR' } })
  const [ann, bea] = [await person(), await person()]
  const [first, second] = [
    await post('/orders', { user_id: ann.id, items: [{ offer_id: offer.id }] }),
    await post('/orders', { user_id: bea.id, items: [{ offer_id: offer.id }] }),
  ]
  const waiting = async () =>
    (await api.scenarioRuns.list()).data.filter(({ node, status }) => node === 'rest' && status === 'waiting')
  await eventually('both waiting', async () => (await waiting()).length === 2)
  offset += 25 * 3_600_000
  const expectedTypes = [
    ...['course.access_granted', 'course.access_revoked', 'message.sent', 'system.scenario_run_finished'],
    ...['user.group_joined', 'user.group_left', 'user.tag_added', 'user.tag_removed'],
  ]
  for (const [request, receiver] of [
    [first, ann],
    [second, bea],
  ] as const) {
    await mailTo(receiver, 'It waits.')
    // Each service publishes its own.
    for (const type of expectedTypes) await traceOf(request, type)
    const { all, effects } = await traceOf(request, 'system.scenario_run_finished')
    const [order] = all.filter(({ type }) => type === 'order.created')
    expect(order!.reactions.map(({ reaction }) => reaction)).toContain('scenarios')
    // Of what both people got in one step, its own.
    const types = all.map(({ type }) => type).filter(type => expectedTypes.includes(type))
    expect(types.sort()).toEqual(expectedTypes)
    expect(effects.map(({ kind, outcome, user_id }) => [kind, outcome, user_id])).toEqual(
      ['tag', 'group', 'grant', 'revoke', 'group', 'tag', 'note', 'task', 'message'].map(kind => [
        ...[kind, 'done', receiver.id],
      ]),
    )
  }
})

test('one trace leads from the start of a mailing to a click in it', async () => {
  const { api, host, person, post, mailTo } = await school()
  const ann = await person()
  const document = { blocks: [{ type: 'button', label: 'Look', target: 'https://harbour.example/boats' }] }
  const mailing = await api.mailings.create({
    body: {
      ...{ name: 'Boats', subject: 'Boats', topic: 'study' },
      ...{ document: document as never, audience: { user_ids: [ann.id] } },
    },
  })
  const request = await post(`/mailings/${mailing.id}/start`, {})
  const { text } = await mailTo(ann, 'Look')
  await eventsOf(request, 'message.sent')
  // Later than a program that looks at links.
  offset += 60_000
  const [, path] = /https?:\/\/[^/\s]+(\/links\/[\w.-]+)/.exec(text)!
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const followed = await gateway.call('GET', path!, { host, headers: { 'user-agent': agent } })
  expect(followed.headers.location).toBe('https://harbour.example/boats')
  offset += 60_000
  const types = (await eventsOf(request, 'message.clicked')).map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['message.sent', 'message.clicked']))
})

test('every link of every mail opens', () => expect(broken).toEqual([]))
