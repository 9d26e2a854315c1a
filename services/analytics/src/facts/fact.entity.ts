// Facts as narrow rows, the objects that they are of, and what has been read of a school.
import { column, tenantEntity } from '@lms/service-host'
import type { FactKind } from './fact.ts'

const rebuilt = { never: 'counted anew from the tables of the other services', returns: 'rebuilt' } as const

export const FactEntity = tenantEntity(
  'analytics',
  'facts',
  {
    object_id: column.key().primary(),
    kind: column.key<FactKind>().primary(),
    place: column.key().primary(),
    /** The one part by which a divided object is counted. */
    first: column.boolean(),
    at: column.time(),
    user_id: column.id<'usr'>().nullable(),
    visitor: column.key().nullable(),
    paid_at: column.time().nullable(),
    amount: column.bigint(),
    currency: column.key(),
    offer_id: column.key(),
    course_id: column.key(),
    lesson_id: column.key(),
    webinar_id: column.key(),
    channel: column.key(),
    source: column.key(),
    medium: column.key(),
    campaign: column.key(),
    method: column.key(),
    partner_id: column.key(),
    promo_code_id: column.key(),
    country: column.key(),
    cohort: column.key(),
    page: column.key(),
    last_source: column.key(),
    last_medium: column.key(),
    last_campaign: column.key(),
  },
  {
    archive: rebuilt,
    indexes: [
      { properties: ['school_id', 'kind', 'at'] },
      { properties: ['school_id', 'at'] },
      { properties: ['school_id', 'user_id', 'kind', 'at'] },
    ],
  },
)

/** The version of each object whose facts are kept: an older reading has no effect. */
export const ReadObjectEntity = tenantEntity(
  'analytics',
  'read_objects',
  { id: column.key().primary(), version: column.integer(), read_at: column.time() },
  { archive: rebuilt, indexes: [{ properties: ['school_id', 'read_at'] }] },
)

/** The time zone of the days that are summed up, and the last event of the school that has had its effect. */
export const StateEntity = tenantEntity(
  'analytics',
  'states',
  {
    zone: column.key(),
    event_id: column.id<'evt'>().nullable(),
    at: column.time(),
    /** False while the figures of a restored school are counted anew. */
    is_whole: column.boolean(),
  },
  { archive: rebuilt },
)

/** Days with facts that their sums do not have yet; see `day.ts`. */
export const DirtyDayEntity = tenantEntity(
  'analytics',
  'dirty_days',
  { day: column.integer().primary() },
  { archive: rebuilt },
)

/**
 * Months that are over and have sums, by their first days: of the division with `/month` behind its name. They hold while the month
 * has no dirty day.
 */
export const SummedMonthEntity = tenantEntity(
  'analytics',
  'summed_months',
  { month: column.integer().primary() },
  { archive: rebuilt },
)

/** What the facts of a day sum up to, by a division (see `division.ts`). `objects` counts each object once, `parts` each of its parts. */
export const DaySumEntity = tenantEntity(
  'analytics',
  'day_sums',
  {
    division: column.key().primary(),
    day: column.integer().primary(),
    kind: column.key<FactKind>().primary(),
    currency: column.key().primary(),
    offer_id: column.key().primary(),
    course_id: column.key().primary(),
    lesson_id: column.key().primary(),
    webinar_id: column.key().primary(),
    channel: column.key().primary(),
    source: column.key().primary(),
    medium: column.key().primary(),
    campaign: column.key().primary(),
    method: column.key().primary(),
    partner_id: column.key().primary(),
    promo_code_id: column.key().primary(),
    country: column.key().primary(),
    cohort: column.key().primary(),
    page: column.key().primary(),
    last_source: column.key().primary(),
    last_medium: column.key().primary(),
    last_campaign: column.key().primary(),
    objects: column.bigint(),
    parts: column.bigint(),
    amount: column.bigint(),
  },
  { archive: rebuilt },
)

export const factEntities = [
  FactEntity,
  ReadObjectEntity,
  StateEntity,
  DirtyDayEntity,
  SummedMonthEntity,
  DaySumEntity,
]
