// The floor: a bare loop that signs as a delivery is signed and posts with undici. No journal, no guard, no log.

import { deliveryHeaders } from '@lms/service-host/outside'
import { Pool } from 'undici'
import { bodyAt } from './events.ts'

export interface BareRun {
  origin: string
  paths: string[]
  deliveries: number
  concurrency: number
}

export interface BareAnswer {
  ms: number
  cpuMs: number
}

async function run({ origin, paths, deliveries, concurrency }: BareRun): Promise<BareAnswer> {
  const bodies = Array.from({ length: deliveries }, (_, index) => bodyAt(index))
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 })
  let next = 0
  const loop = async () => {
    while (next < deliveries) {
      const index = next++
      const { id, text } = bodies[index]!
      const body = Buffer.from(text)
      const headers = deliveryHeaders({
        secret: 'whsec_bench',
        eventId: id,
        body,
        now: new Date(),
        requestId: 'bench',
        userAgent: 'bench',
      })
      const path = paths[index % paths.length]!
      const response = await pool.request({ path, method: 'POST', headers, body })
      if (response.statusCode !== 200) throw new Error(`The receiver answered ${response.statusCode}.`)
      await response.body.text()
    }
  }
  const cpu = process.cpuUsage()
  const started = performance.now()
  await Promise.all(Array.from({ length: concurrency }, loop))
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  await pool.close()
  return { ms, cpuMs: (user + system) / 1000 }
}

process.on('message', (request: BareRun) => {
  run(request).then(
    answer => process.send?.(answer),
    error => {
      process.stderr.write(`${error}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.(0)
