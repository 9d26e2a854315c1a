// The table of words: what statuses and fields of the interface are called. `packages/api` holds every schema against it.
export { type FieldWord, fieldWords, fixedNames } from './field-words.ts'
export { type StatusWord, statusWords } from './status-words.ts'
