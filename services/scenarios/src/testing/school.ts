// A school with scenarios, for specs.
import { type Envelope, type Id, newId } from '@lms/contract'
import { crmContract, rendering } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import type { Service } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { scenariosContract } from '../contract.ts'
import { scenariosService } from '../service.ts'

/** A system whose clock stands until it is put on. */
export async function startWithClock(
  others: Parameters<typeof startSystem>[0]['services'] = [],
  settings: Record<string, string> = {},
  crm: Service = crmService,
): Promise<{ system: TestSystem; pass: (minutes: number) => void }> {
  let now = Date.parse('2026-11-21T09:30:00Z')
  const system = await startSystem({
    services: [usersService, crm, scenariosService, ...others],
    clock: { now: () => new Date(now) },
    settings: { settings },
  })
  const pass = (minutes: number) => {
    now += minutes * 60_000
  }
  return { system, pass }
}

/** Waits for the thread that reads texts: it starts with the first of them, for seconds on a busy machine. */
export const readingTexts = (system: TestSystem, school: string) =>
  eventually('texts to be read', async () => {
    const { rendering: texts } = system.internal('crm', { rendering }, { as: 'scenarios', school })
    const messages = [{ transport: 'email' as const, subject: 'Hello', body: 'Hello {{ name }}' }]
    return texts.render({ body: { user_id: null, check: true, messages } })
  })

type Node = { id: string; kind: string } & Record<string, unknown>
export const byHand = (next: string): Node => ({ id: 'begin', kind: 'trigger', start: { by: 'hand' }, next })
export const end: Node = { id: 'end', kind: 'end' }
export const pause = (minutes: number, next = 'end'): Node => ({
  id: 'pause',
  kind: 'wait',
  until: { by: 'minutes', minutes },
  next,
})

/** The id of a new school, if the system keeps schools. */
async function newSchool(system: TestSystem) {
  if (!system.services.site) return null
  const { registry: schools } = system.internal('site', { registry })
  const host = `${newId('sch').slice(4)}.school.example`
  return (await schools.create({ body: { name: 'Painting school', domains: [host] } })).id
}

export async function schoolOf(system: TestSystem) {
  const school = await newSchool(system)
  const caller = system.caller(school ? { school } : {})
  const people = system.client('users', usersContract.resources, caller)
  const crm = system.client('crm', crmContract.resources, caller)
  const { scenarios, scenarioRuns } = system.client('scenarios', scenariosContract.resources, caller)
  const person = () => people.users.create({ body: { email: `${newId('usr')}@school.example` } })
  const draft = (nodes: readonly Node[], fields: object = {}) =>
    scenarios.create({ body: { name: 'Welcome', graph: { nodes } as never, ...fields } })
  /** A scenario that people enter. */
  const enabled = async (nodes: readonly Node[], fields: object = {}) => {
    const { id } = await draft(nodes, fields)
    await scenarios.publish({ path: { id }, body: {} })
    return (await scenarios.status({ path: { id }, body: { status: 'enabled' } })).scenario
  }
  const runOf = async (id: Id<'run'>) =>
    (await scenarioRuns.list({ query: { limit: 100 } })).data.find(run => run.id === id)!
  /** Waits until the run is at a node, or over there. */
  const reaches = (id: Id<'run'>, node: string) =>
    eventually(`the run to reach ${node}`, async () => {
      const run = await runOf(id)
      return run.node === node && (node !== 'end' || run.finished_at !== null) && run
    })
  const traceOf = async (id: Id<'run'>) =>
    (await scenarioRuns.trace({ path: { id }, query: { limit: 100 } })).data
  const statsOf = async (id: Id<'scn'>) =>
    Object.fromEntries(
      (await scenarios.stats({ path: { id } })).data.map(({ node, entered, waiting, dropped }) => [
        node,
        [entered, waiting, dropped],
      ]),
    )
  const emittedEvents = async (): Promise<Envelope<any>[]> => {
    const rows = await system.services.scenarios!.runtime.system.rows({
      statement: {
        name: '',
        text: 'select payload from scenarios.outbox where school_id = $1 order by position',
      },
      values: [caller.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!)).filter(({ type }) => type)
  }
  return {
    ...{ caller, people, crm, scenarios, scenarioRuns, person, draft, enabled },
    ...{ runOf, reaches, traceOf, statsOf, told: emittedEvents },
  }
}
