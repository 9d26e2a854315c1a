// What each operation needs to succeed: the objects it names are made through the API itself. An operation whose
// body and path can be made from its declaration alone needs no entry.
import { randomBytes } from 'node:crypto'
import { eventually } from '../eventually.ts'
import type { Ask, School } from './world.ts'

export type Example = Pick<Ask, 'path' | 'body' | 'onBehalfOf'>
type Build = (school: School) => Promise<Example> | Example

const unique = () => randomBytes(6).toString('hex')

const newUser = () => ({ email: `${unique()}@school.example`, first_name: 'Ann' })
const user = (school: School) => school.done('users.create', { body: newUser() })
const key = (school: School) =>
  school.done('apiKeys.issue', { body: { name: 'CRM', kind: 'integration', role: 'manager' } })
const offer = (school: School) =>
  school.done('offers.create', { body: { name: 'Course', amount: 4900, currency: 'EUR' } })

async function offerItem(school: School) {
  const { id } = await offer(school)
  const item = await school.done('offerItems.create', {
    path: { id },
    body: { kind: 'course', name: 'Lessons' },
  })
  return { id, itemId: item.id as string }
}

async function newOrder(school: School) {
  const [{ id: user_id }, { id: offer_id }] = await Promise.all([user(school), offer(school)])
  return { user_id, items: [{ offer_id }] }
}
const order = async (school: School) => school.done('orders.create', { body: await newOrder(school) })

async function orderItem(school: School) {
  const { id } = await order(school)
  const { id: offer_id } = await offer(school)
  const { items } = await school.done('orderItems.add', { path: { id }, body: { offer_id } })
  return { id, itemId: items.at(-1).id as string }
}

const field = (school: School) =>
  school.done('customFields.create', { body: { name: `f_${unique()}`, type: 'text' } })

const tag = (school: School) => school.done('tags.create', { body: { name: unique() } })

async function taggedUser(school: School): Promise<Example> {
  const [{ id }, { name }] = await Promise.all([user(school), tag(school)])
  return { path: { id }, body: { tags: [name] } }
}

/** An example that names one object by its id. */
const on =
  (make: (school: School) => Promise<{ id: string }>, body?: unknown): Build =>
  async school => ({ path: { id: (await make(school)).id }, body })

const webhook = (school: School) => school.done('webhooks.create', { body: newWebhook() })
// Nobody listens there, and nothing needs to: what is asked here is asked of the API.
const newWebhook = () => ({ url: 'http://127.0.0.1:9/hook', events: ['webinar.*'] })

/** An event of the school, once the journal has it. */
async function event(school: School): Promise<{ id: string }> {
  const { id } = await user(school)
  return eventually('the event of a new person', async () => {
    const { data } = await school.done('events.list', { query: `?object_id=${id}` })
    return data[0]
  })
}

/** A delivery to an address where nobody listens. */
async function delivery(school: School): Promise<{ id: string }> {
  const { id } = await school.done('webhooks.create', { body: { ...newWebhook(), events: ['user.created'] } })
  await user(school)
  return eventually('the delivery of a new person', async () => {
    const { data } = await school.done('deliveries.list', { query: `?webhook_id=${id}` })
    return data[0]
  })
}

export const examples: Record<string, Build> = {
  'users.create': () => ({ body: newUser() }),
  'users.get': on(user),
  'users.byEmail': async school => ({ path: { email: (await user(school)).email } }),
  'users.change': on(user, { first_name: 'Anna' }),
  'users.remove': on(user),
  'me.change': async school => ({ onBehalfOf: (await user(school)).id, body: { first_name: 'Anna' } }),
  'apiKeys.get': on(key),
  'apiKeys.change': on(key, { name: 'Shop' }),
  'apiKeys.revoke': on(key),
  'customFields.create': () => ({ body: { name: `f_${unique()}`, type: 'choice', options: ['A1', 'A2'] } }),
  'customFields.get': on(field),
  'customFields.change': on(field, { label: 'Home town' }),
  'customFields.remove': on(field),
  'tags.create': () => ({ body: { name: unique() } }),
  'tags.get': on(tag),
  'tags.change': async school => ({ path: { id: (await tag(school)).id }, body: { name: unique() } }),
  'tags.remove': on(tag),
  'personTags.list': async school => {
    const example = await taggedUser(school)
    await school.done('personTags.add', example)
    return { path: example.path! }
  },
  'personTags.add': taggedUser,
  'personTags.replace': taggedUser,
  'personTags.remove': taggedUser,
  'persons.merge': async school => ({
    path: { id: (await user(school)).id },
    body: { user_id: (await user(school)).id },
  }),
  'persons.anonymize': on(user),
  'dataExports.order': on(user),
  'consents.list': on(user),
  'consents.record': on(user, { channel: 'email', text_version: '2026-01', source: 'form' }),

  'offers.get': on(offer),
  'offers.change': on(offer, { amount: 5900 }),
  'offers.remove': on(offer),
  'offerItems.list': on(offer),
  'offerItems.create': on(offer, { kind: 'course', name: 'Lessons' }),
  'offerItems.get': async school => ({ path: await offerItem(school) }),
  'offerItems.change': async school => ({ path: await offerItem(school), body: { name: 'All lessons' } }),
  'offerItems.remove': async school => ({ path: await offerItem(school) }),
  'orders.create': async school => ({ body: await newOrder(school) }),
  'orders.get': on(order),
  'orders.change': on(order, { comment: 'Call before.' }),
  'orders.cancel': on(order),
  'orders.markPaid': on(order, {}),
  'orderItems.list': on(order),
  'orderItems.add': async school => ({
    path: { id: (await order(school)).id },
    body: { offer_id: (await offer(school)).id },
  }),
  'orderItems.change': async school => ({ path: await orderItem(school), body: { quantity: 3 } }),
  'orderItems.remove': async school => ({ path: await orderItem(school) }),

  'domains.add': () => ({ body: newDomain() }),
  'domains.get': on(domain),
  'domains.remove': async school => {
    await domain(school)
    return { path: { id: (await domain(school)).id } }
  },

  'events.get': on(event),
  'webhooks.create': () => ({ body: newWebhook() }),
  'webhooks.get': on(webhook),
  'webhooks.change': on(webhook, { active: false }),
  'webhooks.remove': on(webhook),
  'webhooks.test': on(webhook),
  'deliveries.retry': async school => ({ body: { delivery_ids: [(await delivery(school)).id] } }),
  'events.replay': on(event),
  'events.replayMany': () => ({ body: { types: ['webinar.*'], dry_run: true } }),
}

const newDomain = () => ({ host: `${unique()}.school.example` })
function domain(school: School) {
  return school.done('domains.add', { body: newDomain() })
}
