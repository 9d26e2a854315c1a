// Effects of scenarios, while scenarios, crm, users, NATS and Postgres are killed at random: each is there once, and no run is
// lost or in two places. Two rounds; two hundred with LMS_TEST_LONG, which take some hours.
import { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@lms/testing'
import { wideLimits } from '@lms/testing/gateway'
import { type Random, randomFrom, testSeed } from '@lms/testing/random'
import { untilAcknowledged } from './requests.ts'
import { everything, System } from './system.ts'

const isLong = env.LMS_TEST_LONG === '1'
const rounds = isLong ? 200 : 2
/** People who enter in each round; each has seven effects. */
const people = isLong ? 10 : 20
const effects = 7
const patience = 180_000

const system = new System()
beforeAll(() => system.start(), 300_000)
afterAll(() => system.stop(), 120_000)

const open = async () => {
  const host = 'effects.example'
  const { id: school } = await system.operator('POST', '/schools', { name: 'Effects', domains: [host] })
  await system.operator('PATCH', `/schools/${school}`, { limits: wideLimits })
  const owner = { name: 'owner', role: 'owner', kind: 'integration', scope: ['*'] }
  const { api_key: key } = await system.operator('POST', `/schools/${school}/keys`, owner)
  let asked = 0
  const post = async (path: string, body: object) => {
    const idempotencyKey = `effects ${asked++}`
    const gateway = () => system.gateway({ host, key })
    return (await untilAcknowledged(gateway, { method: 'POST', path: `/v1${path}`, body, idempotencyKey }))
      .body
  }
  return { school: school as string, post }
}

/** A scenario whose people get notes, tags, a group, a task and a message. */
async function enable(post: Awaited<ReturnType<typeof open>>['post']) {
  const [tag, other, group] = [
    await post('/tags', { name: 'Here' }),
    await post('/tags', { name: 'There' }),
    await post('/groups', { name: 'Group' }),
  ]
  const steps = [
    { kind: 'note', text: 'first' },
    { kind: 'tag', tag_id: tag.id },
    { kind: 'message', transport: 'in_app', topic: 'study', subject: 'Welcome', body: 'Welcome.' },
    { kind: 'group', group_id: group.id },
    { kind: 'task', title: 'Call' },
    { kind: 'tag', tag_id: other.id },
    { kind: 'note', text: 'last' },
  ]
  const nodes = [
    { id: 'begin', kind: 'trigger', start: { by: 'event', type: 'user.created' }, next: 'n0' },
    ...steps.map((step, index) => ({
      id: `n${index}`,
      ...step,
      next: index + 1 === effects ? 'end' : `n${index + 1}`,
    })),
    { id: 'end', kind: 'end' },
  ]
  const { id } = await post('/scenarios', { name: 'Welcome', graph: { nodes } })
  await post(`/scenarios/${id}/publish`, {})
  await post(`/scenarios/${id}/status`, { status: 'enabled' })
}

/** Kills one to three parts, one after the other; returns the pids. */
async function killSome(random: Random): Promise<Set<number>> {
  const killed = new Set<number>()
  const parts = ['scenarios', 'crm', 'users', 'nats', 'postgres', everything]
  for (let left = random.between(1, 3); left > 0; left--) {
    await pause(random.between(100, 900))
    for (const pid of await system.kill(random.pick(parts))) killed.add(pid)
  }
  return killed
}

/** The leases of dead processes end. */
async function endLeases(): Promise<void> {
  for (const [table, change] of [
    ['leases', `expires_at = now() - interval '1 second'`],
    ['tasks', `due_at = now() - interval '1 second'`],
  ])
    for (const { schema } of await system.rows(
      `select table_schema as schema from information_schema.tables where table_name = $1`,
      [table],
    ))
      await system.rows(
        `update "${schema}"."${table}" set ${change} ${table === 'tasks' ? `where status = 'running'` : ''}`,
      )
}

test(
  'whatever is killed, every effect has been carried out once, and every run has come to its end',
  async () => {
    const { school, post } = await open()
    await enable(post)
    const random = randomFrom(testSeed)
    const one = async (text: string): Promise<any> => (await system.rows(text, [school]))[0]
    const entered: string[] = []
    for (let round = 1; round <= rounds; round++) {
      const entering = Array.from({ length: people }, async (_, index) => {
        await pause(index * 40)
        const { id } = await post('/users', { email: `r${round}p${index}@people.example` })
        entered.push(id)
      })
      const [killed] = await Promise.all([killSome(random), ...entering])
      await system.whole(killed)
      await endLeases()
      if (isLong && round % 10 === 0) process.stdout.write(`round ${round}: ${entered.length} people\n`)
    }
    const over = async () => {
      const found = await one(
        `select count(*)::int as runs, count(*) filter (where status = 'finished')::int as finished
         from scenarios.runs where school_id = $1`,
      )
      return found.finished === entered.length && found
    }
    const runs = await eventually('every run to end', over, patience)
    expect(runs).toEqual({ runs: entered.length, finished: entered.length })
    // Each effect at its owner, under its key and as what it has made.
    const owned = await one(
      `select (select count(distinct user_id)::int from scenarios.runs where school_id = $1) as people,
         (select count(*)::int from crm.deeds where school_id = $1 and key like 'scn:%') as deeds,
         (select count(*)::int from users.effects where school_id = $1 and key like 'scn:%') as effects,
         (select count(*)::int from crm.notes where school_id = $1) as notes,
         (select count(*)::int from (select from crm.notes where school_id = $1 group by user_id, text) n) as different_notes,
         (select count(*)::int from crm.manager_tasks where school_id = $1) as tasks,
         (select count(*)::int from crm.messages where school_id = $1 and notification is null) as messages,
         (select count(*)::int from scenarios.run_steps where school_id = $1) as steps,
         (select count(*)::int from (select from scenarios.run_steps where school_id = $1 group by run_id, place) s)
           as different_steps`,
    )
    const each = entered.length
    expect(owned).toEqual({
      people: each,
      deeds: 4 * each,
      effects: 3 * each,
      notes: 2 * each,
      different_notes: 2 * each,
      tasks: each,
      messages: each,
      steps: (effects + 2) * each,
      different_steps: (effects + 2) * each,
    })
    if (isLong) process.stdout.write(`${JSON.stringify({ rounds, people: each, effects: effects * each })}\n`)
  },
  isLong ? 6 * 3_600_000 : 600_000,
)
