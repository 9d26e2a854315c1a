// The stores of this service, and the builder that types its handlers and reactions.
import { defineService, type StoresOf } from '@lms/service-host'
import { ArchiveEntryStore } from './archives/entry.store.ts'
import { AuditStore } from './audit/audit.store.ts'
import { ExportStore } from './exports/export.store.ts'
import { ImportStore } from './imports/import.store.ts'
import { PieceStore } from './pieces/piece.store.ts'
import { RequestStore } from './requests/request.store.ts'
import { RestoreStore } from './restores/restore.store.ts'
import { UsageStore } from './usage/usage.store.ts'

export const builder = defineService({
  records: AuditStore,
  requests: RequestStore,
  exports: ExportStore,
  imports: ImportStore,
  pieces: PieceStore,
  archiveEntries: ArchiveEntryStore,
  usage: UsageStore,
  restores: RestoreStore,
})
export type Stores = StoresOf<typeof builder.stores>
