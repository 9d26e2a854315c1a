// The reasons that the data give, by what a `why` is about. Null where the object does not exist.
import { moneyOf } from '@lms/contract/language'
import type { Catalog } from '../catalog.ts'
import { clean } from '../text.ts'
import type { Looking } from './looking.ts'
import type { WhySentences } from './why-replies.ts'
import type { Language } from './words/intents.ts'
import type { Topic } from './words/why.ts'

type Found = Record<string, any>

export interface Asked {
  readonly topic: Topic
  readonly id: string | null
  readonly orderNumber: string | null
  readonly person: Found | null
  readonly course: Found | null
  readonly isEmail: boolean
}
interface Given {
  readonly tools: Catalog
  readonly looking: Looking
  readonly language: Language
  readonly say: WhySentences
}
type Reasons = (asked: Asked, given: Given) => Promise<string[] | null>

/** Items that are looked at. */
const maxItems = '5'

const day = (time: unknown) => (typeof time === 'string' ? `${time.slice(0, 16).replace('T', ' ')} UTC` : '')
const listed = async ({ tools, looking }: Given, name: string, query: Record<string, string>) => {
  const tool = tools.tool(name)!
  const sort = (tool.operation.list!.sorts as readonly string[]).includes('created_at')
  const { data } = await looking.get(tool, {
    ...query,
    ...(sort && { sort: '-created_at' }),
    limit: maxItems,
  })
  return data as Found[]
}
const one = ({ tools, looking }: Given, name: string, id: string): Promise<Found | null> => {
  const tool = tools.tool(name)!
  return looking.get(tool, {}, tool.operation.path.replace('{id}', id))
}

const order: Reasons = async ({ id, orderNumber }, given) => {
  const { say, language } = given
  const found = id
    ? await one(given, 'orders.get', id)
    : (await listed(given, 'orders.list', { number: orderNumber! }))[0]
  if (!found) return null
  const { number, status, amount, paid_amount, currency, expires_at } = found
  const money = (value: number) => moneyOf(value ?? 0, currency, language)
  const payments = await listed(given, 'payments.list', { order_id: String(found.id) })
  return [
    say.is(`#${number}`, status, day(found[`${status}_at`])),
    say.paid(money(paid_amount), money(amount)),
    ...(status === 'waiting_payment' && expires_at ? [say.until(day(expires_at))] : []),
    ...(payments.length ? payments.map(each => paymentLine(each, say)) : [say.noPayments]),
  ]
}

const paymentLine = ({ status, created_at, failure, dispute }: Found, say: WhySentences) => {
  const why = [failure?.class, failure?.message, dispute && `dispute: ${dispute}`].filter(Boolean).join(', ')
  return say.payment(status, day(created_at), clean(why))
}

const payment: Reasons = async ({ id }, given) => {
  const found = id && (await one(given, 'payments.get', id))
  return found ? [paymentLine(found, given.say)] : null
}

const access: Reasons = async ({ person, course }, given) => {
  const { say } = given
  const { id, status } = person!
  const rights = await listed(given, 'accesses.list', {
    user_id: String(id),
    ...(course && { course_id: String(course.id) }),
  })
  const orders = await listed(given, 'orders.list', { user_id: String(id) })
  const unpaid = orders.filter(each => each.status === 'waiting_payment')
  return [
    say.is(clean(String(person!.email ?? id)), status, ''),
    ...rights.map(each =>
      say.access(
        each.course_id,
        each.status,
        [day(each.starts_at), day(each.expires_at)].filter(Boolean).join(' – '),
      ),
    ),
    ...(rights.length ? [] : [say.noAccess]),
    ...unpaid.map(({ number }) => say.unpaid(String(number))),
    ...(orders.length ? [] : [say.noOrders]),
  ]
}

const lesson: Reasons = async ({ id, person }, given) => {
  const { say } = given
  const found = await one(given, 'lessons.get', id!)
  if (!found) return null
  const title = say.is(clean(String(found.title)), found.status, '')
  if (person) {
    const [plan] = await listed(given, 'lessonSchedule.list', { user_id: String(person.id), lesson_id: id! })
    if (!plan) return [title, say.notStudying]
    const unmet = (plan.reasons as Found[]).filter(({ met }) => !met)
    return [
      title,
      say.lessonFor(plan.status, day(plan.opens_at)),
      ...unmet.map(({ kind, ref, at }) => say.unmet([kind, ref, day(at)].filter(Boolean).join(', '))),
    ]
  }
  const rules = await one(given, 'lessonAccessRules.get', id!)
  const conditions = ((rules?.conditions ?? []) as Found[]).map(each =>
    Object.values(each)
      .filter(value => value !== null)
      .join(' '),
  )
  return [
    title,
    ...(found.status === 'draft' ? [say.lessonDraft] : []),
    conditions.length ? say.lessonRules(clean(conditions.join('; '), 500)) : say.lessonFree,
  ]
}

const webhook: Reasons = async ({ id }, given) => {
  const { say } = given
  const found = id ? await one(given, 'webhooks.get', id) : null
  if (id && !found) return null
  const failed = await listed(given, 'deliveries.list', { ...(id && { webhook_id: id }), status: 'failed' })
  const webhooks = found ? [found] : await listed(given, 'webhooks.list', {})
  return [
    ...webhooks.map(({ url, active, health }) => {
      const shown = hostOf(url)
      if (!active) return say.webhookOff(shown)
      return health?.failing_since ? say.webhook(shown, day(health.failing_since)) : say.webhookFine(shown)
    }),
    ...failed.map(each =>
      say.delivery(each.event_type, each.status, String(each.attempt_count), day(each.created_at)),
    ),
    ...(failed.length ? [] : [say.noFailures]),
  ]
}

/** The host alone: an address may hold a secret. */
const hostOf = (url: unknown) => {
  const found = /^https?:\/\/([^/?#]+)/.exec(String(url))
  return clean(found?.[1]?.replace(/^.*@/, '') ?? '?')
}

const message: Reasons = async ({ id, person, isEmail }, given) => {
  const { say } = given
  const lineOf = ({ created_at, status, reason, bounce }: Found) =>
    say.message(day(created_at), status, [reason, bounce].filter(Boolean).join(', '))
  if (id) {
    const found = await one(given, 'messages.get', id)
    return found && [lineOf(found)]
  }
  const user_id = String(person!.id)
  const found = await listed(given, 'messages.list', { user_id, ...(isEmail && { transport: 'email' }) })
  const suppressed = await listed(given, 'suppressions.list', { user_id })
  return [
    ...(found.length ? found.map(lineOf) : [say.noMessages]),
    ...suppressed.map(({ address, transport, reason }) =>
      say.suppressed(clean(address ?? transport), reason),
    ),
  ]
}

const subscription: Reasons = async ({ id }, given) => {
  const { say } = given
  const found = await one(given, 'subscriptions.get', id!)
  if (!found) return null
  const orders = await listed(given, 'orders.list', { subscription_id: id! })
  return [
    say.subscription(found.status, found.cancel_reason ?? ''),
    ...orders.map(({ number, status }) => say.order(String(number), status)),
  ]
}

const reasonsOf: Readonly<Record<Topic, Reasons>> = {
  order,
  payment,
  access,
  lesson,
  webhook,
  message,
  subscription,
}

/** The reasons as lines; null if the object does not exist. */
export async function explain(asked: Asked, given: Given): Promise<string | null> {
  const lines = await reasonsOf[asked.topic](asked, given)
  return lines?.join('\n') ?? null
}
