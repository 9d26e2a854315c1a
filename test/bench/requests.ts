// The cost of a request through gateway and service, beside the floors of any implementation with row-level security,
// in the same minute on the same rows.
import { randomBytes } from 'node:crypto'
import { interleave, type Measured, type Target } from './load.ts'
import { startSystem } from './running.ts'

export const requestSections = ['get', 'list', 'create', 'change', 'mark-paid']

/** Beside the first floor: all CPU, and that until the answer. */
export type Beside = Measured & { ratio: number; answeredRatio: number }

/** Measures the sections, or the one named. */
export async function measureRequests({
  rounds,
  seconds,
  section,
}: {
  rounds: number
  seconds: number
  section?: string | undefined
}): Promise<Record<string, Beside[]>> {
  const system = await startSystem()
  const results: Record<string, Beside[]> = {}
  try {
    const { ours, floors, orderIds, userId, offerId } = system
    const unpaid = !section || section === 'mark-paid' ? await system.unpaid(maxPaid(rounds, seconds)) : []
    const pick = (index: number) => orderIds[index % orderIds.length]!
    const json = { 'content-type': 'application/json' }
    const order = JSON.stringify({ user_id: userId, items: [{ offer_id: offerId, quantity: 1 }] })
    const recorded = ['create', 'change']
    const rows = !section || recorded.includes(section) ? await system.sameRows() : null
    const beside = (
      name: string,
      shot: Target['shot'],
      floorShot: Target['shot'],
      expect: number,
    ): [string, Target[]] => [
      name,
      [
        { name: 'floor', ...floors.plain, shot: floorShot, expect },
        { name: 'floor, one round trip', ...floors.batch, shot: floorShot, expect },
        ...(rows && recorded.includes(name)
          ? [{ name: 'the same rows', ...rows, answering: sending, shot: floorShot, expect }]
          : []),
        { name: 'gateway + service', ...ours, answering, shot: index => withKey(shot(index)), expect },
      ],
    ]
    // The relay is a part of the service's process, and counts as well.
    const answering = { processes: ['gateway', 'commerce'], role: 'lms_commerce' }
    // The service's relay, which publishes these rows as well, has another role.
    const sending = { processes: ['rows'], role: 'lms_commerce' }
    const withKey = (shot: ReturnType<Target['shot']>) => ({
      ...shot,
      headers: { ...ours.headers, ...shot.headers },
    })
    const fresh = () => ({ ...json, 'idempotency-key': randomBytes(12).toString('hex') })

    const sections = [
      beside(
        'get',
        index => ({ path: `/api/v1/orders/${pick(index)}` }),
        index => ({ path: `/v1/orders/${pick(index)}` }),
        200,
      ),
      beside(
        'list',
        () => ({ path: '/api/v1/orders?limit=50' }),
        () => ({ path: '/v1/orders' }),
        200,
      ),
      beside(
        'create',
        () => ({ method: 'POST', path: '/api/v1/orders', headers: fresh(), body: order }),
        () => ({ method: 'POST', path: '/v1/orders', headers: json, body: order }),
        201,
      ),
      beside(
        'change',
        index => ({
          method: 'PATCH',
          path: `/api/v1/orders/${pick(index)}`,
          headers: fresh(),
          body: `{"comment":"${index}"}`,
        }),
        index => ({
          method: 'PATCH',
          path: `/v1/orders/${pick(index)}`,
          headers: json,
          body: `{"comment":"${index}"}`,
        }),
        200,
      ),
      beside(
        'mark-paid',
        () => ({
          method: 'POST',
          path: `/api/v1/orders/${unpaid.pop()}/mark-paid`,
          headers: fresh(),
          body: '{}',
        }),
        index => ({ method: 'POST', path: `/v1/orders/${pick(index)}`, headers: json, body: '{}' }),
        201,
      ),
    ]
    for (const [name, targets] of sections) {
      if (section && section !== name) continue
      const rows = await interleave(targets, rounds, seconds)
      const floor = rows[0]!.cpuMs
      const measured = rows.map(row => ({
        ...row,
        ratio: row.cpuMs / floor,
        answeredRatio: row.answeredMs / floor,
      }))
      results[name] = measured
      print(name, measured)
    }
  } finally {
    await system.stop()
  }
  return results
}

/** More orders than any machine marks as paid in the time; a floor marks the same ones again. */
const maxPaid = (rounds: number, seconds: number) => (rounds * seconds + 2) * 3000

function print(name: string, rows: readonly Beside[]) {
  const line = (cells: (string | number)[]) =>
    cells.map((cell, index) => String(cell)[index ? 'padStart' : 'padEnd'](index ? 10 : 24)).join('')
  const table = rows.map(row =>
    line([
      row.name,
      row.requestsPerSecond.toFixed(0),
      row.p50.toFixed(1),
      row.p99.toFixed(1),
      row.cpuMs.toFixed(3),
      `${row.ratio.toFixed(2)}x`,
      `${row.answeredRatio.toFixed(2)}x`,
    ]),
  )
  process.stdout.write(
    `\n${line([name, 'req/s', 'p50 ms', 'p99 ms', 'CPU ms', 'ratio', 'answered'])}\n${table.join('\n')}\n`,
  )
  for (const { name, parts } of rows.slice(2)) {
    const shares = Object.entries(parts).filter(([, cpu]) => cpu > 0)
    const written = shares.map(([part, cpu]) => `${part} ${cpu.toFixed(3)}`)
    process.stdout.write(`  of ${name}: ${written.join(', ')}\n`)
  }
}
