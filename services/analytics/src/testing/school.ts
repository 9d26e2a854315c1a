// A school with people who buy, for specs.
import { commerceContract } from '@lms/commerce/contract'
import { type Id, newId, SchoolSettings } from '@lms/contract'
import { serviceContract } from '@lms/service/contract'
import { asSchool, hostOperations } from '@lms/service-host'
import { eventually, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { analyticsContract, figuresRebuilding } from '../contract.ts'

/** A list's query as `drill` names it. */
type Query = string

/** Who has the lists of queries that are no list of commerce or analytics. */
const services: Readonly<Record<string, string>> = {
  '/v1/users': 'users',
  '/v1/enrollments': 'learning',
  '/v1/lesson-schedule': 'learning',
  '/v1/progress': 'learning',
}

/** A school with its owner's clients. */
export function schoolOf(system: TestSystem) {
  const caller = system.caller()
  const commerce = system.client('commerce', commerceContract.resources, caller)
  const users = system.client('users', usersContract.resources, caller)
  const api = system.client('analytics', analyticsContract.resources, caller)
  const settings = system.client('service', { settings: serviceContract.resources.settings }, caller)

  /** Tells what the site tells of the school's zone. */
  const inZone = (time_zone: string) =>
    system
      .internal('analytics', { hostOperations }, { as: 'site', school: caller.school })
      .hostOperations.keepSchool({ body: SchoolSettings.parse({ time_zone }) })

  const person = (fields: object = {}) =>
    users.users.create({ body: { email: `${newId('usr')}@school.example`, ...fields } })

  const offer = async (amount: number, currency = 'EUR') =>
    (await commerce.offers.create({ body: { name: 'Course', amount, currency } })).id

  const order = (user_id: Id<'usr'>, offers: readonly Id<'off'>[]) =>
    commerce.orders.create({ body: { user_id, items: offers.map(offer_id => ({ offer_id })) } })

  const pay = (order_id: Id<'ord'>, paid_at: string, amount?: number) =>
    commerce.payments.create({ body: { order_id, paid_at, ...(amount ? { amount } : {}) } })

  /** All objects of a list's query, through all of its pages. */
  async function all<T = any>(query: Query): Promise<T[]> {
    const [path] = query.split('?')
    const service = services[path!] ?? (path!.startsWith('/v1/analytics') ? 'analytics' : 'commerce')
    const items: T[] = []
    for (let cursor: string | null = null; ; ) {
      const more = cursor ? `${query.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}` : ''
      const { status, body } = await system.request(service, { method: 'GET', path: query + more, caller })
      if (status !== 200 || body.warnings) throw new Error(`${query}: ${status} ${JSON.stringify(body)}`)
      items.push(...body.data)
      cursor = body.next_cursor
      if (cursor === null) return items
    }
  }

  /** Waits until figures have the effects of all events. */
  async function settled(): Promise<void> {
    const waiting = async (service: string) => {
      const [row] = await system.services[service]!.runtime.system.rows({
        statement: {
          name: '',
          text: `select count(*) from "${service}".outbox where school_id = $1 and subject ^@ 'events.'`,
        },
        values: [caller.school],
      })
      return Number(row![0])
    }
    await eventually('the effects of all events', async () =>
      (await Promise.all(['commerce', 'users'].map(waiting))).every(count => count === 0),
    )
  }

  /** Leaves the school without figures, as an archive does that was brought back: it has the journal alone. */
  const loseFigures = () =>
    system.services.analytics!.runtime.database.of(caller.school).run([
      asSchool(caller.school),
      ...['facts', 'read_objects', 'day_sums', 'states'].map(table => ({
        statement: { name: '', text: `delete from analytics.${table} where school_id = $1` },
        values: [caller.school],
      })),
    ])

  /** Has all of the school counted anew. */
  const rebuild = () =>
    system.internal('analytics', { figuresRebuilding }, { school: caller.school }).figuresRebuilding.rebuild()

  const acts = { inZone, person, offer, order, pay, settled, loseFigures, rebuild }
  return { caller, api, commerce, users, settings, all, ...acts }
}
