import { keyedResults } from '@lms/service-host'
import { type DeedResult, deedsKeptDays, mostDeeds } from './deed.contract.ts'

const results = keyedResults<DeedResult>('crm', 'deeds', { keptDays: deedsKeptDays, most: mostDeeds })
export const DeedEntity = results.entity

export class DeedStore extends results.store {}
