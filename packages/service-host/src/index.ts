export { type CrudRules, crudHandlers } from './crud.ts'
export { type Fields, StatementError, type Step, sendBatch, type Value } from './database/batch.ts'
export {
  type Archive,
  archiveOf,
  column,
  common as commonColumns,
  type NeverArchived,
  type RowOf,
  returningOf,
  tenantEntity,
} from './database/columns.ts'
export { maxConnections, refuseTooFewConnections } from './database/connections.ts'
export { Database, DatabaseUnavailable, SchoolErased } from './database/database.ts'
export { pageOfItems } from './database/items.ts'
export { type Lease, Leases } from './database/lease.ts'
export {
  type MigrationSpec,
  migration,
  ownKeys,
  queueRowSecurity,
  rowSecurity,
} from './database/migration.ts'
export { migrationsIn } from './database/migration-folder.ts'
export { onlineMigration } from './database/online-migration.ts'
export {
  type Condition,
  type CustomFilters,
  filterConditions,
  listContains,
  placed,
} from './database/page.ts'
export {
  latePartitionsSql,
  type PartitionedTable,
  Partitions,
  partitionsSearchPathSql,
  partitionsSql,
  timeOfId,
} from './database/partitions.ts'
export { mapPage, noRows, type RowPage, readPage } from './database/read-page.ts'
export { roleOf, rolePassword, roleUrl, systemRoleOf } from './database/roles.ts'
export { readDatabaseTime, readRow } from './database/rows.ts'
export { asSchool, begin, commit, planned, statement, step, textArray } from './database/statements.ts'
export { TooBusy, Turns } from './database/turns.ts'
export { defineService } from './define-service.ts'
export type { Followed } from './directory/follower.ts'
export { groupPeopleSql, visibleByPerson } from './directory/group-people.ts'
export { PeopleDirectory, peopleSql, personHere } from './directory/people.ts'
export {
  countsAbout,
  itemsAbout,
  type PersonalData,
  pageOfFew,
  rowsOfPerson,
} from './directory/personal-data.ts'
export { bodyOf } from './http/checks.ts'
export { type Fields as PickedFields, fieldsOf, pick } from './http/fields.ts'
export { visibleFiles } from './http/file-references.ts'
export { inBodies } from './http/in-bodies.ts'
export { Meter, processorHeader } from './http/meter.ts'
export { checkReferencesAt, referenceCheck, refuseReferenced } from './http/references.ts'
export {
  type Clock,
  checkSettings,
  type HostConfig,
  mailSettings,
  poolSizeOf,
  readConfig,
  type Setting,
  siteUrlAt,
  siteUrlSetting,
  systemClock,
} from './kernel/config.ts'
export { DocumentAnswer } from './kernel/document-answer.ts'
export type { EventSink } from './kernel/event-sink.ts'
export { downloadPath, linkHours, linkToken, readToken } from './kernel/file-links.ts'
export { shrinkHeap } from './kernel/heap.ts'
export { confirmation, hostOperations, type LimitEntry } from './kernel/host.contract.ts'
export { delays } from './kernel/host-metrics.ts'
export { inTime } from './kernel/in-time.ts'
export { type Metric, Metrics, metric, type Sample } from './kernel/metric.ts'
export { endOnSignal, makeLog, waitForParent } from './kernel/process.ts'
export { codeAlphabet, randomCode } from './kernel/random-code.ts'
export { parentOf, requestContext, startSpan, startTelemetry } from './kernel/telemetry.ts'
export {
  type Identity,
  type SigningKey,
  TokenSigner,
  TokenVerifier,
  type TrustedKeys,
  tokenHeader,
} from './kernel/token.ts'
export { turnWatch } from './kernel/turn-watch.ts'
export { Vault } from './kernel/vault.ts'
export { Cursors } from './list/cursor.ts'
export { type Bound, canBe, takesBounds, valuesOf } from './list/filter-values.ts'
export type { ListQuery } from './list/list-query.ts'
export { readListQuery } from './list/read-list-query.ts'
export { busUseOf } from './run/bus-use.ts'
export { eraseAnswers } from './run/erase-answers.ts'
export {
  busPasswords,
  configOf,
  environmentOf,
  type Installation,
  newInstallation,
  type ServiceLocation,
  trustedKeysOf,
} from './run/installation.ts'
export { logRepeated } from './run/messages.ts'
export { metricsDeclaredBy } from './run/metrics.ts'
export { allMigrations, type Migrated, migrate, ormOf } from './run/migrate.ts'
export { main, type RunningService, runService } from './run/run.ts'
export { schemaChanges } from './run/schema-changes.ts'
export { tasksOf } from './run/upkeep.ts'
export type {
  BatchReaction,
  Client,
  Expander,
  Implementation,
  Listened,
  Reaction,
  Service,
  ServiceMetrics,
  StreamHandler,
  StreamInput,
  Worker,
} from './service.ts'
export { answerAfter } from './tasks/answer-after.ts'
export { remainingTasks } from './tasks/archived-tasks.ts'
export { pauseAfter } from './tasks/backoff.ts'
export {
  cancelTask,
  cancelTasks,
  enqueue,
  enqueueMany,
  enqueueSelected,
  isUnfinished,
  openTasks,
  type When,
} from './tasks/enqueue.ts'
export type { ExternalSteps, Outside, OutsideRuntime, ResultOf } from './tasks/external-call.ts'
export type { TaskHandler } from './tasks/handler.ts'
export { retryAllFailed } from './tasks/retry.ts'
export { scheduled } from './tasks/scheduled.ts'
export {
  type Next,
  type PayloadOf,
  type Task,
  type TaskFailed,
  type TaskInput,
  task,
  throughOutages,
} from './tasks/task.ts'
export type { AuditRecord } from './work/audit-record.ts'
export { createdInDay } from './work/day-count.ts'
export { type Cause, inSchool } from './work/in-school.ts'
export { keyedResults } from './work/keyed-results.ts'
export { insertRows } from './work/many-rows.ts'
export { moveSql } from './work/move-sql.ts'
export { type ObjectTable, objectTable, type RowIn, storeOf } from './work/object-table.ts'
export { orderedStoreOf } from './work/ordered-store.ts'
export type { Origin } from './work/origin.ts'
export {
  type Emitted,
  type Follows,
  Outgoing,
} from './work/outgoing-messages.ts'
export { resealRows, type SealedRows } from './work/reseal-rows.ts'
export { missing } from './work/row-reader.ts'
export {
  type CatchUpPlace,
  type ClientScope,
  type EventReader,
  makeServiceClient,
  type Runtime,
  type SchoolRuntime,
  serviceTransport,
} from './work/runtime.ts'
export { recordScenario } from './work/scenario-record.ts'
export { type SchoolSettingsMove, schoolSettingsOf } from './work/school-settings.ts'
export { type SettingSecrets, settingSecrets } from './work/setting-secrets.ts'
export { type SettingsChange, type SettingsMove, settingsStoreOf } from './work/settings-store.ts'
export { byId, Store } from './work/store.ts'
export { lazyStores, type StoresOf } from './work/stores.ts'
export { type Changes, ownRows, type Table, type TableRow, table } from './work/table.ts'
export { UnitOfWork } from './work/unit-of-work.ts'
export type { Work } from './work/work.ts'
