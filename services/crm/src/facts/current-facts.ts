// Reads what is true of people from the services that keep it.
import { orderSums } from '@lms/commerce/contract'
import type { OutsideRuntime } from '@lms/service-host'
import { type UserFacts, userFacts } from '@lms/users/contract'
import { type FactKind, factKinds, factsOfSpending, factsOfUser } from './fact.rules.ts'
import type { Present } from './fact.store.ts'

/** What was read, and when the reading began. */
export interface Reading {
  readonly people: readonly Present[]
  readonly kinds: readonly FactKind[]
  readonly readAt: string
}

type Runtime = Pick<OutsideRuntime, 'client' | 'config' | 'clock'>
interface ReadContext {
  readonly school: string
  readonly requestId: string
  readonly runtime: Runtime
}

/** Objections are read from the own tables. */
const ofOthers = factKinds.filter(kind => kind !== 'objection')
const ofUsers = ofOthers.filter(kind => kind !== 'spent')

/**
 * What users and commerce know of these people now; without their spending only what users know. `unsettled` are those
 * whose accesses users are just adjusting.
 */
export async function readPresent(
  ids: readonly string[],
  ctx: ReadContext,
  { spending = true } = {},
): Promise<Reading & { unsettled: readonly string[] }> {
  const readAt = ctx.runtime.clock.now().toISOString()
  const { users } = clients(ctx)
  const { people, unsettled } = await users.find({ body: { ids: [...ids] as UserFacts['id'][] } })
  const reading = spending ? await withSpending(people, ctx) : withSums(people, null)
  const here = new Set(people.map(({ id }) => id as string))
  const absentPeople = ids.filter(id => !here.has(id)).map(user_id => ({ user_id, here: false, facts: [] }))
  return { ...reading, people: [...reading.people, ...absentPeople], readAt, unsettled }
}

/** The same of the next people of the school; empty after the last. */
export async function readNext(after: UserFacts['id'] | null, ctx: ReadContext): Promise<Reading> {
  const readAt = ctx.runtime.clock.now().toISOString()
  const { people } = await clients(ctx).users.next({ body: { after } })
  return { ...(await withSpending(people, ctx)), readAt }
}

const withSpending = async (people: readonly UserFacts[], ctx: ReadContext) =>
  withSums(people, await spentBy(people, ctx))

type Sums = Awaited<ReturnType<typeof spentBy>>

function withSums(people: readonly UserFacts[], sums: Sums): Omit<Reading, 'readAt'> {
  return {
    people: people.map(person => {
      const here = person.status !== 'deleted'
      const spent = factsOfSpending(sums?.get(person.id) ?? [])
      return { user_id: person.id, here, facts: here ? [...factsOfUser(person), ...spent] : [] }
    }),
    kinds: sums ? ofOthers : ofUsers,
  }
}

/** What people have paid; null in an installation without commerce. */
async function spentBy(people: readonly UserFacts[], ctx: ReadContext) {
  if (!ctx.runtime.config.serviceAddresses.commerce) return null
  if (people.length === 0) return new Map()
  const { sums } = await clients(ctx).commerce.find({ body: { ids: people.map(({ id }) => id) } })
  return Map.groupBy(sums, ({ user_id }) => user_id as string)
}

function clients({ school, requestId, runtime }: ReadContext) {
  const scope = { school, requestId }
  return {
    get users() {
      return runtime.client('users', { userFacts }, scope).userFacts
    },
    get commerce() {
      return runtime.client('commerce', { orderSums }, scope).orderSums
    },
  }
}
