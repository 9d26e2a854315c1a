import { plain } from '@lms/service-host'
import { house, type Stores } from '../house.ts'
import { offerItems, offers } from './offer.contract.ts'
import { checkResource, offerFrom, offerItemFrom } from './offer.rules.ts'

const plainOffers = plain({
  prefix: 'off',
  store: (stores: Stores) => stores.offers,
  fill: offerFrom,
  mayRemove: async (offer, { offers, offerItems }) => {
    await offers.refuseSold(offer.id)
    offerItems.removeOf(offer.id)
  },
})

export const offerHandlers = house.implement(offers, plainOffers)

const plainItems = plain({
  prefix: 'ofi',
  store: (stores: Stores) => stores.offerItems,
  fill: offerItemFrom,
  mayChange: ({ kind, resource_id }, changes) => checkResource({ kind, resource_id, ...changes }),
})

// An item is seen through its offer: where that is hidden from the caller, so is the item.
export const offerItemHandlers = house.implement(offerItems, {
  list: async ({ path, query }, { offers, offerItems }) => {
    const [, page] = await Promise.all([
      offers.get(path.id),
      offerItems.page(query, [{ sql: 't.offer_id = $', values: [path.id] }]),
    ])
    return page
  },

  create: async (input, stores) => {
    await stores.offers.lock(input.path.id)
    await stores.offerItems.refuseFull(input.path.id)
    return plainItems.create(input, stores)
  },

  get: async ({ path }, { offers, offerItems }) => {
    const [, item] = await Promise.all([offers.get(path.id), offerItems.of(path.id, path.itemId)])
    return item
  },

  change: async ({ path, body }, stores) => {
    await stores.offerItems.of(path.id, path.itemId)
    return plainItems.change({ path: { id: path.itemId }, body }, stores)
  },

  remove: async ({ path }, stores) => {
    await stores.offerItems.of(path.id, path.itemId)
    return plainItems.remove({ path: { id: path.itemId } }, stores)
  },
})
