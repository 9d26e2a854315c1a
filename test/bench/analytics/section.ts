// Figures of a year, of a school with many facts and of one with a hundredth of them, asked in turns.
import { analyticsService } from '@lms/analytics/service'
import { serviceService } from '@lms/service/service'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { type AreaRig, type Request, startArea } from '../area.ts'
import { printTable } from '../webhooks/table.ts'
import { type FilledSchool, fillSchools, markToday } from './school.ts'

const main = new URL('../../../services/analytics/src/main.ts', import.meta.url)
const services = [usersService, webhooksService, serviceService, analyticsService]
const times = 200
/** Requests of one kind end after so many seconds. */
const longest = 40

export async function analyticsSection(facts: number) {
  const rig = await startArea(services, main, { rounds: 1, seconds: 1 })
  try {
    const { schools, filledIn } = await fillSchools(rig.system, [facts, Math.ceil(facts / 100)])
    printTable(
      `all days summed up anew (facts filled in by SQL in ${filledIn.toFixed(0)} s)`,
      ['facts', 'seconds'],
      schools.map(one => [String(one.facts), one.summedIn]),
    )
    const results: Row[] = []
    const measured = async (name: string, request: (school: FilledSchool) => Request) => {
      const row = await inTurns(rig, name, schools, request)
      print(row)
      results.push(row)
    }
    for (const dirty of [false, true]) {
      for (const { caller } of schools) await markToday(rig.system, caller, dirty)
      for (const [name, request] of Object.entries(requestsOf()))
        await measured(dirty ? `${name}, today changed` : name, request)
    }
    return { facts, filledIn, summedIn: schools.map(({ summedIn }) => summedIn), results }
  } finally {
    await rig.stop()
  }
}

/** All read sums of days. */
function requestsOf() {
  const to = new Date()
  const from = new Date(to)
  from.setUTCDate(from.getUTCDate() - 364)
  const period = `from=${from.toISOString()}&to=${to.toISOString()}`
  const list =
    (path: string) =>
    ({ caller }: FilledSchool): Request => ({ by: caller, path: `/v1/analytics/${path}&${period}` })
  return {
    'sales by day': list('sales?step=day&limit=100'),
    'sales by month and offer': list('sales?step=month&divided=offer&limit=100'),
    query: ({ caller }: FilledSchool): Request => ({
      by: caller,
      method: 'POST',
      path: '/v1/analytics/query',
      body: { metrics: ['net', 'average_check', 'orders'], dimensions: ['month'], period: { from, to } },
    }),
    'traffic by the first visit': list('traffic?touch=first&limit=100'),
    'traffic by the last visit': list('traffic?touch=last&limit=100'),
  }
}

interface Quantiles {
  median: number
  p99: number
  times: number
}
interface Row {
  name: string
  large: Quantiles
  small: Quantiles
}

/** One request after the other, of one school and of the other; an answer that came too late counts with its time. */
async function inTurns(
  rig: AreaRig,
  name: string,
  schools: readonly FilledSchool[],
  request: (school: FilledSchool) => Request,
): Promise<Row> {
  const timings = schools.map((): number[] => [])
  const once = async (index: number) => {
    const query = request(schools[index]!)
    const began = performance.now()
    const { status, body } = await rig.request(query)
    if (status === 503 || status === 504) return performance.now() - began
    if (status >= 300 || body.data.length === 0)
      throw new Error(`${name} answered ${status}: ${JSON.stringify(body).slice(0, 500)}`)
    return performance.now() - began
  }
  const began = performance.now()
  for (const index of schools.keys()) await once(index)
  for (let time = 0; time < times && performance.now() - began < longest * 1000; time++)
    for (const [index, all] of timings.entries()) all.push(await once(index))
  const [large, small] = timings.map(quantiles)
  return { name, large: large!, small: small! }
}

function quantiles(timings: readonly number[]): Quantiles {
  const sorted = timings.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]!
  return { median: at(0.5), p99: at(0.99), times: sorted.length }
}

const print = ({ name, large, small }: Row) =>
  printTable(
    `${name} of a year, in ms`,
    ['', 'times', 'median', 'p99'],
    [
      ['all facts', String(large.times), large.median, large.p99],
      ['a hundredth', String(small.times), small.median, small.p99],
      ['ratio', '', large.median / small.median, large.p99 / small.p99],
    ],
  )
