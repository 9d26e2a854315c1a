// From the commit of a change to its arrival at a subscriber: changes of orders through the gateway at an even pace, in
// the whole system. The commit is not visible from outside; the answer, which comes just after it, stands for it.
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { eventually } from '@lms/testing'
import { Pool } from 'undici'
import { startSystem } from '../running.ts'
import { paced, quantile, startReceiver } from './rig.ts'
import { printTable } from './table.ts'

const rate = 100

export async function commitSection(seconds: number) {
  const children: ChildProcess[] = []
  const system = await startSystem()
  const pool = new Pool(system.ours.origin, { connections: 64, pipelining: 1 })
  const answered = new Map<string, { began: number; answered: number }>()
  const now = () => performance.timeOrigin + performance.now()
  const call = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const headers = {
      ...system.ours.headers,
      'content-type': 'application/json',
      'idempotency-key': randomBytes(12).toString('hex'),
    }
    const response = await pool.request({
      method,
      path: `/api/v1${path}`,
      headers,
      body: JSON.stringify(body),
    })
    const text = await response.body.text()
    if (response.statusCode >= 300)
      throw new Error(`${method} ${path} answered ${response.statusCode}: ${text}`)
  }
  const change = async (index: number) => {
    const began = now()
    const id = system.orderIds[index % system.orderIds.length]!
    await call('PATCH', `/orders/${id}`, { comment: `mark ${index}` })
    answered.set(`mark ${index}`, { began, answered: now() })
  }
  try {
    const receiver = await startReceiver(children)
    await call('POST', '/webhooks', { url: `${receiver.origin}/changes`, events: ['order.*'] })
    // The first seconds warm up.
    const warm = rate * 3
    await paced(rate, 3 + seconds, change)
    const marks = await eventually('all arrivals', async () => {
      const { '/changes': count = 0 } = await receiver.counts()
      return count >= rate * (3 + seconds) ? (await receiver.take())['/changes']!.marks : null
    })
    const late = marks
      .filter(([mark]) => Number(mark.slice(5)) >= warm)
      .map(([mark, at]) => ({
        answer: at - answered.get(mark)!.answered,
        begin: at - answered.get(mark)!.began,
      }))
    const of = (read: (one: (typeof late)[number]) => number) =>
      [0.5, 0.99, 1].map(share => quantile(late.map(read), share))
    const [answer, begin] = [of(({ answer }) => answer), of(({ begin }) => begin)]
    printTable(
      `from a change to the receiver, ${rate} changes a second through the gateway`,
      ['', 'p50 ms', 'p99 ms', 'most'],
      [
        ['since the answer', ...answer],
        ['since the request', ...begin],
      ],
    )
    return { changes: late.length, sinceAnswer: answer, sinceRequest: begin }
  } finally {
    await pool.close()
    for (const child of children) child.disconnect()
    await system.stop()
  }
}
