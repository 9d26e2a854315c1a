import { builder } from '../../builder.ts'
import { studyImportHandlers } from './study-import.handlers.ts'

// What is imported is kept as any study: the personal data are those of enrollments, progress and certificates.
export const studyImportResource = builder.resource({ handlers: [studyImportHandlers] })
