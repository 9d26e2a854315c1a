import { offerFactsResource } from './offer-facts/offer-facts.resource.ts'
import { offerResource } from './offers/offer.resource.ts'
import { promoCodeResource } from './promo-codes/promo-code.resource.ts'
import { taxRateResource } from './tax-rates/tax-rate.resource.ts'

export const catalogResources = [promoCodeResource, offerResource, offerFactsResource, taxRateResource]
