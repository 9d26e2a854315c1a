// What schools use at this gateway: requests, the bytes of their answers, and who is active.
import { usageReports } from '@lms/contract'
import { UsageCounts } from '@lms/service-host/front'
import type { Logger } from 'pino'
import type { Ask } from '../cache/service-clients.ts'
import type { CompleteConfig } from '../config.ts'
import { type Exchange, newRequestId } from '../http/exchange.ts'

/** The counts of this process; null where no service keeps them. */
export function usageCounts({ services, clock }: CompleteConfig, ask: Ask, log: Logger): UsageCounts | null {
  if (!Object.hasOwn(services, 'service')) return null
  return new UsageCounts({
    process: `gateway-${newRequestId()}`,
    send: body => {
      const scope = { school: null, requestId: '0'.repeat(32) }
      return ask('service', { usageReports }, scope).usageReports.ofGateway({ body })
    },
    now: () => clock.now(),
    onUnavailable: error => log.warn({ err: error }, 'the usage of schools could not be reported; it waits'),
  })
}

/** What the school has used by a request that has ended; gives the bytes that were sent, also to none. */
export function noteUsage(usage: Pick<UsageCounts, 'add' | 'active'> | null, exchange: Exchange): number {
  const { school, caller } = exchange
  const bytes_sent = exchange.countSent()
  if (!school) return bytes_sent
  usage?.add(school, { requests: 1, bytes_sent })
  if (caller) usage?.active(school, caller.user)
  return bytes_sent
}
