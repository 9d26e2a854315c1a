// The floor of any implementation with row-level security: bare node:http and pg, the same rows, the same answers;
// begin, set the school, query, commit. With `batch`, the same in one round trip. No checks, no events.
import { createServer } from 'node:http'
import { sendBatch } from '@lms/service-host'
import pg from 'pg'

const [url, school, mode] = process.argv.slice(2) as [string, string, 'plain' | 'batch']
const pool = new pg.Pool({ connectionString: url, max: 16 })
const columns =
  'school_id, id, number, user_id, status, amount, items_amount, discount_amount, tax_added_amount, tax_included_amount, taxes, paid_amount, refunded_amount, currency, country, items, discount, as_gift, checkout_id, subscription_id, partner_id, comment, expires_at, paid_at, canceled_at, expired_at, refunded_at, test, version, created_at, updated_at'
const statements = {
  tenant: `select set_config('app.school_id', $1, true)`,
  get: `select ${columns} from commerce.orders where school_id = $1 and id = $2`,
  list: `select ${columns} from commerce.orders where school_id = $1 order by created_at desc, id desc limit 50`,
  hold: `select ${columns} from commerce.orders where school_id = $1 and id = $2 for update`,
  change: `update commerce.orders set comment = $3, version = version + 1, updated_at = now() where school_id = $1 and id = $2 returning ${columns}`,
  insert: `insert into commerce.orders (${columns}) values ($1, $2, $3, $4, 'waiting_payment', 100, 100, 0, 0, 0, '[]', 0, 0, 'EUR', null, $5, null, false, null, null, null, '', null, null, null, null, null, false, 1, now(), now())`,
  pay: `update commerce.orders set status = 'paid', paid_amount = amount, paid_at = now(), version = version + 1, updated_at = now() where school_id = $1 and id = $2 returning ${columns}`,
  payment: `insert into commerce.payments (school_id, id, order_id, user_id, status, method, amount, currency, refunded_amount, comment, test, paid_at, version, created_at, updated_at)
    select school_id, $3, id, user_id, 'succeeded', 'manual', amount, currency, 0, '', false, now(), 1, now(), now() from commerce.orders where school_id = $1 and id = $2`,
}
type Name = keyof typeof statements
type Ask = [name: Name, values: string[]]

async function plain(asks: Ask[]) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ name: 'tenant', text: statements.tenant, values: [school] })
    let rows: unknown[] = []
    for (const [name, values] of asks)
      rows = (await client.query({ name, text: statements[name], values })).rows
    await client.query('commit')
    return rows
  } finally {
    client.release()
  }
}

async function batch(asks: Ask[]): Promise<unknown[]> {
  const client = await pool.connect()
  try {
    const steps = asks.map(([name, values]) => ({ statement: { name, text: statements[name] }, values }))
    const tenant = { statement: { name: 'tenant', text: statements.tenant }, values: [school] }
    const results = await sendBatch(client, [tenant, ...steps])
    return results.at(-1)!.rows
  } finally {
    client.release()
  }
}

const run = mode === 'batch' ? batch : plain
let next = 1_000_000_000 + process.pid * 10_000_000

const server = createServer(async (request, response) => {
  const answer = (status: number, value: unknown) => {
    const body = JSON.stringify(value)
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  }
  try {
    const id = request.url!.split('/')[3]
    if (request.method === 'GET') {
      const rows = await run(id ? [['get', [school, id]]] : [['list', [school]]])
      return answer(200, id ? rows[0] : { data: rows })
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    if (id && request.method === 'POST') {
      const payment = `pay_floor${String(next++).padStart(21, '0')}`
      const asks: Ask[] = [
        ['hold', [school, id]],
        ['payment', [school, id, payment]],
        ['pay', [school, id]],
      ]
      return answer(201, (await run(asks))[0])
    }
    if (id) {
      const asks: Ask[] = [
        ['hold', [school, id]],
        ['change', [school, id, body.comment]],
      ]
      return answer(200, (await run(asks))[0])
    }
    const number = next++
    const orderId = `ord_floor${String(number).padStart(21, '0')}`
    await run([['insert', [school, orderId, String(number), body.user_id, JSON.stringify(body.items)]]])
    answer(201, { id: orderId, number, ...body })
  } catch (error) {
    answer(500, { error: String(error) })
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address() as { port: number }
  process.send?.(address.port)
})
process.on('disconnect', () => process.exit(0))
