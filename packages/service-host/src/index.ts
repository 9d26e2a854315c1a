export { type Fields, StatementError, type Step, sendBatch, type Value } from './database/batch.ts'
export { column, common as commonColumns, type RowOf, tenantEntity } from './database/columns.ts'
export { Database, DatabaseAway } from './database/database.ts'
export { pageOfItems } from './database/items.ts'
export { type Lease, Leases } from './database/lease.ts'
export {
  type MigrationSpec,
  migrate,
  migration,
  ormOf,
  ownKeys,
  queueWall,
  wall,
} from './database/migrate.ts'
export type { Condition } from './database/page.ts'
export {
  type PartitionedTable,
  Partitions,
  partitionsSearchPathSql,
  partitionsSql,
  timeOfId,
} from './database/partitions.ts'
export { mapPage, noRows, type RowPage, readPage } from './database/read-page.ts'
export { roleOf, rolePassword, roleUrl, systemRoleOf } from './database/roles.ts'
export { readDatabaseTime, readRow } from './database/rows.ts'
export { asSchool, begin, commit, statement, step, textArray } from './database/statements.ts'
export {
  byId,
  missing,
  ownRows,
  Store,
  type Table,
  type TableRow,
  table,
} from './database/table.ts'

export { type ListQuery, readListQuery } from './http/list-query.ts'
export {
  type Identity,
  type SigningKey,
  TokenSigner,
  TokenVerifier,
  type TrustedKeys,
  tokenHeader,
} from './http/token.ts'
export { plain } from './plain.ts'
export { busUseOf } from './run/bus-use.ts'
export { type Clock, type HostConfig, readConfig, systemClock } from './run/config.ts'
export { confirmation, house } from './run/house.contract.ts'
export {
  busPasswords,
  configOf,
  environmentOf,
  type Installation,
  newInstallation,
  type Place,
  trustedKeysOf,
} from './run/installation.ts'
export { endWhenAsked, makeLog } from './run/process.ts'
export { main, type RunningService, runService } from './run/run.ts'
export { makeSibling, type Runtime, type SiblingScope, siblingTransport } from './run/runtime.ts'
export { parentOf, requestContext, startSpan, startTelemetry } from './run/telemetry.ts'
export { inTurns, type Queue } from './run/turns.ts'
export {
  type Client,
  type Expander,
  houseOf,
  type Implementation,
  type Job,
  lazyStores,
  type Reaction,
  type Service,
  type StoresOf,
  type Work,
  type Worker,
} from './service.ts'
export { type Cause, inSchool } from './work/in-school.ts'
export type { AuditRecord, Origin } from './work/outgoing.ts'
export { UnitOfWork } from './work/unit-of-work.ts'
export { Vault } from './work/vault.ts'
