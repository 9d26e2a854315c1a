import { column, tenantEntity } from '@lms/service-host'

/** The nodes that runs have left, in their order; rows are only added. */
export const TraceEntity = tenantEntity(
  'scenarios',
  'run_steps',
  {
    run_id: column.id<'run'>().primary(),
    place: column.integer().primary(),
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
  { archive: 'rows' },
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
