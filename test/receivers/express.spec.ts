// The example that receivers are written after: each event counts once, also where its program dies in the middle.
import { type ChildProcess, fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { scratchFolder } from '@lms/testing'
import { receiver } from './express.ts'

const secret = 'quick-start-secret'
const folder = scratchFolder()
afterAll(() => folder.remove())

/** Sends an event as the system would; gives the status, or null where the connection breaks. */
async function deliver(port: number, id: string, key = secret): Promise<number | null> {
  const body = JSON.stringify({ id, type: 'order.paid', data: { object: {} } })
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', key).update(`${t}.${body}`).digest('hex')
  const headers = { 'x-lms-signature': `t=${t},v1=${v1}` }
  return fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body, headers }).then(
    ({ status }) => status,
    () => null,
  )
}

async function withReceiver(
  where: string,
  database: string,
  use: (port: number, child: ChildProcess) => Promise<void>,
) {
  const file = fileURLToPath(new URL('dying.ts', import.meta.url))
  const child = fork(file, [database, where], {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  try {
    const [port] = await once(child, 'message')
    await use(port, child)
  } finally {
    if (child.connected) child.disconnect()
    await ended
  }
}

function seen(database: string): string[] {
  const own = new DatabaseSync(database)
  const rows = own.prepare('select id from seen').all() as { id: string }[]
  own.close()
  return rows.map(({ id }) => id)
}

test.each(['before', 'after'])(
  'killed %s the event is handled, it handles it when it comes again',
  async where => {
    const database = join(folder.path, `${where}.db`)
    await withReceiver(where, database, async (port, child) => {
      const killed = once(child, 'exit')
      expect(await deliver(port, 'evt_1')).toBeNull()
      expect(await killed).toEqual([null, 'SIGKILL'])
    })
    await withReceiver('never', database, async port => {
      for (const id of ['evt_1', 'evt_1', 'evt_2']) expect(await deliver(port, id)).toBe(200)
    })
    expect(seen(database)).toEqual(['evt_1', 'evt_2'])
  },
)

test('an event whose handler throws is requested again, and then handled once', async () => {
  let handled = 0
  const handle = () => {
    if (++handled === 1) throw new Error('not now')
  }
  const server = receiver({ secret, handle }).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push(await deliver(port, 'evt_1'))
    expect(statuses).toEqual([500, 200, 200])
    expect(handled).toBe(2)
    expect(await deliver(port, 'evt_2', 'another secret')).toBe(400)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
