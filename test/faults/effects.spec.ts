// People walk through a scenario while scenarios, crm, users, NATS and Postgres are killed with -9: every effect is there once,
// and every run ends in its place. The seed chooses the parts of three rounds; LMS_TEST_LONG=1 makes two hundred.
import { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@lms/testing'
import { wideLimits } from '@lms/testing/gateway'
import { randomFrom, testSeed } from '@lms/testing/random'
import { send, untilAcknowledged } from './requests.ts'
import { System } from './system.ts'

const isLong = env.LMS_TEST_LONG === '1'
const rounds = isLong ? 200 : 3
/** People who enter in each round, every second one by an event. */
const people = 6
/** What becomes slow by a kill: messages are delivered again after half a minute, tries are repeated after a minute. */
const patience = 180_000
const killable = ['scenarios', 'crm', 'users', 'nats', 'postgres']
const host = 'effects.example'

const system = new System()
const random = randomFrom(testSeed)
const first = random.between(0, killable.length - 1)
beforeAll(() => system.start(), 300_000)
afterAll(() => system.stop(), 120_000)

async function openSchool() {
  const { id: school } = await system.operator('POST', '/schools', { name: 'Effects', domains: [host] })
  await system.operator('PATCH', `/schools/${school}`, { limits: wideLimits })
  const owner = { name: 'owner', role: 'owner', kind: 'integration', scope: ['*'] }
  const { api_key: key } = await system.operator('POST', `/schools/${school}/keys`, owner)
  const gateway = () => system.gateway({ host, key })
  let requestCount = 0
  const post = async (path: string, body: object) => {
    const idempotencyKey = `effects ${requestCount++}`
    return (await untilAcknowledged(gateway, { method: 'POST', path: `/v1${path}`, body, idempotencyKey }))
      .body
  }
  const get = async (path: string) => (await send(gateway(), { method: 'GET', path: `/v1${path}` })).body
  const row = async (columns: string) =>
    (await system.rows(`select ${columns} from (select $1::text as school) s`, [school]))[0]
  return { school: school as string, post, get, row }
}
type School = Awaited<ReturnType<typeof openSchool>>

/** The effects that everyone gets. The tag is taken away again: a repetition of its first step would bring it back. */
async function effectsOf({ post }: School) {
  const { id: tag_id } = await post('/tags', { name: 'Here' })
  const { id: course_id } = await post('/courses', { title: 'Watercolour' })
  return [
    { kind: 'note', text: 'first' },
    { kind: 'tag', tag_id },
    { kind: 'message', transport: 'in_app', topic: 'study', subject: 'Welcome', body: 'Welcome.' },
    { kind: 'grant', course_id },
    { kind: 'task', title: 'Call' },
    { kind: 'tag', tag_id, action: 'remove' },
    { kind: 'note', text: 'last' },
  ].map((node, index) => ({ id: `n${index}`, ...node }))
}

/** A scenario that people enter by hand, or by an event if they are called Eve. */
async function enabled(school: School, effects: readonly { id: string }[]): Promise<string> {
  const filter = [{ path: 'first_name', equals: 'Eve' }]
  const nodes = [
    { id: 'hand', kind: 'trigger', start: { by: 'hand' }, next: 'n0' },
    { id: 'event', kind: 'trigger', start: { by: 'event', type: 'user.created', filter }, next: 'n0' },
    ...effects.map((node, index) => ({ ...node, next: effects[index + 1]?.id ?? 'end' })),
    { id: 'end', kind: 'end' },
  ]
  const { id } = await school.post('/scenarios', { name: 'Welcome', graph: { nodes } })
  await school.post(`/scenarios/${id}/publish`, {})
  await school.post(`/scenarios/${id}/status`, { status: 'enabled' })
  return id
}

/** One or two parts, at random times: all of them in turn, and others. Returns the pids. */
async function killSome(round: number): Promise<Set<number>> {
  const parts = [killable[(round + first) % killable.length]!]
  if (random.between(0, 1)) parts.push(random.pick(killable))
  const killed = new Set<number>()
  for (const part of parts) {
    await pause(random.between(100, 900))
    for (const pid of await system.kill(part)) killed.add(pid)
  }
  return killed
}

/** Time passes for what waits: the leases of the dead end, and what has failed is due again. */
async function timePasses(school: string): Promise<void> {
  await system.endLeases()
  for (const schema of ['scenarios', 'crm', 'users'])
    await system.rows(
      `update "${schema}".tasks set due_at = now() where school_id = $1 and status in ('running', 'waiting')`,
      [school],
    )
  await system.rows(`update scenarios.runs set due_at = now() where school_id = $1 and status = 'active'`, [
    school,
  ])
}

const steps = `(select run_id, array_agg(node order by place) nodes, array_agg(place order by place) places
  from scenarios.run_steps where school_id = school group by run_id)`
/** The keys of effects that runs tell of, beside those under which their owners have carried out one. */
const keys = `(select t.key as told, o.key as owned, o.result ->> 'outcome' as outcome
  from (select effect_key as key from scenarios.run_steps where school_id = school and effect_key is not null) t
  full join (select key, result from users.effects where school_id = school and key like 'scn:%'
    union all select key, result from crm.actions where school_id = school and key like 'scn:%') o using (key))`

/** What each table has, and how much of it is different. */
const owned = `
  (select count(*)::int from scenarios.runs where school_id = school) as runs,
  (select count(distinct user_id)::int from scenarios.runs where school_id = school) as people,
  (select count(*)::int from crm.notes where school_id = school) as notes,
  (select count(*)::int from (select from crm.notes where school_id = school group by user_id, text) n) as different_notes,
  (select count(*)::int from crm.manager_tasks where school_id = school) as tasks,
  (select count(distinct user_id)::int from crm.manager_tasks where school_id = school) as people_with_tasks,
  (select count(*)::int from crm.messages where school_id = school and notification is null) as messages,
  (select count(distinct user_id)::int from crm.messages where school_id = school and notification is null)
    as people_with_messages,
  (select count(*)::int from users.accesses where school_id = school) as accesses,
  (select count(distinct user_id)::int from users.accesses where school_id = school) as people_with_accesses,
  (select count(*)::int from users.user_tags where school_id = school) as tags`

test(
  'whatever is killed, every effect has been carried out once, and every run has come to its end',
  async () => {
    const school = await openSchool()
    const effects = await effectsOf(school)
    const scenario = await enabled(school, effects)
    let entered = 0
    const enter = async (name: 'Ada' | 'Eve') => {
      const { id: user_id } = await school.post('/users', {
        email: `person-${entered++}@people.example`,
        first_name: name,
      })
      if (name === 'Ada') await school.post(`/scenarios/${scenario}/run`, { user_id })
    }
    for (let round = 0; round < rounds; round++) {
      const entering = Array.from({ length: people }, async (_, index) => {
        await pause(index * 100)
        await enter(index % 2 ? 'Eve' : 'Ada')
      })
      const [killed] = await Promise.all([killSome(round), ...entering])
      await system.waitUntilReady(killed)
      await eventually('time to pass', () => timePasses(school.school).then(() => true))
      if (isLong && round % 10 === 9) process.stdout.write(`round ${round + 1}: ${entered} people\n`)
    }
    const open = `(select count(*)::int from scenarios.runs where school_id = school and status = 'finished') as over,
      (select count(*)::int from crm.messages where school_id = school and status in ('queued', 'sending')) as unsent`
    const isOver = async () => {
      const { over, unsent } = await school.row(open)
      return over >= entered && unsent === 0
    }
    await eventually('every run to end', isOver, patience)

    const walked = await school.row(
      `(select jsonb_agg(distinct to_jsonb(nodes[2:])) from ${steps} s) as ways,
       (select jsonb_agg(distinct to_jsonb(places)) from ${steps} s) as places, (select count(*)::int from ${steps} s) as runs`,
    )
    const [way, all] = [[...effects.map(({ id }) => id), 'end'], entered]
    expect(walked).toEqual({ ways: [way], places: [[0, ...way.map((_, index) => index + 1)]], runs: all })
    expect(
      await school.row(
        `(select count(*)::int from ${keys} k where told = owned and outcome = 'done') as done,
         (select count(*)::int from ${keys} k where (told = owned and outcome = 'done') is not true) as others`,
      ),
    ).toEqual({ done: effects.length * all, others: 0 })
    expect(await school.row(owned)).toEqual({
      ...{ runs: all, people: all, notes: 2 * all, different_notes: 2 * all },
      ...{ tasks: all, people_with_tasks: all, messages: all, people_with_messages: all },
      ...{ accesses: all, people_with_accesses: all, tags: 0 },
    })
    // The counters are what a recount of all passages gives: nobody is left at a node.
    const stats = (await school.get(`/scenarios/${scenario}/stats?limit=100`)).data
    expect(
      Object.fromEntries(
        stats.map(({ node, entered, waiting, dropped }: any) => [node, [entered, waiting, dropped]]),
      ),
    ).toEqual(
      Object.fromEntries([
        ...['hand', 'event'].map(node => [node, [all / 2, 0, 0]]),
        ...way.map(node => [node, [all, 0, 0]]),
      ]),
    )
    if (isLong)
      process.stdout.write(`${JSON.stringify({ rounds, runs: all, effects: effects.length * all })}\n`)
  },
  isLong ? 3_600_000 : 300_000,
)
