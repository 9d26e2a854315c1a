import { keyedResults } from '@lms/service-host'
import { type ActionResult, actionRetentionDays, maxActions } from './action.contract.ts'

const results = keyedResults<ActionResult>('crm', 'actions', {
  keptDays: actionRetentionDays,
  most: maxActions,
})
export const ActionEntity = results.entity

export class ActionStore extends results.store {}
