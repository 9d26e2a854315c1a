import type { Id } from '@lms/contract'
import type { entryReasons } from '../core/entry.ts'
import type { Entered } from './enter.ts'

type Reason = (typeof entryReasons)[number]

/** What became of an entry that was asked for. */
export interface EntryOutcome {
  outcome: 'done' | 'unchanged' | 'refused'
  reason: Reason | null
  run_id: Id<'run'> | null
}

export const refusedFor = (reason: Reason): EntryOutcome => ({ outcome: 'refused', reason, run_id: null })

/** A person who is inside already is where they should be. */
export function outcomeOf(entered: Entered | undefined): EntryOutcome {
  // A scenario that was deleted meanwhile answers for nobody.
  if (!entered) return refusedFor('scenario_unknown')
  if ('run' in entered) return { outcome: 'done', reason: null, run_id: entered.run.id }
  switch (entered.obstacle) {
    case 'inside':
      return { outcome: 'unchanged', reason: null, run_id: null }
    case 're_entry':
      return refusedFor('re_entry_refused')
    case 'too_many_entries':
      return refusedFor('too_many_entries')
    case 'gone':
      return refusedFor('user_unknown')
    default:
      return refusedFor('scenario_not_enabled')
  }
}
