// The system itself: audit log, queues, and health.

import { mailSettings, migrationsIn } from '@lms/service-host'
import { archiveResource } from './archives/archive.resource.ts'
import { auditResource } from './audit/audit.resource.ts'
import { builder } from './builder.ts'
import { serviceContract } from './contract.ts'
import { erasureResource } from './erasures/erasure.resource.ts'
import { exportResource } from './exports/export.resource.ts'
import { healthResource } from './health/health.resource.ts'
import { importResource } from './imports/import.resource.ts'
import { limitResource } from './limits/limit.resource.ts'
import { operatorActionResource } from './operator-actions/action.resource.ts'
import { packageResource } from './packages/package.resource.ts'
import { keepPartitions } from './partitions.ts'
import { pieceResource } from './pieces/piece.resource.ts'
import { queueResource } from './queues/queue.resource.ts'
import { requestResource } from './requests/request.resource.ts'
import { restoreResource } from './restores/restore.resource.ts'
import { settingResource } from './settings/setting.resource.ts'
import { usageResource } from './usage/usage.resource.ts'

export const serviceService = builder.build({
  contract: serviceContract,
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  resources: [
    auditResource,
    requestResource,
    pieceResource,
    archiveResource,
    usageResource,
    restoreResource,
    erasureResource,
    operatorActionResource,
    exportResource,
    importResource,
    packageResource,
    healthResource,
    limitResource,
    queueResource,
    settingResource,
  ],
  tasks: [keepPartitions],
  settings: mailSettings,
})
