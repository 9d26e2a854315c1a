import { builder } from '../builder.ts'
import { beginUploadCall } from './begin-upload.ts'
import { checkFileCall, checkLargeFileCall } from './check-file.ts'
import { collectOrphansTask } from './collect-orphans.ts'
import { forgetFileTask, removeBytesCall } from './end-file.ts'
import { extractFileCall } from './extract-file.ts'
import { extractionHandlers } from './extraction.handlers.ts'
import { filesOfPerson } from './file.data.ts'
import { fileHandlers } from './file.handlers.ts'
import { fileLinkHandlers } from './file-link.handlers.ts'
import { makeVariantsCall } from './make-variants.ts'
import { scanSettings } from './scan.ts'
import { StorageUseEntity, StorageUseStore } from './storage-use.store.ts'

export const fileResource = builder.resource({
  handlers: [fileHandlers, fileLinkHandlers, extractionHandlers],
  entities: [StorageUseEntity],
  tasks: [
    beginUploadCall,
    checkFileCall,
    checkLargeFileCall,
    extractFileCall,
    makeVariantsCall,
    forgetFileTask,
    removeBytesCall,
    collectOrphansTask,
  ],
  personalData: [filesOfPerson],
  settings: scanSettings,
  used: { files_limit_reached: async ({ storageUse }) => (await storageUse.now()).files },
  usage: { bytes_kept: async work => (await new StorageUseStore(work).now()).bytes },
  objects: { fil: (ids, { files }) => files.many(ids) },
})
