// The system itself: audit log, queues, and health.
import { mailSettings, migrationsIn } from '@lms/service-host'
import { fullExportHandlers, standingArchives } from './archives/archive.handlers.ts'
import { buildArchiveTask } from './archives/archive.run.ts'
import { ArchiveEntryEntity } from './archives/entry.store.ts'
import { tellOwnersTask } from './archives/owners-mail.run.ts'
import { AuditEntity } from './audit/audit.entity.ts'
import { auditHandlers, auditInternalHandlers } from './audit/audit.handlers.ts'
import { auditWriter } from './audit/audit-worker.ts'
import { auditOfPerson } from './audit/person.data.ts'
import { builder } from './builder.ts'
import { serviceContract } from './contract.ts'
import { exportsOfPerson } from './exports/export.data.ts'
import { exportHandlers } from './exports/export.handlers.ts'
import { buildExportTask, expireExportTask } from './exports/export.run.ts'
import { healthHandlers } from './health/health.handlers.ts'
import { importsOfPerson } from './imports/import.data.ts'
import { importHandlers } from './imports/import.handlers.ts'
import { forgetImportTask, runImportTask } from './imports/import.run.ts'
import { limitHandlers } from './limits/limit.handlers.ts'
import { packageExportHandlers, packageImportHandlers } from './packages/package.handlers.ts'
import { endPackageTask } from './packages/package.run.ts'
import { keepPartitions } from './partitions.ts'
import { PieceEntity } from './pieces/piece.entity.ts'
import { pieceHandlers } from './pieces/piece.handlers.ts'
import { queueHandlers } from './queues/queue.handlers.ts'
import { requestsOfPerson } from './requests/person.data.ts'
import { RequestEntity } from './requests/request.entity.ts'
import { requestInternalHandlers } from './requests/request.handlers.ts'
import { requestWriter } from './requests/request-worker.ts'
import { restoreHandlers } from './restores/restore.handlers.ts'
import { restoreSchoolTask } from './restores/restore.run.ts'
import { RestoreEntity } from './restores/restore.store.ts'
import { settingHandlers } from './settings/setting.handlers.ts'
import { UsageDayEntity, UsagePersonEntity, UsageReporterEntity } from './usage/usage.entity.ts'
import { usageInternalHandlers, usageReportHandlers } from './usage/usage.handlers.ts'
import { closeUsageDays } from './usage/usage.run.ts'

export const serviceService = builder.build({
  contract: serviceContract,
  settings: mailSettings,
  entities: [
    AuditEntity,
    RequestEntity,
    PieceEntity,
    ArchiveEntryEntity,
    UsageDayEntity,
    UsagePersonEntity,
    UsageReporterEntity,
    RestoreEntity,
  ],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  used: {
    archives_limit_reached: ({ exports }, most) => exports.standing(most, standingArchives),
    exports_limit_reached: ({ exports }, most) => exports.standing(most),
    imports_limit_reached: ({ imports }, most) => imports.standing(most),
  },
  resources: [
    auditHandlers,
    auditInternalHandlers,
    requestInternalHandlers,
    exportHandlers,
    fullExportHandlers,
    importHandlers,
    packageImportHandlers,
    packageExportHandlers,
    pieceHandlers,
    healthHandlers,
    limitHandlers,
    queueHandlers,
    settingHandlers,
    usageReportHandlers,
    usageInternalHandlers,
    restoreHandlers,
  ],
  naming: {
    fil: (id, { imports }) => imports.naming(id),
    grp: (id, { imports }) => imports.naming(id),
    tag: (id, { imports }) => imports.naming(id),
  },
  personalData: [auditOfPerson, requestsOfPerson, exportsOfPerson, importsOfPerson],
  tasks: [
    keepPartitions,
    buildExportTask,
    expireExportTask,
    buildArchiveTask,
    tellOwnersTask,
    runImportTask,
    forgetImportTask,
    endPackageTask,
    closeUsageDays,
    restoreSchoolTask,
  ],
  workers: [auditWriter, requestWriter],
})
