// The description of the whole API, served at every school's own address: for programs and for people.
import { docsPage, openApiDocument } from '@lms/api'
import type { Document } from './config.ts'

/** Relative to where the document was read: the same text does for every school. */
const ownAddress = { serverUrl: '/api' }

/** `/openapi.json` and `/docs`. */
export const apiDocuments = (): Record<string, Document> => ({
  '/openapi.json': {
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(openApiDocument(ownAddress)),
  },
  '/docs': { type: 'text/html; charset=utf-8', body: docsPage(ownAddress) },
})
