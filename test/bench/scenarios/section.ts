// Scenarios in a process of their own: a step with one effect beside bare SQL, many waits that end in one second, and a pause with
// many people inside beside one with few.

import { newId } from '@lms/contract'
import { crmService } from '@lms/crm/service'
import { scenariosContract } from '@lms/scenarios/contract'
import { scenariosService } from '@lms/scenarios/service'
import { asOwner, eventually } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { type AreaRig, startArea } from '../area.ts'
import { cpuOf } from '../cpu.ts'
import { printTable } from '../webhooks/table.ts'
import { bareSteps } from './bare.ts'

const main = new URL('../../../services/scenarios/src/main.ts', import.meta.url)
const atOnce = 200

export async function scenariosSection({ due, inside }: { due: number; inside: number }) {
  const rig = await startArea([usersService, crmService, scenariosService], main, { rounds: 1, seconds: 1 })
  try {
    const steps = await effects(rig, 4000)
    const waits = await endingTogether(rig, due)
    const pauses = await pausing(rig, inside)
    return { steps, waits, pauses }
  } finally {
    await rig.stop()
  }
}

const end = { id: 'end', kind: 'end' }
const byHand = (next: string) => ({ id: 'begin', kind: 'trigger', start: { by: 'hand' }, next })
const pause = { id: 'rest', kind: 'wait', until: { by: 'minutes', minutes: 60 }, next: 'end' }

/** An enabled scenario of a new school. */
async function scenarioOf({ system }: AreaRig, nodes: readonly object[]) {
  const caller = system.caller()
  const { scenarios } = system.client('scenarios', scenariosContract.resources, caller)
  const { id } = await scenarios.create({ body: { name: 'Bench', graph: { nodes } as never } })
  await scenarios.publish({ path: { id }, body: {} })
  await scenarios.status({ path: { id }, body: { status: 'enabled' } })
  return { id, school: caller.school, scenarios }
}
type Scenario = Awaited<ReturnType<typeof scenarioOf>>

/** People inside a scenario, at a node with this phase, due in so many seconds on the wall clock; known where they must be. */
async function letIn(
  { system }: AreaRig,
  { id, school }: Scenario,
  count: number,
  { node, phase, seconds }: { node: string; phase: 'ready' | 'time'; seconds: number },
): Promise<void> {
  const [people, runs] = (['usr', 'run'] as const).map(prefix =>
    Array.from({ length: count }, () => newId(prefix)),
  ) as [string[], string[]]
  await asOwner(system.ownerUrl, async client => {
    for (const schema of ['scenarios', 'crm'])
      await client.query(
        `insert into ${schema}.people (school_id, id, gone) select $1, p, false from unnest($2::text[]) p`,
        [school, people],
      )
    await client.query(
      `insert into scenarios.runs (school_id, id, scenario_id, scenario_version, user_id, status, node, test, version,
         created_at, updated_at, visit, phase, clock, due_at, data, came_at)
       select $1, r.run, $2, 1, r.person, $5, $6, false, 1, now(), now(), 1, $7, 'wall',
         now() + make_interval(secs => $8), '{}', now()
       from unnest($3::text[], $4::text[]) r (run, person)`,
      [school, id, runs, people, phase === 'time' ? 'waiting' : 'active', node, phase, seconds],
    )
    await client.query(
      `insert into scenarios.node_counts (school_id, scenario_id, scenario_version, node, entered, went, dropped, refused)
       values ($1, $2, 1, $3, $4, 0, 0, 0)`,
      [school, id, node, count],
    )
    await client.query('analyze scenarios.runs')
    await client.query(
      `insert into scenarios.tasks (school_id, queue, id, key, payload, status, due_at, request_id, created_at)
       values ($1, 'walk-scenario', $2, $3, $4, 'waiting', now() + make_interval(secs => $5), repeat('0', 32), now())
       on conflict (school_id, queue, key) where status in ('ready', 'waiting') do update set due_at = excluded.due_at`,
      [school, newId('job'), id, JSON.stringify({ scenario_id: id }), seconds],
    )
  })
}

/** Waits until nobody is inside any more. One connection asks: to begin one costs more CPU than a step. */
const allEnded = ({ system }: AreaRig, schools: readonly string[]): Promise<unknown> =>
  asOwner(system.ownerUrl, client =>
    eventually(
      'all to end',
      async () => {
        const { rows } = await client.query(
          `select 1 from scenarios.runs where school_id = any($1) and status in ('active', 'waiting') limit 1`,
          [schools],
        )
        return rows.length === 0
      },
      600_000,
    ),
  )

/** CPU of a person who comes to a note and to the end, of all processes, less that of the note itself at its owner. */
async function effects(rig: AreaRig, count: number) {
  const cpu = () => cpuOf([rig.pids.service, rig.pids.postgres])
  const timed = async (nodes: readonly object[]) => {
    const scenario = await scenarioOf(rig, nodes)
    const before = cpu()
    await letIn(rig, scenario, count, { node: 'begin', phase: 'ready', seconds: 0 })
    const entered = cpu()
    await allEnded(rig, [scenario.school])
    return { entering: entered - before, walking: (cpu() - entered) / count }
  }
  await timed([byHand('note'), { id: 'note', kind: 'note', text: 'x', next: 'end' }, end])
  const { walking } = await timed([byHand('note'), { id: 'note', kind: 'note', text: 'x', next: 'end' }, end])
  const bare = await bareSteps(rig, count, atOnce)
  printTable(
    `${count} people of one scenario come to a note: CPU ms a person, with the note at crm's Postgres`,
    ['', 'CPU ms'],
    [
      ['the same rows in bare SQL', bare],
      ['scenarios', walking],
    ],
  )
  return { ours: walking, bare, ratio: walking / bare }
}

/** How long after their time the waits of one school are over, and a single one of another school. */
async function endingTogether(rig: AreaRig, count: number) {
  const [many, one] = [
    await scenarioOf(rig, [byHand('rest'), pause, end]),
    await scenarioOf(rig, [byHand('rest'), pause, end]),
  ]
  await letIn(rig, many, count, { node: 'rest', phase: 'time', seconds: 8 })
  await letIn(rig, one, 1, { node: 'rest', phase: 'time', seconds: 8 })
  const late = ({ school }: Scenario) =>
    asOwner(rig.system.ownerUrl, async client => {
      const { rows } = await client.query(
        `select extract(epoch from max(r.finished_at) - min(r.created_at))::float8 - 8 as late
         from scenarios.runs r where school_id = $1`,
        [school],
      )
      return rows[0].late as number
    })
  await allEnded(rig, [many.school, one.school])
  const figures = { all: await late(many), one: await late(one) }
  printTable(
    `${count} waits of a school end at one time, and one of another school`,
    ['', 'seconds late'],
    [
      ['the last of the many', figures.all],
      ['the one', figures.one],
    ],
  )
  return figures
}

/** Milliseconds of a pause and a resumption, with ten people inside and with many. */
async function pausing(rig: AreaRig, count: number) {
  const measured = async (people: number) => {
    const scenario = await scenarioOf(rig, [byHand('rest'), pause, end])
    await letIn(rig, scenario, people, { node: 'rest', phase: 'time', seconds: 3000 })
    const path = { id: scenario.id }
    const times: number[] = []
    for (let round = 0; round < 15; round++) {
      const before = performance.now()
      await scenario.scenarios.pause({ path })
      await scenario.scenarios.status({ path, body: { status: 'enabled' } })
      times.push(performance.now() - before)
    }
    return times.sort((one, other) => one - other)[7]!
  }
  const [few, many] = [await measured(10), await measured(count)]
  printTable(
    'a pause and a resumption: median ms of 15',
    ['', 'ms'],
    [
      ['10 inside', few],
      [`${count} inside`, many],
    ],
  )
  return { few, many, ratio: many / few }
}
