import { newId, Refused } from '@lms/contract'
import { house } from '../house.ts'
import { outsideOf } from '../outside.ts'
import { mostWebhooks, refusals, webhooks } from './webhook.contract.ts'
import { checkAddress, checkMasks, newSecret } from './webhook.rules.ts'

export const webhookHandlers = house.implement(webhooks, {
  list: ({ query }, { webhooks }) => webhooks.page(query),

  create: async ({ body, now, runtime }, { webhooks }) => {
    const events = checkMasks(body.events)
    await checkAddress(body.url, outsideOf(runtime))
    if ((await webhooks.count()) >= mostWebhooks) throw new Refused(refusals.too_many_webhooks)
    const secret = body.secret ?? newSecret()
    const row = webhooks.insert({
      id: newId('whk'),
      url: body.url,
      events,
      active: body.active,
      description: body.description ?? null,
      secret: runtime.vault.seal(secret),
      next_secret: null,
      rotation_ends_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    return { ...row, secret }
  },

  get: ({ path }, { webhooks }) => webhooks.get(path.id),

  change: async ({ path, body, runtime }, { webhooks }) => {
    const events = body.events && checkMasks(body.events)
    // 404 comes before what is wrong with the address; the look-up comes before the lock.
    if (body.url !== undefined) {
      await webhooks.get(path.id)
      await checkAddress(body.url, outsideOf(runtime))
    }
    const webhook = await webhooks.lock(path.id)
    const given = { ...body, ...(events ? { events } : {}) }
    return webhooks.save(
      webhook,
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    )
  },

  remove: async ({ path }, { webhooks }) => {
    const webhook = await webhooks.lock(path.id)
    webhooks.remove(webhook)
    return { id: webhook.id, deleted: true as const }
  },
})
