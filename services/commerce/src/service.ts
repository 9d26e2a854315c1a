// Offers, orders and payments.

import { migrationsIn, siteUrlSetting } from '@lms/service-host'
import { partnerEarnings } from './affiliates/accruals/accrual-consequence.ts'
import { affiliatesResources } from './affiliates/resources.ts'
import { builder } from './builder.ts'
import { promoCodeUses } from './catalog/promo-codes/promo-code-consequence.ts'
import { catalogResources } from './catalog/resources.ts'
import { commerceContract } from './contract.ts'
import { goingLiveResource } from './going-live/going-live.resource.ts'
import { saleImportResource } from './imports/sale-import.resource.ts'
import { openPages } from './money/charges/close-pages.ts'
import { consequencesOf } from './money/consequences/run.ts'
import { receiptConsequence } from './money/receipts/receipt-consequence.ts'
import { moneyResources } from './money/resources.ts'
import { peopleResource } from './people/people.resource.ts'
import { reminderResource } from './reminders/reminder.resource.ts'
import { giftsOfOrders } from './sales/gifts/gift-consequence.ts'
import { salesResources } from './sales/resources.ts'
import { subscriptionResource } from './subscriptions/subscription.resource.ts'
import { subscriptionConsequence } from './subscriptions/subscription-consequence.ts'

/** What follows from money, in the order in which it happens. */
export const consequences = consequencesOf([
  promoCodeUses,
  receiptConsequence,
  openPages,
  giftsOfOrders,
  partnerEarnings,
  subscriptionConsequence,
])

export const commerceService = builder.build({
  contract: commerceContract,
  stores: { consequences },
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  resources: [
    affiliatesResources,
    catalogResources,
    moneyResources,
    salesResources,
    subscriptionResource,
    saleImportResource,
    goingLiveResource,
    reminderResource,
    peopleResource,
  ],
  settings: [siteUrlSetting],
})
