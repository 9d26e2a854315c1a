import { builder } from '../builder.ts'
import { syncPlanCall, takePlanTask } from './plan.run.ts'
import { subscriptionsOfPerson } from './subscription.data.ts'
import { SubscriptionPeriodEntity } from './subscription.entity.ts'
import { subscriptionHandlers } from './subscription.handlers.ts'
import { advanceSubscriptions } from './subscription.run.ts'
import { countPauses } from './subscription-count.ts'
import { followSubscriptions } from './subscription-follow.ts'

export const subscriptionResource = builder.resource({
  handlers: [subscriptionHandlers],
  entities: [SubscriptionPeriodEntity],
  tasks: [advanceSubscriptions, followSubscriptions, countPauses, syncPlanCall, takePlanTask],
  personalData: [subscriptionsOfPerson],
})
