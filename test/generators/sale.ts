// A sale by the client that hey-api has generated: node sale.mjs <address of the API> <key>. It is compiled where the
// generated sources are.
import { client } from './hey/client.gen'
import { offersCreate, ordersCreate, ordersMarkPaid, usersCreate } from './hey/index'

const [, , baseUrl, key] = process.argv
client.setConfig({ baseUrl, auth: () => key, throwOnError: true })
let count = 0
const headers = () => ({ 'Idempotency-Key': `sale-${Date.now()}-${count++}` })

const offer = await offersCreate({
  headers: headers(),
  body: { name: 'Watercolour for beginners', amount: 4900, currency: 'EUR' },
  throwOnError: true,
})
const person = await usersCreate({
  headers: headers(),
  body: { email: 'ann@school.example', first_name: 'Ann' },
  throwOnError: true,
})
const order = await ordersCreate({
  headers: headers(),
  body: { user_id: person.data.id, items: [{ offer_id: offer.data.id }] },
  throwOnError: true,
})
const paid = await ordersMarkPaid({
  headers: headers(),
  path: { id: order.data.id },
  body: {},
  throwOnError: true,
})
process.stdout.write(`${paid.data.status} ${paid.data.amount} ${paid.data.currency}\n`)
