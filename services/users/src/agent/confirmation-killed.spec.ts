// A process killed with -9 between any two steps of a confirmed call. Another process of the service carries on what it
// left, and its clock is set: nothing here depends on how long anything takes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePorts } from '@lms/local'
import { environmentOf } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { killSteps } from '../testing/killed-users.ts'
import { type AgentSchool, type AgentWorld, agentSchool, type CallAs, startAgentWorld } from './test-agent.ts'

const program = fileURLToPath(new URL('../testing/killed-users.ts', import.meta.url))
const started: ChildProcess[] = []
let world: AgentWorld
let school: AgentSchool
let owner: { call: CallAs }
let ahead = 0
beforeAll(async () => {
  world = await startAgentWorld({}, { taskSlots: 0 })
  school = await agentSchool(world)
  owner = await school.person('owner')
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await world?.stop()
})

/** Another process of the service, which works off tasks until it kills itself. */
async function killedAt(step: string): Promise<void> {
  const { configs, gatewayPort } = world.system
  const [port] = await freePorts(1)
  const env = {
    KILL_AT: step,
    CLOCK_AHEAD_MS: String(ahead),
    LMS_GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
  }
  const child = spawn(process.execPath, ['--no-warnings', program], {
    env: { ...process.env, ...environmentOf({ ...configs.users!, port: port!, taskSlots: 4 }), ...env },
    stdio: 'inherit',
  })
  started.push(child)
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
}

const confirmations = '/v1/agent/confirmations'
async function propose(name: string): Promise<string> {
  // Groups may share a name: a second call would make a second one.
  const proposal = { method: 'POST', path: '/v1/groups', body: { name } }
  const { body } = await owner.call('POST', confirmations, proposal)
  return body.id
}
test.each(killSteps)(
  'killed %s: the call is made once',
  async step => {
    const [id, first] = [await propose(step), await propose('another')]
    // The one is made at once; the other one's task waits for a process with slots for tasks.
    const yes = await owner.call('POST', `${confirmations}/${first}`, { answer: 'yes', also: [id] })
    expect(yes.body.status).toBe('finished')
    await killedAt(step)
    // The lease of the dead process ends.
    ahead += 300_000
    world.pass(300_000)
    await world.system.services.users!.workOffTasks()
    await eventually('it is done', async () => {
      const { body } = await owner.call('GET', `${confirmations}/${id}`)
      return body.status === 'finished' && body
    })
    const groups = (await school.asKey('GET', '/v1/groups?limit=100')).body.data
    expect(groups.filter(({ name }: { name: string }) => name === step)).toHaveLength(1)
  },
  60_000,
)
