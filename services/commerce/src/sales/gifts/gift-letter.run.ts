import type { Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { builder, type Stores } from '../../builder.ts'
import { sendLetter } from '../../letters/send-letter.ts'
import { receiptLink } from '../../money/mail-links/receipt-link.ts'
import { addressOf } from '../../money/payment-pages/link.ts'
import { claimsOfOrder } from '../../money/payment-pages/page.rules.ts'
import { giftBought } from '../../notifications.ts'
import { siteUrlOf } from '../../settings/site-url.ts'
import type { OrderRow } from '../order-model/order.store.ts'
import type { GiftRow } from './gift.store.ts'
import { codeFor, pathOfGift } from './gift-codes.ts'
import { sendGifts, tellBuyer } from './gift-letter.task.ts'
import { boughtWords, receivedWords } from './gift-letter.words.ts'

export const tellBuyerTask = builder.task(tellBuyer, async ({ payload, ...ctx }, stores) => {
  const order = await stores.orders.find(payload.order_id)
  const waiting = order && (await waitingOf(order, stores))
  if (!waiting || waiting.length === 0) return
  const siteUrl = await siteUrlOf(ctx)
  const [gift, ...others] = waiting
  const code = others.length === 0 ? codeFor(gift!, ctx.runtime) : null
  const url = code
    ? siteUrl + pathOfGift(code)
    : addressOf(claimsOfOrder(order, undefined, ctx.now), siteUrl, ctx)
  const [receipt] = await stores.receipts.completing([order.id])
  const receipt_url = receipt ? receiptLink(receipt, siteUrl, ctx) : ''
  const values = { number: order.number, name: gift!.name, url, receipt_url }
  await sendLetter(
    {
      user_id: order.user_id,
      key: `${giftBought} ${order.id}`,
      words: boughtWords,
      values: () => values,
      until: null,
      test: await isTest(order, stores),
      notification: giftBought,
    },
    ctx,
  )
})

/** The receiver becomes a person of the school, if they are not: the CRM writes to people only. */
export const sendGiftsTask = builder.task(sendGifts, async ({ payload, ...ctx }, stores) => {
  const order = await stores.orders.find(payload.order_id)
  const email = order?.gift_delivery?.email
  if (!order || !email) return
  const waiting = await waitingOf(order, stores)
  const giver = await giverOf(order, ctx)
  const scope = { school: ctx.work.school, requestId: ctx.work.origin.requestId }
  const client = ctx.runtime.client('users', { people }, scope)
  if (waiting.length > 0) {
    const siteUrl = await siteUrlOf(ctx)
    const { user_id } = await client.people.findOrCreate({ body: { email, phone: null } })
    const test = await isTest(order, stores)
    for (const gift of waiting) {
      const code = codeFor(gift, ctx.runtime)
      if (code === null) continue
      await sendLetter(
        {
          user_id,
          key: `gift ${gift.id}`,
          words: receivedWords,
          values: () => ({ giver, name: gift.name, url: siteUrl + pathOfGift(code) }),
          until: gift.expires_at,
          test,
        },
        ctx,
      )
    }
  }
  // Sent, or never to be sent: whose address it is nobody needs to know any more.
  const locked = await stores.orders.lock(order.id)
  stores.orders.save(locked, { gift_delivery: null })
  for (const gift of await stores.gifts.ofOrder(order.id))
    if (gift.delivery) stores.gifts.save(gift, { delivery: { ...gift.delivery, email: null } })
})

const isTest = async ({ test }: OrderRow, { settings }: Stores): Promise<boolean> =>
  test || (await settings.get()).sales.mode === 'test'

/** The gifts of an order that nobody has redeemed, while it is paid. */
const waitingOf = async ({ id, status }: OrderRow, { gifts }: Stores): Promise<GiftRow[]> =>
  status === 'paid' ? (await gifts.ofOrder(id)).filter(each => each.status === 'active') : []

/** Names that are no more than a name: strangers get the letter, and nobody advertises in it. */
const plainName = /^[\p{L}\p{M}][\p{L}\p{M}' -]{0,49}$/u

/** The name of the buyer; empty where they have given none. */
async function giverOf({ user_id }: OrderRow, { work, runtime }: Pick<Work, 'work' | 'runtime'>) {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { users } = await runtime
    .client('users', { people }, scope)
    .people.batch({ body: { ids: [user_id] } })
  const name = [users[0]?.first_name, users[0]?.last_name].filter(Boolean).join(' ')
  return plainName.test(name) ? name : ''
}
