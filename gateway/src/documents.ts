// The description of the whole API, served at every school's own address, for programs and people.
import { docsPage, openApiDocument } from '@lms/api'
import type { Document } from './config.ts'

/** `/openapi.json` and `/docs`. */
export function apiDocuments(): Record<string, Document> {
  // Relative to the address of the document: the same text serves every school.
  const document = openApiDocument({ serverUrl: '/api' })
  return {
    '/openapi.json': { type: 'application/json; charset=utf-8', body: JSON.stringify(document) },
    '/docs': { type: 'text/html; charset=utf-8', body: docsPage(document) },
  }
}
