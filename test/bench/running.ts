// The whole system as `lms up` starts it, in a folder of its own, with rows to read, and the floors on the same rows.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createClient } from '@lms/api'
import { type Installation, roleOf, roleUrl, Vault } from '@lms/service-host'
import { asOwner, ownerUrl, type Ready, startUp } from '@lms/testing'
import { wideLimits } from '@lms/testing/gateway'
import { recordOrders } from './recorded.ts'
import type { RowsTask } from './rows.ts'

export interface Aim {
  origin: string
  pids: Record<string, number>
}
export interface RunningSystem {
  ours: Aim & { headers: Record<string, string> }
  floors: { plain: Aim; batch: Aim }
  /** Starts a server that sends the statements of the service. */
  sameRows(): Promise<Aim>
  orderIds: string[]
  userId: string
  offerId: string
  /** Copies an order, and gives the ids of the copies, not yet paid. */
  unpaid(count: number): Promise<string[]>
  stop(): Promise<void>
}

const orders = 500

/** Starts everything; resolves when there are orders to read. */
export async function startSystem(): Promise<RunningSystem> {
  const up = await startUp({ processes: true })
  const { ready, installation, folder } = up
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children) child.disconnect()
    await up.stop()
  }
  try {
    await liftLimits(ready, installation)
    const seed = await makeOrders(ready)
    // As autovacuum would in a minute: a plan made for an empty table takes any index.
    await asOwner(ownerUrl(folder), owner => owner.query('analyze'))
    const vault = new Vault(installation.secretKeys)
    const database = roleUrl(ownerUrl(folder), roleOf('commerce'), vault)
    const postgres = ready.pids.postgres!
    const floor = async (mode: 'plain' | 'batch'): Promise<Aim> => {
      const child = fork('test/bench/floor.ts', [database, ready.school_id, mode])
      children.push(child)
      const [floorPort] = await once(child, 'message')
      return { origin: `http://127.0.0.1:${floorPort}`, pids: { floor: child.pid!, postgres } }
    }
    const sameRows = async (): Promise<Aim> => {
      const { userId: user, offerId: offer } = seed
      const task: RowsTask = {
        database,
        school: ready.school_id,
        user,
        offer,
        recorded: await recordOrders(),
      }
      const child = fork('test/bench/rows.ts')
      children.push(child)
      child.send(task)
      const [port] = await once(child, 'message')
      return { origin: `http://127.0.0.1:${port}`, pids: { rows: child.pid!, ...ready.pids } }
    }
    return {
      ours: {
        origin: new URL(ready.base_url).origin.replace('localhost', '127.0.0.1'),
        pids: ready.pids,
        headers: { authorization: `Bearer ${ready.api_key}`, host: new URL(ready.base_url).host },
      },
      floors: { plain: await floor('plain'), batch: await floor('batch') },
      sameRows,
      ...seed,
      unpaid: count => copiesOf(folder, seed.orderIds[0]!, count),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Rate limits are not what is measured. */
export async function liftLimits(
  { operator_url, school_id }: Ready,
  { operatorToken }: Installation,
): Promise<void> {
  const response = await fetch(`${operator_url}/operator/v1/schools/${school_id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ limits: wideLimits }),
  })
  if (!response.ok) throw new Error(`The limits were not lifted: ${await response.text()}`)
}

async function makeOrders({ base_url, api_key }: Ready) {
  const api = createClient({ baseUrl: base_url, apiKey: api_key })
  // The demo school sends receipts; a payment alone is measured.
  await api.settings.update({ body: { id: 'commerce', values: { receipts: { enabled: false } } } })
  const { id: userId } = await api.users.create({ body: { email: 'bench@example.org' } })
  const { id: offerId } = await api.offers.create({ body: { name: 'Course', amount: 100, currency: 'EUR' } })
  const orderIds: string[] = []
  while (orderIds.length < orders) {
    const batch = Array.from({ length: 25 }, () =>
      api.orders.create({ body: { user_id: userId, items: [{ offer_id: offerId }] } }),
    )
    orderIds.push(...(await Promise.all(batch)).map(({ id }) => id))
  }
  return { userId, offerId, orderIds }
}

/** By SQL, because the API would take a minute. */
const copiesOf = (folder: string, id: string, count: number): Promise<string[]> =>
  asOwner(ownerUrl(folder), async owner => {
    const { rows: names } = await owner.query(
      `select column_name as name from information_schema.columns
       where table_schema = 'commerce' and table_name = 'orders' and column_name not in ('id', 'number')`,
    )
    const columns = names.map(({ name }) => `"${name}"`).join(', ')
    const { rows } = await owner.query(
      `insert into commerce.orders (id, number, ${columns})
       select left(id, 14) || left(md5(n::text), 16), 100000000 + n, ${columns}
       from commerce.orders, generate_series(1, $2::int) n where id = $1 returning id`,
      [id, count],
    )
    await owner.query('analyze commerce.orders')
    return rows.map(row => row.id)
  })
