// This service's only connection to the outside: one guard, one resolver, one sender for each running service, shared
// by the check of addresses and the deliveries.
import type { OutsideRuntime } from '@lms/service-host'
import { createResolver, type Resolver } from '@lms/service-host/outside'
import { createSender, type Sender } from './sending/sender.ts'
import { type WebhookSettings, webhookSettings } from './settings.ts'

export interface Outside {
  settings: WebhookSettings
  resolver: Resolver
  sender: Sender
}

const instances = new WeakMap<object, Outside>()

export function outsideOf(runtime: Pick<OutsideRuntime, 'config'>): Outside {
  const existing = instances.get(runtime)
  if (existing) return existing
  const settings = webhookSettings(runtime)
  const resolver = createResolver(settings.nameServers ? { servers: settings.nameServers } : {})
  const sender = createSender({ policy: settings.policy, resolver, proxy: settings.proxy })
  const outside = { settings, resolver, sender }
  instances.set(runtime, outside)
  return outside
}
