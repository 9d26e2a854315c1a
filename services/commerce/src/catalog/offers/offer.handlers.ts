import { Refused } from '@lms/contract'
import { crudHandlers, type Work } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { foreignAddress } from '../../settings/learn-url.ts'
import { offerItems, offers, refusals } from './offer.contract.ts'
import { checkResource, checkSale } from './offer.rules.ts'

const usual = crudHandlers(offers, ({ offers }: Stores) => offers, {
  check: offer => checkSale(offer),
  sets: async ({ currency }, { stores }) => {
    const currencyOrDefault = currency ?? (await stores.school.get()).currency
    if (currencyOrDefault === null) throw new Refused(refusals.currency_unset)
    return { currency: currencyOrDefault }
  },
  mayRemove: async (offer, { offers, offerItems, prices, promoCodes }) => {
    await Promise.all([offers.refuseSold(offer.id), promoCodes.refuseNaming(offer.id)])
    offerItems.removeOf(offer.id)
    prices.removeOf(offer.id)
  },
})

export const offerHandlers = builder.implement(offers, {
  ...usual,
  create: async (ctx, stores) => {
    await refuseForeign(ctx.body.return_url, ctx)
    return usual.create(ctx, stores)
  },
  update: async (ctx, stores) => {
    await refuseForeign(ctx.body.return_url, ctx)
    return usual.update(ctx, stores)
  },
})

/** Buyers are led to the school's own domains only. Asks the site service: before anything is locked. */
async function refuseForeign(url: string | null | undefined, ctx: Pick<Work, 'work' | 'runtime'>) {
  const message = await foreignAddress(url, ctx)
  if (message === null) return
  throw new Refused(refusals.return_url_foreign, undefined, {
    details: [{ path: 'body.return_url', message }],
  })
}

export const offerItemHandlers = builder.implement(
  offerItems,
  crudHandlers(offerItems, ({ offerItems }: Stores) => offerItems, {
    within: { parent: ({ offers }) => offers, key: 'offer_id' },
    check: item => checkResource(item),
  }),
)
