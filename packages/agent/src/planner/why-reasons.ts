// The reasons that the data give, by what a `why` is about. Null where the object does not exist.
import { moneyOf } from '@lms/contract/language'
import type { Catalog } from '../catalog.ts'
import { clean } from '../text.ts'
import type { Looking } from './lookup.ts'
import type { WhySentences } from './why-replies.ts'
import type { Language } from './words/intents.ts'
import type { Topic } from './words/why.ts'

type Row = Record<string, any>

export interface ReasonQuery {
  readonly topic: Topic
  readonly id: string | null
  readonly orderNumber: string | null
  readonly person: Row | null
  readonly course: Row | null
  readonly isEmail: boolean
}
interface Context {
  readonly tools: Catalog
  readonly looking: Looking
  readonly language: Language
  readonly say: WhySentences
}
type Reasons = (query: ReasonQuery, context: Context) => Promise<string[] | null>

/** Items that are looked at. */
const maxItems = '5'

const day = (time: unknown) => (typeof time === 'string' ? `${time.slice(0, 16).replace('T', ' ')} UTC` : '')
const listed = async ({ tools, looking }: Context, name: string, query: Record<string, string>) => {
  const tool = tools.tool(name)!
  const sort = (tool.operation.list!.sorts as readonly string[]).includes('created_at')
  const { data } = await looking.get(tool, {
    ...query,
    ...(sort && { sort: '-created_at' }),
    limit: maxItems,
  })
  return data as Row[]
}
const one = ({ tools, looking }: Context, name: string, id: string): Promise<Row | null> => {
  const tool = tools.tool(name)!
  return looking.get(tool, {}, tool.operation.path.replace('{id}', id))
}

const order: Reasons = async ({ id, orderNumber }, context) => {
  const { say, language } = context
  const row = id
    ? await one(context, 'orders.get', id)
    : (await listed(context, 'orders.list', { number: orderNumber! }))[0]
  if (!row) return null
  const { number, status, amount, paid_amount, currency, expires_at } = row
  const money = (value: number) => moneyOf(value ?? 0, currency, language)
  const payments = await listed(context, 'payments.list', { order_id: String(row.id) })
  return [
    say.is(`#${number}`, status, day(row[`${status}_at`])),
    say.paid(money(paid_amount), money(amount)),
    ...(status === 'waiting_payment' && expires_at ? [say.until(day(expires_at))] : []),
    ...(payments.length ? payments.map(each => paymentLine(each, say)) : [say.noPayments]),
  ]
}

const paymentLine = ({ status, created_at, failure, dispute }: Row, say: WhySentences) => {
  const why = [failure?.class, failure?.message, dispute && `dispute: ${dispute}`].filter(Boolean).join(', ')
  return say.payment(status, day(created_at), clean(why))
}

const payment: Reasons = async ({ id }, context) => {
  const row = id && (await one(context, 'payments.get', id))
  return row ? [paymentLine(row, context.say)] : null
}

const access: Reasons = async ({ person, course }, context) => {
  const { say } = context
  const { id, status } = person!
  const rights = await listed(context, 'accesses.list', {
    user_id: String(id),
    ...(course && { course_id: String(course.id) }),
  })
  const orders = await listed(context, 'orders.list', { user_id: String(id) })
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

const lesson: Reasons = async ({ id, person }, context) => {
  const { say } = context
  const row = await one(context, 'lessons.get', id!)
  if (!row) return null
  const title = say.is(clean(String(row.title)), row.status, '')
  if (person) {
    const [plan] = await listed(context, 'lessonSchedule.list', {
      user_id: String(person.id),
      lesson_id: id!,
    })
    if (!plan) return [title, say.notStudying]
    const unmet = (plan.reasons as Row[]).filter(({ met }) => !met).flatMap(each => each.any_of ?? each)
    return [
      title,
      say.lessonFor(plan.status, day(plan.opens_at)),
      ...unmet.map(({ kind, ref, at }) => say.unmet([kind, ref, day(at)].filter(Boolean).join(', '))),
    ]
  }
  const rules = await one(context, 'lessonAccessRules.get', id!)
  const conditions = ((rules?.conditions ?? []) as Row[]).map(textOf)
  return [
    title,
    ...(row.status === 'draft' ? [say.lessonDraft] : []),
    conditions.length ? say.lessonRules(clean(conditions.join('; '), 500)) : say.lessonFree,
  ]
}

/** A condition by its values; of several of which one is enough, all. */
const textOf = (condition: Row): string =>
  Object.values(condition)
    .filter(value => value !== null)
    .map(value => (Array.isArray(value) ? `(${value.map(textOf).join('; ')})` : String(value)))
    .join(' ')

const webhook: Reasons = async ({ id }, context) => {
  const { say } = context
  const row = id ? await one(context, 'webhooks.get', id) : null
  if (id && !row) return null
  const failed = await listed(context, 'deliveries.list', { ...(id && { webhook_id: id }), status: 'failed' })
  const webhooks = row ? [row] : await listed(context, 'webhooks.list', {})
  return [
    ...webhooks.map(({ url, active, health }) => {
      const host = hostOf(url)
      if (!active) return say.webhookOff(host)
      return health?.failing_since ? say.webhook(host, day(health.failing_since)) : say.webhookFine(host)
    }),
    ...failed.map(each =>
      say.delivery(each.event_type, each.status, String(each.attempt_count), day(each.created_at)),
    ),
    ...(failed.length ? [] : [say.noFailures]),
  ]
}

/** The host alone: an address may hold a secret. */
const hostOf = (url: unknown) => {
  const match = /^https?:\/\/([^/?#]+)/.exec(String(url))
  const host = match?.[1]?.replace(/^.*@/, '') ?? '?'
  return clean(host, 200, [host])
}

const message: Reasons = async ({ id, person, isEmail }, context) => {
  const { say } = context
  const lineOf = ({ created_at, status, reason, bounce }: Row) =>
    say.message(day(created_at), status, [reason, bounce].filter(Boolean).join(', '))
  if (id) {
    const row = await one(context, 'messages.get', id)
    return row && [lineOf(row)]
  }
  const user_id = String(person!.id)
  const rows = await listed(context, 'messages.list', { user_id, ...(isEmail && { transport: 'email' }) })
  const suppressed = await listed(context, 'suppressions.list', { user_id })
  return [
    ...(rows.length ? rows.map(lineOf) : [say.noMessages]),
    ...suppressed.map(({ address, transport, reason }) =>
      say.suppressed(clean(address ?? transport), reason),
    ),
  ]
}

const subscription: Reasons = async ({ id }, context) => {
  const { say } = context
  const row = await one(context, 'subscriptions.get', id!)
  if (!row) return null
  const orders = await listed(context, 'orders.list', { subscription_id: id! })
  return [
    say.subscription(row.status, row.cancel_reason ?? ''),
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
export async function explain(query: ReasonQuery, context: Context): Promise<string | null> {
  const lines = await reasonsOf[query.topic](query, context)
  return lines?.join('\n') ?? null
}
