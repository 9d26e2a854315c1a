// What crm knows of people, as narrow rows: the rows of a rule's leaf are a range of an index.
import { column, type PartitionedTable, Partitions, scheduled, tenantEntity } from '@lms/service-host'
import type { Properties } from './event-properties.ts'
import { eventDays } from './fact.rules.ts'

/** People whose present is known. */
export const PersonStateEntity = tenantEntity(
  'crm',
  'person_states',
  {
    user_id: column.id<'usr'>().primary(),
    /** Not deleted: only such people can be in a segment. */
    here: column.boolean(),
    /** When the reading of the present began; a later reading is newer. */
    read_at: column.time(),
  },
  { archive: 'rows' },
)

/** What is true of a person now. A field with several values has a row for each. */
export const PersonFactEntity = tenantEntity(
  'crm',
  'person_facts',
  {
    user_id: column.id<'usr'>().primary(),
    kind: column.key().primary(),
    key: column.key().primary(),
    place: column.integer().primary(),
    text: column.key().nullable(),
    number: column.bigint().nullable(),
    at: column.time().nullable(),
  },
  {
    archive: 'rows',
    indexes: ['text', 'number', 'at'].map(value => ({
      properties: ['school_id', 'kind', 'key', value, 'user_id'],
    })),
  },
)

/** Events about a person. The id is that of the event. */
export const PersonEventEntity = tenantEntity(
  'crm',
  'person_events',
  {
    id: column.id<'evt'>().primary(),
    user_id: column.id<'usr'>(),
    type: column.key(),
    at: column.time(),
    /** What rules ask of it besides its type; null of one from before they were kept. */
    properties: column.json<Properties>().nullable(),
  },
  {
    archive: 'rows',
    indexes: [
      { properties: ['school_id', 'user_id', 'type', 'at'] },
      { properties: ['school_id', 'type', 'at', 'user_id'] },
    ],
  },
)

/**
 * How often an event was about a person, when first and when last: in all, and about each object. Kept longer than the
 * events.
 */
export const PersonCountEntity = tenantEntity(
  'crm',
  'person_counts',
  {
    user_id: column.id<'usr'>().primary(),
    type: column.key().primary(),
    /** `offer_id=off_…`; empty for all of the type. */
    subject: column.key().primary(),
    number: column.bigint(),
    first_at: column.time(),
    last_at: column.time(),
  },
  {
    archive: { earlier: { added: { subject: '' } } },
    indexes: ['number', 'first_at', 'last_at'].map(value => ({
      properties: ['school_id', 'type', 'subject', value, 'user_id'],
    })),
  },
)

export const factEntities = [PersonStateEntity, PersonFactEntity, PersonEventEntity, PersonCountEntity]

export const partitioned: readonly PartitionedTable[] = [
  { name: 'person_events', prefix: 'evt', width: 'month' },
]
const partitions = new Partitions('crm', partitioned)

export const keepPartitions = scheduled(
  'keep-partitions',
  '5 * * * *',
  ({ system }) => partitions.keep(system, { person_events: eventDays }),
  { deadline: 300 },
)
