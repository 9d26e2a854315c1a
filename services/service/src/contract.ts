// The public declaration of this service.
import { contract, usageReports } from '@lms/contract'
import { artifactPieces } from '@lms/site/contract'
import { fullExports } from './archives/archive.contract.ts'
import { auditInternalApi, auditLog } from './audit/audit.contract.ts'
import { erasures } from './erasures/erasure.contract.ts'
import { exports } from './exports/export.contract.ts'
import { health } from './health/health.contract.ts'
import { imports } from './imports/import.contract.ts'
import { limits } from './limits/limit.contract.ts'
import { operatorActions } from './operator-actions/action.contract.ts'
import { packageExports, packageImports } from './packages/package.contract.ts'
import { queues } from './queues/queue.contract.ts'
import { requestInternalApi } from './requests/request.contract.ts'
import { restores } from './restores/restore.contract.ts'
import { settings } from './settings/setting.contract.ts'
import { usageInternalApi } from './usage/usage.contract.ts'

export { pieceBytes } from '@lms/site/contract'
export { AuditEntry, AuditMessage, auditInternalApi, readAuditMessage } from './audit/audit.contract.ts'
export {
  Erasure,
  erasures,
  NewErasure,
  refusals as erasureRefusals,
} from './erasures/erasure.contract.ts'
export { Export } from './exports/export.object.ts'
export { Health } from './health/health.contract.ts'
export { Import } from './imports/import.object.ts'
export {
  itemKinds,
  maxItemNotes,
  maxReportCharacters,
  maxReportItems,
  type PackageReport,
  type ReportItem,
} from './imports/package-report.ts'
export { Limit } from './limits/limit.contract.ts'
export { ActionFilter, OperatorAction, operatorActions } from './operator-actions/action.contract.ts'
export { packagePermissions } from './package-permissions.ts'
export { packageExports, packageImports } from './packages/package.contract.ts'
export { Queue } from './queues/queue.contract.ts'
export { RequestRecord, requestInternalApi } from './requests/request.contract.ts'
export {
  NewRestore,
  Restore,
  RestorePart,
  RestoreRun,
  refusals as restoreRefusals,
  restores,
} from './restores/restore.contract.ts'
export { Setting } from './settings/setting.contract.ts'
export { UsageDay, usageInternalApi } from './usage/usage.contract.ts'

export const serviceContract = contract({
  service: 'service',
  area: 'Service',
  references: { names: ['fil', 'grp', 'tag'] },
  resources: { auditLog, exports, fullExports, imports, health, limits, queues, settings },
  internal: {
    auditInternalApi,
    requestInternalApi,
    artifactPieces,
    packageImports,
    packageExports,
    usageReports,
    usageInternalApi,
    restores,
    erasures,
    operatorActions,
  },
})
