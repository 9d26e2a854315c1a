// What schools have used, day by day.
import { column, tenantEntity } from '@lms/service-host'

export const UsageDayEntity = tenantEntity(
  'service',
  'usage_days',
  {
    /** A day of UTC. */
    day: column.key().primary(),
    requests: column.bigint(),
    bytes_sent: column.bigint(),
    tasks: column.bigint(),
    active_people: column.bigint(),
    // Counted by other services from their rows; null before that.
    orders: column.bigint().nullable(),
    events: column.bigint().nullable(),
    deliveries: column.bigint().nullable(),
    bytes_kept: column.bigint().nullable(),
    agent_tokens: column.bigint().nullable(),
    /** Whether the day is over and all services have counted it. */
    closed: column.boolean(),
    counted_at: column.time().nullable(),
  },
  {
    archive: { never: 'what an installation has counted, for its own bills', returns: 'empty' },
    indexes: [{ properties: ['closed', 'school_id', 'day'] }, { properties: ['day'] }],
  },
)

/** Who was active on a day, until it is closed: the number is what stays. */
export const UsagePersonEntity = tenantEntity(
  'service',
  'usage_people',
  { day: column.key().primary(), user_id: column.key().primary() },
  {
    archive: {
      never: 'who was active on a day, kept for three days until they are a number',
      returns: 'empty',
    },
    indexes: [{ properties: ['day'] }],
  },
)

/** The last report of each process: what comes again is counted once. Of no school. */
export const UsageReporterEntity = tenantEntity(
  'service',
  'usage_reporters',
  { process: column.key().primary(), sequence: column.bigint(), at: column.time() },
  { archive: { never: 'belongs to no school', returns: 'empty' } },
)
