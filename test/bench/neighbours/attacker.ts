// The misbehaving school, in a process of its own and at the lowest priority, because in reality it has its own
// machine.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { attackerAt, type Shot } from '../../neighbours/attacker.ts'
import { attacks } from '../../neighbours/attacks.ts'

setPriority(19)
const [name, endpoint] = process.argv.slice(2)
const attack = attacks.find(one => one.name === name)!
const by = attackerAt(JSON.parse(endpoint!))

/** Takes its webhooks, and answers at once. */
const receiver = createServer((request, response) => request.resume().on('end', () => response.end()))
await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
const { port } = receiver.address() as AddressInfo

const over = new AbortController()
const statuses: Record<string, number> = {}
let next = 0

/**
 * Sends without end; after a refusal it pauses for a moment, because the bench measures successful requests, not a
 * flood of refusals.
 */
async function runWorker(shot: Shot) {
  while (!over.signal.aborted) {
    const status = await shot(next++, over.signal)
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 0 || status >= 400) await pause(2000)
  }
}

process.on('message', message => {
  if (message === 'prepare')
    attack.prepare(by, `http://127.0.0.1:${port}/hook`).then(
      shot => {
        process.send!('prepared')
        process.once('message', () => {
          for (let count = 0; count < attack.workers; count++) void runWorker(shot)
        })
      },
      error => process.send!(`failed: ${error.stack}`),
    )
  if (message === 'statuses') process.send!(statuses)
})
process.on('disconnect', () => process.exit())
