import { column, type PartitionedTable, Partitions, scheduled, tenantEntity } from '@lms/service-host'

/** How long a step is kept. A run may last longer. */
export const stepDays = 400

/** The nodes that runs have left, in their order. Rows are only added; the oldest go with their partition. */
export const TraceEntity = tenantEntity(
  'scenarios',
  'run_steps',
  {
    id: column.id<'rst'>().primary(),
    run_id: column.id<'run'>(),
    place: column.integer(),
    node: column.key(),
    kind: column.key(),
    entered_at: column.time(),
    left_at: column.time(),
    exit: column.key().nullable(),
    outcome: column.key().nullable(),
    reason: column.text().nullable(),
    effect_key: column.key().nullable(),
    ids: column.json<string[]>(),
    request_id: column.key().nullable(),
  },
  { archive: 'rows', indexes: [{ properties: ['school_id', 'run_id', 'place'] }] },
)

export const partitioned: readonly PartitionedTable[] = [{ name: 'run_steps', prefix: 'rst', width: 'month' }]
const partitions = new Partitions('scenarios', partitioned)

export const keepPartitions = scheduled(
  'keep-partitions',
  '15 * * * *',
  ({ system }) => partitions.keep(system, { run_steps: stepDays }),
  { deadline: 300 },
)

/**
 * How often each node of a version was entered, left by an exit, the last one of a run that was ended there, and
 * of triggers how often somebody did not enter.
 */
export const NodeCountEntity = tenantEntity(
  'scenarios',
  'node_counts',
  {
    scenario_id: column.id<'scn'>().primary(),
    scenario_version: column.integer().primary(),
    node: column.key().primary(),
    entered: column.bigint(),
    went: column.bigint(),
    dropped: column.bigint(),
    refused: column.bigint(),
  },
  { archive: 'rows' },
)
