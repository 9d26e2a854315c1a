import { accrualResource } from './accruals/accrual.resource.ts'
import { partnerResource } from './partners/partner.resource.ts'
import { payoutResource } from './payouts/payout.resource.ts'

export const affiliatesResources = [accrualResource, partnerResource, payoutResource]
