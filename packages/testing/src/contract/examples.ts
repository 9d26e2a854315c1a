// What each operation needs to succeed: the body that its declaration shows as an example, with the ids of objects that
// are made through the API itself. An operation that names nothing needs no entry, nor does one on an object of a resource.
import { type OperationEntry, operationId, operations } from '@lms/api'
import { exampleBody, newId } from '@lms/contract'
import { eventually } from '../eventually.ts'
import { messengerId, miniAppData, widgetFields } from '../messenger.ts'
import { randomHex } from '../random.ts'
import { type Ask, entryOf, type School } from './world.ts'

export type Example = Pick<Ask, 'path' | 'body' | 'onBehalfOf'>
type Build = (school: School) => Promise<Example> | Example

const unique = () => randomHex(12)

/** The declared example of an operation's body, with what is a test's own. */
const bodyOf = (id: string, own: object = {}) => ({
  ...(exampleBody(entryOf(id).operation) as object),
  ...own,
})

const newUser = () => bodyOf('users.create', { email: `${unique()}@school.example` })
const user = (school: School) => school.done('users.create', { body: newUser() })
const newIdentity = async (school: School) =>
  bodyOf('identities.bind', { subject: unique(), user_id: (await user(school)).id })
const identity = async (school: School) => school.done('identities.bind', { body: await newIdentity(school) })

/** The first of two login methods of one person. */
async function spareIdentity(school: School) {
  const { user_id, ...first } = await identity(school)
  await school.done('identities.bind', { body: { provider: 'vk', subject: unique(), user_id } })
  return first as { id: string }
}

/** A person who has signed in twice. */
async function signedIn(school: School): Promise<{ id: string }> {
  const id = messengerId()
  const signIn = (username: string) => school.done('auth.messenger', { body: widgetFields({ id, username }) })
  await signIn('one')
  return (await signIn('two')).user
}

const offer = (school: School) => school.done('offers.create', { body: bodyOf('offers.create') })

async function offerItem(school: School) {
  const { id } = await offer(school)
  const item = await school.done('offerItems.create', {
    path: { id },
    body: bodyOf('offerItems.create'),
  })
  return { id, itemId: item.id as string }
}

async function promoted(school: School) {
  const [{ id: offer_id }, { id: group_id }] = await Promise.all([offer(school), group(school)])
  return { offer_ids: [offer_id], group_ids: [group_id] }
}
async function gift(school: School) {
  return { kind: 'gift', percent_off: null, gift_offer_id: (await offer(school)).id }
}
async function promoCode(school: School, fields: object = {}): Promise<{ id: string }> {
  const body = bodyOf('promoCodes.create', { code: unique(), ...fields })
  return { id: (await school.done('promoCodes.create', { body })).id }
}

const redirect = (school: School) =>
  school.done('redirects.create', { body: bodyOf('redirects.create', { from_path: `/${unique()}` }) })

async function newOrder(school: School) {
  const [{ id: user_id }, { id: offer_id }] = await Promise.all([user(school), offer(school)])
  return { ...bodyOf('orders.create', { items: [{ offer_id }] }), user_id: user_id as string }
}
const order = async (school: School) => school.done('orders.create', { body: await newOrder(school) })

async function orderItem(school: School) {
  const { id } = await order(school)
  const { id: offer_id } = await offer(school)
  const { items } = await school.done('orderItems.add', { path: { id }, body: { offer_id } })
  return { id, itemId: items.at(-1).id as string }
}

const group = (school: School, fields: object = {}) =>
  school.done('groups.create', { body: { name: 'Spring', ...fields } })

const groupNames = async (school: School) => ({
  curator_id: (await curator(school)).id,
  course_ids: [newId('crs')],
})
const curator = (school: School) => school.done('users.create', { body: { ...newUser(), role: 'curator' } })

async function member(school: School, fields: object = {}) {
  const [{ id }, { id: user_id }] = await Promise.all([group(school, fields), user(school)])
  await school.done('members.add', { path: { id }, body: { user_id } })
  return { id: id as string, userId: user_id as string }
}

const newAccess = async (school: School) =>
  bodyOf('accesses.create', { user_id: (await user(school)).id, course_id: newId('crs') })

async function transfer(school: School): Promise<Example> {
  const { userId } = await member(school, { starts_at: '2030-01-01T00:00:00Z' })
  const { id } = await group(school, { starts_at: '2030-02-01T00:00:00Z' })
  return { path: { id }, body: { user_id: userId } }
}

const tag = (school: School) => school.done('tags.create', { body: { name: unique() } })

async function taggedUser(school: School): Promise<Example> {
  const [{ id }, { name }] = await Promise.all([user(school), tag(school)])
  return { path: { id }, body: { tags: [name] } }
}

/** An example that names one object by its id. */
const on =
  (make: (school: School) => Promise<{ id: string }>): Build =>
  async school => ({ path: { id: (await make(school)).id } })

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

/** Where a test needs more than the declared body: path, person acted for, and what the body gets in place. */
const own: Record<string, Build> = {
  'users.create': () => ({ body: newUser() }),
  'users.byEmail': async school => ({ path: { email: (await user(school)).email } }),
  'me.change': async school => ({ onBehalfOf: (await user(school)).id }),
  'customFields.create': () => ({ body: { name: `f_${unique()}` } }),
  'tags.create': () => ({ body: { name: unique() } }),
  'tags.change': async school => ({ path: { id: (await tag(school)).id }, body: { name: unique() } }),
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
  'consents.record': async school => ({
    path: { id: (await user(school)).id },
    body: { text_version: unique() },
  }),

  'identities.bind': async school => ({ body: await newIdentity(school) }),
  'identities.unbind': on(spareIdentity),
  'sessions.list': on(signedIn),
  'sessions.close': on(signedIn),
  'auth.messenger': () => ({ body: widgetFields({ id: messengerId() }) }),
  'auth.miniApp': () => ({ body: { initData: miniAppData({ id: messengerId() }) } }),
  'groups.create': async school => ({ body: await groupNames(school) }),
  'groups.get': on(member),
  'groups.change': async school => ({
    path: { id: (await group(school)).id },
    body: await groupNames(school),
  }),
  'members.list': async school => ({ path: { id: (await member(school)).id } }),
  'members.add': async school => ({
    path: { id: (await group(school)).id },
    body: { user_ids: [(await user(school)).id] },
  }),
  'members.remove': async school => ({ path: await member(school) }),
  'transfers.preview': on(member),
  'transfers.move': transfer,

  'accesses.create': async school => ({ body: await newAccess(school) }),

  'offerItems.get': async school => ({ path: await offerItem(school) }),
  'offerItems.change': async school => ({ path: await offerItem(school) }),
  'offerItems.remove': async school => ({ path: await offerItem(school) }),
  'orders.create': async school => ({ body: await newOrder(school) }),
  'orderItems.add': async school => ({
    path: { id: (await order(school)).id },
    body: { offer_id: (await offer(school)).id },
  }),
  'orderItems.change': async school => ({ path: await orderItem(school) }),
  'orderItems.remove': async school => ({ path: await orderItem(school) }),

  'queues.retry': async school => ({ path: await school.failedJob() }),
  'promoCodes.create': async school => ({ body: { code: unique(), ...(await promoted(school)) } }),
  'promoCodes.change': async school => ({ path: await promoCode(school), body: await promoted(school) }),

  'redirects.create': () => ({ body: { from_path: `/${unique()}` } }),
  'redirects.remove': async school => ({ body: { id: (await redirect(school)).id } }),

  'domains.add': () => ({ body: newDomain() }),

  'events.get': on(event),
  'webhooks.create': () => ({ body: newWebhook() }),
  'deliveries.retry': async school => ({ body: { delivery_ids: [(await delivery(school)).id] } }),
  'events.replay': on(event),
}

/** The operation that makes what another one's path names by `{id}`, and names nothing else. */
function makerOf({ operation: { path } }: OperationEntry): OperationEntry | undefined {
  if (path.indexOf('{') !== path.lastIndexOf('{')) return undefined
  return operations.find(
    ({ operation }) => operation.class === 'C' && `${path}/`.startsWith(`${operation.path}/{id}/`),
  )
}

async function made(maker: OperationEntry, school: School): Promise<{ id: string }> {
  const id = operationId(maker)
  const example = await own[id]?.(school)
  return school.done(id, { ...example, body: bodyOf(id, example?.body as object) })
}

/** For each operation what it needs to succeed besides its declared body; on a resource's object, one is made. */
export const examples: Record<string, Build> = {
  ...Object.fromEntries(
    operations.flatMap(entry => {
      const maker = makerOf(entry)
      return maker ? [[operationId(entry), on(school => made(maker, school))]] : []
    }),
  ),
  ...own,
}

/**
 * Bodies that name another object where the operation's own example names none, by operation and place in the body:
 * what the isolation suite puts another school's id into.
 */
export const references: Record<string, Build> = {
  'tags.change merge_into': async school => ({
    path: { id: (await tag(school)).id },
    body: { merge_into: (await tag(school)).id },
  }),
  'sessions.close session_id': async school => {
    const path = { id: (await signedIn(school)).id }
    const { data } = await school.done('sessions.list', { path })
    return { path, body: { session_id: data[0].id } }
  },
  'members.add user_id': async school => ({
    path: { id: (await group(school)).id },
    body: { user_id: (await user(school)).id },
  }),
  'transfers.move from_group_id': async school => {
    const { id: from, userId } = await member(school, { starts_at: '2030-01-01T00:00:00Z' })
    const { id } = await group(school, { starts_at: '2030-02-01T00:00:00Z' })
    return { path: { id }, body: { user_id: userId, from_group_id: from } }
  },
  'accesses.create order_id': async school => {
    const made = await order(school)
    return { body: { user_id: made.user_id, course_id: newId('crs'), order_id: made.id } }
  },
  'apiKeys.issue user_id': async school => ({
    body: { name: 'Ann', kind: 'personal', role: 'student', user_id: (await user(school)).id },
  }),
  'offerItems.create resource_id': async school => {
    const [{ id }, { id: resource_id }] = await Promise.all([offer(school), group(school)])
    return { path: { id }, body: { kind: 'group', name: 'Flow', resource_id } }
  },
  'offerItems.change resource_id': async school => {
    const [path, { id: resource_id }] = await Promise.all([offerItem(school), group(school)])
    return { path, body: { kind: 'group', resource_id } }
  },
  'promoCodes.create gift_offer_id': async school => ({ body: { code: unique(), ...(await gift(school)) } }),
  'promoCodes.change gift_offer_id': async school => ({
    path: await promoCode(school, await gift(school)),
    body: { gift_offer_id: (await offer(school)).id },
  }),
  'deliveries.retry webhook_id': async school => ({
    body: { webhook_id: (await webhook(school)).id, failed_since: '2026-01-01T00:00:00Z' },
  }),
  'events.replayMany cancel': async school => ({
    body: { cancel: (await school.done('events.replayMany', { body: { types: ['webinar.*'] } })).id },
  }),
  'events.replayMany webhook_id': async school => ({
    body: { types: ['webinar.*'], dry_run: true, webhook_id: (await webhook(school)).id },
  }),
}

const newDomain = () => ({ host: `${unique()}.school.example` })
