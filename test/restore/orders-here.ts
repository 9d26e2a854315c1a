// A sale in a school, after those of its archive.
import type { Gateway } from '@lms/testing/gateway'

/** Sells one of the offers to a new person; the order has the number behind those that were there. */
export async function ordersHere(
  gateway: Gateway,
  { host, key }: { host: string; key: string },
  orders: readonly { number: number; items: readonly { offer_id: string }[] }[],
): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await gateway.call('POST', `/api/v1${path}`, { host, key, body })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  const person = await post('/users', { email: 'new@school.example' })
  const offers = await gateway.call('GET', '/api/v1/offers?status=active', { host, key })
  const offer = offers.body.data.find(({ amount }: { amount: number }) => amount > 0)
  const order = await post('/orders', { user_id: person.id, items: [{ offer_id: offer.id, quantity: 1 }] })
  expect(order.number).toBe(Math.max(...orders.map(({ number }) => number)) + 1)
  const paid = await post(`/orders/${order.id}/mark-paid`, {})
  expect(paid.status).toBe('paid')
}
