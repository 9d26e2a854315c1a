import { byId } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { offerFacts } from './facts.contract.ts'
import { factsOf } from './facts.rules.ts'

const offerFactsHandlers = builder.implement(offerFacts, {
  find: async ({ body, now }, stores) => {
    const [offers, prices] = await Promise.all([
      stores.offers.many([...new Set(body.offers.map(({ offer_id }) => offer_id))]),
      stores.prices.many([...new Set(body.offers.flatMap(({ price_id }) => price_id ?? []))]),
    ])
    const [offerOf, priceOf] = [byId(offers), byId(prices)]
    return {
      offers: body.offers.flatMap(({ offer_id, price_id }) => {
        const offer = offerOf.get(offer_id)
        if (price_id === null) return offer ? factsOf(offer, null, now) : []
        const price = priceOf.get(price_id)
        return offer && price?.offer_id === offer.id ? factsOf(offer, price, now) : []
      }),
    }
  },
})

export const offerFactsResource = builder.resource({
  handlers: [offerFactsHandlers],
})
