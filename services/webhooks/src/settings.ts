// The platform team's settings for this service, from the environment.
import type { Runtime } from '@lms/service-host'
import type { AddressPolicy } from '@lms/service-host/outside'
import { type EgressProxy, readProxy } from './sending/egress-proxy.ts'

export interface WebhookSettings {
  policy: AddressPolicy
  /** Name servers `address` or `address:port` in place of the machine's; null for the machine's. */
  nameServers: readonly string[] | null
  /** The proxy of all deliveries; null for direct connections. */
  proxy: EgressProxy | null
  /** Parallel sends of one subscription. */
  channelParallel: number
  /** Parallel sends of one school, in each replica. */
  schoolParallel: number
  /** Parallel sends, in each replica. */
  parallel: number
  /** Leased channels of one replica. */
  channels: number
  /** Deliveries of replays per second, of one school. */
  replayRate: number
  journalDays: number
  deliveryDays: number
}

/** Reads `LMS_WEBHOOK_…` and the days of retention; throws at an invalid number. */
export function webhookSettings({ config: { settings } }: Pick<Runtime, 'config'>): WebhookSettings {
  const isOn = (name: string) => settings[name] === '1'
  const count = (name: string, fallback: number) => {
    const value = Number(settings[name] || fallback)
    if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} must be a whole number above 0.`)
    return value
  }
  const list = (name: string) => (settings[name] ? settings[name].split(',') : undefined)
  const ports = list('LMS_WEBHOOK_PORTS')?.map(Number)
  if (ports?.some(port => !Number.isInteger(port) || port < 1 || port > 65_535))
    throw new Error('LMS_WEBHOOK_PORTS must be a list of ports: 443,8443.')
  const allowLoopback = isOn('LMS_WEBHOOK_ALLOW_LOOPBACK')
  const allowPrivate = isOn('LMS_WEBHOOK_ALLOW_PRIVATE')
  return {
    policy: {
      allowHttp: allowLoopback || allowPrivate,
      allowLoopback,
      allowPrivate,
      ...(ports && { ports }),
    },
    nameServers: list('LMS_WEBHOOK_NAME_SERVERS') ?? null,
    proxy: settings.LMS_WEBHOOK_PROXY ? readProxy(settings.LMS_WEBHOOK_PROXY) : null,
    channelParallel: count('LMS_WEBHOOK_PARALLEL', 8),
    schoolParallel: count('LMS_WEBHOOK_SCHOOL_PARALLEL', 64),
    parallel: count('LMS_WEBHOOK_REPLICA_PARALLEL', 512),
    channels: count('LMS_WEBHOOK_REPLICA_LANES', 1000),
    replayRate: count('LMS_REPLAY_RATE', 500),
    journalDays: count('LMS_JOURNAL_DAYS', 400),
    deliveryDays: count('LMS_DELIVERY_DAYS', 90),
  }
}
