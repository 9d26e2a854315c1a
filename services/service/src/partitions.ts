// Audit records and records of requests are partitioned by time: partitions are created ahead and dropped when old.
import { type HostConfig, type PartitionedTable, Partitions, scheduled } from '@lms/service-host'

// The first migration is made from this list: after its release, a further table needs a list and a migration of its
// own.
export const partitioned: readonly PartitionedTable[] = [
  { name: 'audit_log', prefix: 'aud', width: 'month' },
  { name: 'requests', prefix: 'req', width: 'week' },
]
export const partitions = new Partitions('service', partitioned)

/** A retention in days; throws at one that is none. */
function daysIn({ settings }: Pick<HostConfig, 'settings'>, name: string, fallback: number): number {
  const value = Number(settings[name] ?? fallback)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} must be a whole number above 0.`)
  return value
}

/** `LMS_AUDIT_DAYS`: how long audit records stay. */
export const auditDaysOf = (config: Pick<HostConfig, 'settings'>) => daysIn(config, 'LMS_AUDIT_DAYS', 400)

/** `LMS_AUDIT_DAYS` and `LMS_REQUEST_DAYS`: the retention of records. */
export const keepPartitions = scheduled(
  'keep-partitions',
  '3 * * * *',
  ({ system, config }) =>
    partitions.keep(system, {
      audit_log: auditDaysOf(config),
      requests: daysIn(config, 'LMS_REQUEST_DAYS', 30),
    }),
  { deadline: 300 },
)
