import { type Caller, newId } from '@lms/contract'
import { answerAfter, mapPage } from '@lms/service-host'
import { builder } from '../builder.ts'
import { outsideOf } from '../outside.ts'
import { healthOf, unused } from './health.ts'
import { changedHeaders, sentHeaders } from './own-headers.ts'
import { openedHeaders, placeOf, sealedHeaders } from './sealed-secrets.ts'
import { webhooks } from './webhook.contract.ts'
import { checkAddress, checkMasks, checkReadable, newSecret } from './webhook.rules.ts'
import type { WebhookRow } from './webhook.store.ts'
import { webhookFailed } from './webhook-failed.ts'
import { checkParts } from './webhook-parts.ts'
import { webhookRoom } from './webhook-refusals.ts'
import { secretChanges, settled } from './webhook-rotation.ts'
import { sampleOf, sendTest, targetOf } from './webhook-trial.ts'

export const webhookHandlers = builder.implement(webhooks, {
  list: async ({ query, now, work }, { webhooks }) => {
    const page = await webhooks.page(query)
    const health = await healthOf(
      page.rows.map(({ id }) => id),
      work,
    )
    return mapPage(page, row => ({ ...settled(row, now), health: health.get(row.id) ?? unused }))
  },

  create: async ({ body, caller, work, runtime }, { webhooks }) => {
    const { secret = newSecret(), headers, credential, ...settings } = body
    const events = checkMasks(settings.events)
    checkReadable(events, caller)
    const parts = checkParts(events, settings)
    await checkAddress(body.url, outsideOf(runtime))
    await webhooks.refuseBeyond(webhookRoom)
    const id = newId('whk')
    const row = webhooks.insert({
      ...webhooks.fresh(id),
      ...settings,
      ...parts,
      events,
      ...sealedHeaders(sentHeaders({ headers, credential }), placeOf(work.school, id), runtime),
      secret: runtime.vault.seal(secret, placeOf(work.school, id)),
      next_secret: null,
      rotation_ends_at: null,
      sender_rights: rightsOf(caller),
    })
    return { ...row, health: unused, secret }
  },

  get: async ({ path, now, work }, { webhooks }) => {
    // Requested together, they share a round trip.
    const [row, health] = await Promise.all([webhooks.get(path.id), healthOf([path.id], work)])
    return { ...settled(row, now), health: health.get(path.id) ?? unused }
  },

  update: async ({ path, body, caller, now, emit, work, runtime }, { webhooks }) => {
    const { rotate_secret, complete_rotation, cancel_rotation, headers, credential, ...settings } = body
    const events = settings.events && checkMasks(settings.events)
    // 404 comes before errors of the address; the look-up comes before the lock.
    if (settings.url !== undefined) {
      await webhooks.get(path.id)
      await checkAddress(settings.url, outsideOf(runtime))
    }
    const [locked, health] = await Promise.all([webhooks.lock(path.id), healthOf([path.id], work)])
    const webhook = settled(locked, now)
    // Waiting and failed deliveries go to the new url, so its caller must be allowed to read those events too. The same
    // applies to fields, which may send more, and to a filter, whose matches reveal contents of events.
    if ([events, settings.url, settings.fields, settings.filter].some(one => one !== undefined))
      checkReadable(webhook.events, caller, 'of this subscription')
    if (events) checkReadable(events, caller)
    const { fields = webhook.fields, filter = webhook.filter } = settings
    const parts = checkParts(events ?? webhook.events, { fields, filter })
    const secrets = { rotate_secret, complete_rotation, cancel_rotation }
    const { changes, answer } = secretChanges(webhook, secrets, { now, vault: runtime.vault })
    const sender = events || settings.url !== undefined ? { sender_rights: rightsOf(caller) } : {}
    const moved = settings.url !== undefined && new URL(settings.url).origin !== new URL(webhook.url).origin
    const touches = moved || headers !== undefined || credential !== undefined
    const own = touches
      ? sealedHeaders(
          changedHeaders(openedHeaders(webhook, runtime), { headers, credential }, { moved }),
          placeOf(work.school, webhook.id),
          runtime,
        )
      : {}
    const plain = Object.entries({ ...settings, ...parts, ...(events ? { events } : {}), ...sender, ...own })
    const definedFields = Object.fromEntries(plain.filter(([, value]) => value !== undefined))
    const saved = withoutSecret(webhooks.save(webhook, { ...definedFields, ...changes }))
    const changed = { ...saved, health: health.get(path.id) ?? unused }
    if (webhook.active && !saved.active)
      emit(webhookFailed, changed, { related: { webhook_id: saved.id, event_id: null } })
    return { ...changed, ...answer }
  },

  test: async ({ path, body, work, runtime }, { webhooks, events }) => {
    const webhook = await webhooks.get(path.id)
    webhooks.checkVersion(webhook)
    const sample = await sampleOf(webhook, body.type, { events, now: work.now })
    targetOf(webhook, runtime)
    const { eventId: event_id, type, exampleOf: example_of } = sample
    return answerAfter(sendTest, { webhook_id: webhook.id, event_id, type, example_of })
  },

  delete: async ({ path }, { webhooks }) => {
    const webhook = await webhooks.lock(path.id)
    webhooks.remove(webhook)
    return { id: webhook.id, deleted: true as const }
  },
})

const rightsOf = ({ rights }: Caller): string[][] => rights.map(masks => [...masks])

// The answer of a change may contain a new secret under the same name.
function withoutSecret({ secret: _, ...row }: WebhookRow): Omit<WebhookRow, 'secret'> {
  return row
}
