import { keyedResults } from '@lms/service-host'
import { type EntryResult, entriesKeptDays, maxAtOnce } from './entry.contract.ts'

const results = keyedResults<EntryResult>('scenarios', 'entries', {
  keptDays: entriesKeptDays,
  most: maxAtOnce,
})
export const EntryEntity = results.entity
/** The results of entries that other services have asked for. */
export class EntryStore extends results.store {}
