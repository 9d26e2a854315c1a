export { type ApiChange, changeLines, compareForms, unannounced } from './changes/compare.ts'
export { type ClientOptions, createClient, type LmsClient, resources } from './client.ts'
export { contracts } from './contracts.ts'
export { Guides } from './docs/guides.ts'
export { docsPage } from './docs/page.ts'
export { type EmittedEvent, emittedEvents, emittedEventsOf } from './events.ts'
export { driftOf, type GeneratedFile, generatedFiles, writeGenerated } from './generate.ts'
export { compactForms } from './openapi/compact.ts'
export {
  type DocumentOptions,
  documentOf,
  type OpenApiDocument,
  openApiDocument,
} from './openapi/document.ts'
export { contentOf, schemasOf } from './openapi/document-schemas.ts'
export { type OperationEntry, operationId, operations, operationsOf } from './operations.ts'
export { routingTable, routingTableOf } from './routing.ts'
export { templateOf } from './templates.ts'
export * from './verify-webhook.ts'
