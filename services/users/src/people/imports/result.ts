// What has become of the rows of a slice so far.
import type { ReturnsOf } from '@lms/contract'
import type { peopleImports } from './import.contract.ts'
import type { RowFault } from './reading.ts'

type Answer = ReturnsOf<(typeof peopleImports)['take']>

export class SliceResult {
  readonly answer: Answer = {
    ...{ created: 0, updated: 0, unchanged: 0, matched_with_other_name: 0, accesses: 0 },
    ...{ other_names: [], errors: [], warnings: [], studies: [], sales: [], unwanted: [] },
  }

  count(kind: 'created' | 'updated' | 'unchanged'): void {
    this.answer[kind]++
  }

  noteOtherName(row: number, user_id: Answer['other_names'][number]['user_id']): void {
    this.answer.matched_with_other_name++
    this.answer.other_names.push({ row, user_id })
  }

  /** Nothing comes of the row. */
  refuse(row: number, faults: readonly RowFault[]): void {
    this.answer.errors.push(...faults.map(fault => ({ row, ...fault })))
  }

  /** Values of the row are left out or changed. */
  warn(row: number, faults: readonly RowFault[]): void {
    this.answer.warnings.push(...faults.map(fault => ({ row, ...fault })))
  }
}
