import { common, Refused } from '@lms/contract'
import { contactIn } from '@lms/html/contact'
import { missing, type Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { builder, type Stores } from '../../builder.ts'
import { pathOf } from '../../money/payment-pages/link.ts'
import { includedIn } from '../order-pages/included.ts'
import { refuseOwned } from '../order-pages/owned.ts'
import { refusals } from './gift.contract.ts'
import { checkRedeemable, codeHash, refuseTestGift, spelledCode } from './gift.rules.ts'
import type { GiftRow } from './gift.store.ts'
import { type GiftPage, giftPages, Redeemer } from './gift-page.contract.ts'
import { giftPage } from './gift-page.ts'
import { redeemOffer } from './redemption.ts'

export const giftPageHandlers = builder.implement(giftPages, {
  show: async ({ body, ...ctx }, stores) => {
    const [gift, { sales }] = await Promise.all([giftOf(body.code, ctx, stores), stores.settings.get()])
    return giftPage(factsOf(gift, body.code, sales, ctx.now), body)
  },

  redeem: async ({ body, ...ctx }, stores) => {
    const [seen, { sales }] = await Promise.all([giftOf(body.code, ctx, stores), stores.settings.get()])
    refuseTestGift(seen, sales)
    checkRedeemable(seen, ctx.now)
    if (seen.kind === 'money') throw new Refused(refusals.gift_order_invalid)
    const { work, runtime } = ctx
    const scope = { school: work.school, requestId: work.origin.requestId }
    const contact = { ...redeemerIn(body.fields), phone: null }
    const { user_id } = await runtime
      .client('users', { people }, scope)
      .people.findOrCreate({ body: contact })
    if (!body.fields.again) await refuseOwned(seen.given ? [seen.given] : [], user_id, ctx)
    const { order } = await redeemOffer(seen, user_id, ctx, stores)
    return { payment_path: pathOf(order, ctx) }
  },
})

const giftOf = async (code: string, { work }: Pick<Work, 'work'>, { gifts }: Stores): Promise<GiftRow> =>
  (await gifts.byCode(codeHash(work.school, code))) ?? missing()

function redeemerIn(fields: Record<string, string>) {
  const read = Redeemer.safeParse(contactIn(fields))
  if (read.success) return read.data
  const details = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new Refused(common.invalid_body, undefined, { details })
}

function factsOf(gift: GiftRow, typed: string, sales: { mode: string }, now: string): GiftPage {
  const { kind, name, amount, balance, currency, test, expires_at, delivery, given } = gift
  const isOver = gift.status === 'active' && expires_at !== null && expires_at <= now
  // A live school does not redeem what a test order has bought.
  const isGone = test && sales.mode === 'live'
  return {
    ...{ kind, name, amount, balance, currency, test, expires_at },
    status: isGone ? 'canceled' : isOver ? 'expired' : gift.status,
    code: spelledCode(typed),
    message: delivery?.message ?? '',
    included: given ? includedIn([given]) : [],
  }
}
