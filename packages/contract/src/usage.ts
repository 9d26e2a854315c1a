// What schools use, by day: what is counted, and how counts reach the service that keeps them.
import { z } from 'zod'
import { text } from './field-types.ts'
import { id } from './ids.ts'
import { everyService, I, resource } from './operation.ts'

/** Counted in memory where they happen, and reported some seconds later. */
export const reportedMetrics = ['requests', 'bytes_sent', 'tasks'] as const
export type ReportedMetric = (typeof reportedMetrics)[number]
/** Counted from rows by the service that has them. */
export const derivedMetrics = ['orders', 'events', 'deliveries', 'bytes_kept', 'agent_tokens'] as const
export type DerivedMetric = (typeof derivedMetrics)[number]

/** A day of UTC. */
export const usageDay = () => z.iso.date().meta({ examples: ['2026-11-21'] })
/** The day of UTC at this moment. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const count = () => z.int().min(0)
/** Counts of a process since its report before. */
export const UsageReport = z.object({
  process: text(50, 1).describe('The name of the process: of each start another one.'),
  sequence: z.int().min(1).describe('1 is its first report. A report that comes again counts once.'),
  counts: z
    .array(
      z.object({
        school_id: text(50, 1),
        day: usageDay(),
        requests: count(),
        bytes_sent: count(),
        tasks: count(),
      }),
    )
    .max(2000),
  people: z
    .array(z.object({ school_id: text(50, 1), day: usageDay(), user_id: id('usr') }))
    .max(2000)
    .describe('Who was active, at least when the process saw them first on that day.'),
})
export type UsageReport = z.infer<typeof UsageReport>

const reports = {
  summary: 'Count what schools have used',
  permission: null,
  body: UsageReport,
  returns: z.object({ counted: z.boolean().describe('False for a report that was counted before.') }),
}
/** The service `service` keeps what schools use. */
export const usageReports = resource({
  ofService: I('POST /internal/usage-reports', { ...reports, callers: everyService }),
  ofGateway: I('POST /internal/gateway-usage-reports', { ...reports, callers: ['gateway'] }),
})
