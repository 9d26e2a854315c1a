// Tools for what schools ask most: a read each, with its usual filters by name, so that a model needs no search for it.
// The operations are the same; nothing here reaches further than `read`.
import { z } from 'zod'

interface TypedTool {
  readonly name: string
  readonly description: string
  /** The operation that it calls. */
  readonly read: string
  /** Filters that it takes; `id` is that of the path. */
  readonly takes: readonly string[]
  /** The time that `from` and `to` are about. */
  readonly time?: string
  readonly query?: Readonly<Record<string, string>>
  readonly search?: boolean
}

export const typedTools: readonly TypedTool[] = [
  {
    name: 'find_people',
    description: 'People by name, e-mail, phone, role, group or tag.',
    read: 'users.list',
    takes: ['email', 'phone', 'role', 'status', 'group_id', 'tag_id'],
    time: 'created_at',
    search: true,
  },
  { name: 'person', description: 'One person by id.', read: 'users.get', takes: ['id'] },
  { name: 'tags_of_person', description: 'The tags of a person.', read: 'personTags.list', takes: ['id'] },
  {
    name: 'orders',
    description: 'Orders; those of a person are what they bought.',
    read: 'orders.list',
    takes: ['user_id', 'status', 'offer_id', 'partner_id'],
    time: 'created_at',
  },
  { name: 'order', description: 'One order by id.', read: 'orders.get', takes: ['id'] },
  {
    name: 'unpaid_orders',
    description: 'Orders that wait for their payment.',
    read: 'orders.list',
    takes: ['user_id', 'offer_id'],
    time: 'created_at',
    query: { status: 'waiting_payment' },
  },
  {
    name: 'payments',
    description: 'Payments, also failed ones.',
    read: 'payments.list',
    takes: ['order_id', 'user_id', 'status', 'method', 'offer_id'],
    time: 'created_at',
  },
  {
    name: 'refunds',
    description: 'Payments back.',
    read: 'refunds.list',
    takes: ['payment_id', 'order_id', 'user_id', 'status'],
    time: 'created_at',
  },
  {
    name: 'sales',
    description:
      'Figures of sales by day, week, month, offer or other groups; describe sales.list for its query.',
    read: 'sales.list',
    takes: [],
  },
  {
    name: 'funnel',
    description: 'From visits to payments; describe funnel.list for its query.',
    read: 'funnel.list',
    takes: [],
  },
  {
    name: 'subscriptions',
    description: 'Subscriptions with their next charge, and past due ones.',
    read: 'subscriptions.list',
    takes: ['user_id', 'offer_id', 'status', 'cancel_reason'],
    time: 'next_charge_at',
  },
  {
    name: 'abandoned_carts',
    description: 'Checkouts, of which abandoned ones led to no order.',
    read: 'checkouts.list',
    takes: ['user_id', 'status', 'email'],
    time: 'created_at',
  },
  {
    name: 'offers',
    description: 'What the school sells.',
    read: 'offers.list',
    takes: ['status', 'currency'],
  },
  {
    name: 'promo_codes',
    description: 'Promo codes.',
    read: 'promoCodes.list',
    takes: ['code', 'active', 'offer_id'],
  },
  {
    name: 'homework_queue',
    description: 'Answers to homework, by state, curator, course or lesson.',
    read: 'homework.list',
    takes: ['status', 'curator_id', 'course_id', 'lesson_id', 'user_id', 'group_id', 'late'],
    time: 'sent_at',
  },
  { name: 'courses', description: 'The courses of the school.', read: 'courses.list', takes: ['status'] },
  {
    name: 'lessons',
    description: 'Lessons of a course or module.',
    read: 'lessons.list',
    takes: ['course_id', 'module_id', 'kind', 'status'],
  },
  {
    name: 'studies',
    description: 'Who studies what, and how far they are.',
    read: 'enrollments.list',
    takes: ['user_id', 'course_id', 'group_id', 'status'],
    time: 'created_at',
  },
  {
    name: 'rights_to_courses',
    description: 'The rights of people to courses, where they come from and end.',
    read: 'accesses.list',
    takes: ['user_id', 'course_id', 'source', 'status'],
    time: 'expires_at',
  },
  {
    name: 'quiz_attempts',
    description: 'Attempts at quizzes with their scores.',
    read: 'quizAttempts.list',
    takes: ['quiz_id', 'course_id', 'user_id', 'status'],
    time: 'started_at',
  },
  {
    name: 'messages',
    description: 'Messages to people, and whether they arrived, were opened or bounced.',
    read: 'messages.list',
    takes: ['user_id', 'transport', 'status', 'reason'],
    time: 'sent_at',
  },
  {
    name: 'form_answers',
    description: 'Answers to forms: leads.',
    read: 'submissions.list',
    takes: ['form_id', 'status', 'user_id', 'source'],
    time: 'created_at',
  },
  {
    name: 'webinar_sessions',
    description: 'Sessions of webinars, past and coming.',
    read: 'webinarSessions.list',
    takes: ['webinar_id', 'status'],
    time: 'starts_at',
  },
  {
    name: 'tasks',
    description: 'Tasks of managers.',
    read: 'tasks.list',
    takes: ['user_id', 'assignee_id', 'status'],
    time: 'due_at',
  },
  {
    name: 'deliveries',
    description: 'Deliveries of webhooks, and which fail.',
    read: 'deliveries.list',
    takes: ['webhook_id', 'status', 'event_type'],
    time: 'created_at',
  },
]

const byName = new Map(typedTools.map(tool => [tool.name, tool]))
const value = z.string().min(1).max(500)
const moment = z.string().max(40)

/** Its input: every filter by name. */
function inputOf({ takes, time, search }: TypedTool) {
  const shape: Record<string, z.ZodType> = {}
  for (const name of takes) shape[name] = name === 'id' ? value : value.optional()
  if (search) shape.search = value.optional()
  if (time) Object.assign(shape, { from: moment.optional(), to: moment.optional() })
  const list =
    takes[0] === 'id' ? {} : { limit: z.int().min(1).max(200).optional(), cursor: value.optional() }
  return z.strictObject({ ...shape, ...list, fields: z.array(z.string().max(100)).max(50).default([]) })
}

/** The inputs by name. */
export const typedInputs: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  typedTools.map(tool => [tool.name, inputOf(tool)]),
)

/** What `read` gets for a typed tool and its checked input. */
export function readFor(name: string, input: Record<string, any>) {
  const { read, time, query: fixed = {} } = byName.get(name)!
  const { id, from, to, search, fields, ...filters } = input
  const pairs: [string, unknown][] = [
    ...Object.entries(filters),
    ['q', search],
    [`${time}[gte]`, from],
    [`${time}[lt]`, to],
    ...Object.entries(fixed),
  ]
  const query = Object.fromEntries(pairs.filter(([, argument]) => argument !== undefined))
  return { name: read, path: id === undefined ? {} : { id }, query, fields }
}

/** The operation of a typed tool; null for a general one. */
export const operationOf = (name: string): string | null => byName.get(name)?.read ?? null
