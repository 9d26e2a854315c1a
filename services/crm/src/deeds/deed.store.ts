import { keyedResults } from '@lms/service-host'
import { type DeedResult, deedsKeptDays, maxDeeds } from './deed.contract.ts'

const results = keyedResults<DeedResult>('crm', 'deeds', { keptDays: deedsKeptDays, most: maxDeeds })
export const DeedEntity = results.entity

export class DeedStore extends results.store {}
