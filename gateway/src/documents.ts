// The description of the whole API, served at every school's own address, for programs and people.
import { docsPage, openApiDocument } from '@lms/api'
import type { Document } from './config.ts'

/** Relative to the address of the document: the same text serves every school. */
const ownAddress = { serverUrl: '/api' }

/** `/openapi.json` and `/docs`. */
export const apiDocuments = (): Record<string, Document> => ({
  '/openapi.json': {
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(openApiDocument(ownAddress)),
  },
  '/docs': { type: 'text/html; charset=utf-8', body: docsPage(ownAddress) },
})
