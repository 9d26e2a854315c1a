import { Refused } from '@lms/contract'
import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { offerItems, offers, refusals } from './offer.contract.ts'
import { checkResource, checkSale } from './offer.rules.ts'

export const offerHandlers = builder.implement(
  offers,
  crudHandlers(offers, ({ offers }: Stores) => offers, {
    check: offer => checkSale(offer),
    sets: async ({ currency }, { stores }) => {
      const known = currency ?? (await stores.school.get()).currency
      if (known === null) throw new Refused(refusals.currency_unset)
      return { currency: known }
    },
    mayRemove: async (offer, { offers, offerItems, prices, promoCodes }) => {
      await Promise.all([offers.refuseSold(offer.id), promoCodes.refuseNaming(offer.id)])
      offerItems.removeOf(offer.id)
      prices.removeOf(offer.id)
    },
  }),
)

export const offerItemHandlers = builder.implement(
  offerItems,
  crudHandlers(offerItems, ({ offerItems }: Stores) => offerItems, {
    within: { parent: ({ offers }) => offers, key: 'offer_id' },
    check: item => checkResource(item),
  }),
)
