// The description of the whole API, served at every school's own address, for programs and people.
import { docsPage, Guides, openApiDocument } from '@lms/api'
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

/** The pages of the documentation: `/docs/start`, and those to which it leads. */
export function guidePages(): (path: string) => Promise<Document | null> {
  const guides = new Guides()
  return path => guides.find(path)
}
