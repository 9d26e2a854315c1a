// Requests made from the OpenAPI document, valid, nearly valid and hostile, through the real gateway to the real
// services. `npm run test:long` asks far more of them.
import { env } from 'node:process'
import { eventually, testSeed } from '@lms/testing'
import { startCluster, type TestCluster } from '@lms/testing/all-services'
import { entryOf, succeeds } from '@lms/testing/contract-suite'
import fc from 'fast-check'
import { bytesOf } from './bytes.ts'
import { targets } from './document.ts'
import { Judge } from './judge.ts'
import { type Complaints, listen } from './logs.ts'
import { anyRequest, type HostileRequest } from './requests.ts'
import { Wire } from './wire.ts'
import { openWorld, renew, type World } from './world.ts'

const requests = env.LMS_TEST_LONG === '1' ? 50_000 : 2_400
const workers = 32

const byId = new Map(targets.map(target => [target.id, target]))

/** Whether the example itself was refused: its object is deleted, or its name used. */
const isUsedUp = ({ whose, path }: HostileRequest, status: number) =>
  (status === 404 || status === 409) && whose === 'ours' && path.every(value => value === null)

const explained = ({ message, cause }: Error) =>
  `${message.slice(0, 3000)}\n${(cause as Error)?.message ?? ''}`

describe('hostile requests', () => {
  let cluster: TestCluster
  let world: World
  let judge: Judge
  let complaints: Complaints
  beforeAll(async () => {
    cluster = await startCluster()
    const { gateway, system } = cluster
    world = await openWorld(gateway)
    judge = new Judge(world)
    complaints = listen([
      gateway.running.log,
      ...Object.values(system.services).map(({ runtime }) => runtime.log),
    ])
  }, 900_000)
  afterAll(() => cluster?.stop())

  test('the other school has marks in all its objects', () => {
    expect(world.marked).toBeGreaterThan(5)
    expect([...world.theirs.examples.keys()]).toEqual(targets.map(({ id }) => id))
  })

  test(`no answer to any of ${requests} requests owes anything`, async () => {
    await askPlainly()
    const each = Math.ceil(requests / workers)
    const runs = Array.from({ length: workers }, (_, worker) => runWorker(testSeed + worker, each))
    const ended = await Promise.allSettled(runs)
    const failures = ended.flatMap(one => (one.status === 'rejected' ? [explained(one.reason)] : []))
    if (failures.length) throw new Error(failures.join('\n'))
    expect(judge.count).toBeGreaterThanOrEqual(requests)
  }, 600_000)

  /** Each operation once with its example, and once with an unknown key. */
  async function askPlainly() {
    const wire = new Wire(cluster.gateway.running.port)
    for (const { id, path, body } of targets) {
      const names = path.match(/\{\w+\}/g) ?? []
      const plain: HostileRequest = {
        operation: id,
        whose: 'ours',
        path: names.map(() => null),
        query: '',
        headers: [],
        body: body && { kind: 'fields', set: {} },
        chunked: false,
      }
      await ask(wire, plain)
      await ask(wire, { ...plain, headers: [['authorization', 'Bearer nobodys']] })
    }
    wire.close()
  }

  /** One connection that asks one request after the other; fails with the smallest request that shows the fault. */
  async function runWorker(workerSeed: number, numRuns: number) {
    const wire = new Wire(cluster.gateway.running.port)
    try {
      await fc.assert(
        fc.asyncProperty(anyRequest, request => ask(wire, request)),
        { seed: workerSeed, numRuns, interruptAfterTimeLimit: 500_000, markInterruptAsFailure: true },
      )
    } finally {
      wire.close()
    }
  }

  async function ask(wire: Wire, request: HostileRequest) {
    const target = request.operation === null ? null : byId.get(request.operation)!
    const sent = bytesOf(world, request, target ?? request.line!)
    const answer = await wire.ask(sent.bytes, { bodyless: sent.method === 'HEAD' })
    try {
      judge.judge({ request, target, sent, answer })
      complaints.expectNone(answer?.headers['x-request-id'])
    } catch (fault) {
      const answerText = answer ? `${answer.status} ${answer.body.toString().slice(0, 2000)}` : 'nothing'
      throw new Error(
        `${(fault as Error).message}\n${sent.method} ${sent.target.slice(0, 500)}\n→ ${answerText}`,
      )
    }
    // After an upgrade that it ignored, Node reports no unreadable request on that connection; it times out.
    if (request.headers.some(([name]) => name === 'upgrade')) wire.close()
    if (target && isUsedUp(request, answer!.status)) await refresh(target.id)
  }

  const stale = new Map<string, number>()
  /** A used-up example is created again, now and then. */
  async function refresh(id: string) {
    const refusals = (stale.get(id) ?? 0) + 1
    stale.set(id, refusals % 10)
    if (refusals === 10) await renew(world.ours, byId.get(id)!)
  }

  test('the requests reach deep', () => {
    const rows = targets.map(
      ({ id }) => [id, [...(judge.spread.get(id) ?? [])].sort(([a], [b]) => a - b)] as const,
    )
    const sum = (isCounted: (status: number) => boolean, of = rows) =>
      of
        .flatMap(([, counts]) => counts)
        .reduce((all, [status, count]) => all + (isCounted(status) ? count : 0), 0)
    const good = (status: number) => status < 300
    const bad = (status: number) => status >= 400 && status < 500
    const all = sum(() => true)
    const share = (isCounted: (status: number) => boolean) => `${Math.round((100 * sum(isCounted)) / all)} %`
    process.stdout.write(`${judge.count} hostile requests: ${share(good)} done, ${share(bad)} refused\n`)
    expect(rows.filter(row => sum(good, [row]) === 0 && succeeds(entryOf(row[0]))).map(([id]) => id)).toEqual(
      [],
    )
    const refusing = rows.filter(([id]) => byId.get(id)!.reasons.has(401))
    expect(refusing.filter(row => sum(bad, [row]) === 0).map(([id]) => id)).toEqual([])
    expect(sum(good) / all).toBeGreaterThan(0.25)
    expect(sum(status => status === 503) / all).toBeLessThan(0.005)
  })

  test('gateway and services are still running, and have logged no errors', async () => {
    complaints.expectNone()
    const { gateway, system } = cluster
    for (const address of [gateway.operatorUrl, ...Object.values(system.addresses)])
      await eventually(`${address} to be ready`, async () => (await fetch(`${address}/readyz`)).ok)
    for (const target of targets) {
      await renew(world.ours, target)
      await world.ours.school.ask(target.entry, world.ours.examples.get(target.id))
    }
  }, 900_000)
})
