import { builder } from '../builder.ts'
import { restoreChannels } from './restore-subscriptions.ts'
import { sealedSubscriptions } from './sealed-secrets.ts'
import { settleRotationsTask } from './settle-rotations.ts'
import { webhookHandlers } from './webhook.handlers.ts'
import { sendTest } from './webhook-trial.ts'

export const webhookResource = builder.resource({
  handlers: [webhookHandlers],
  tasks: [sendTest, settleRotationsTask],
  sealed: [sealedSubscriptions],
  used: { too_many_webhooks: ({ webhooks }, most) => webhooks.standing(most) },
  restored: restoreChannels,
})
