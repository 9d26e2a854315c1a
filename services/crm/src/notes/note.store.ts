import { objectTable, type RowIn, storeOf } from '@lms/service-host'
import { Note, notes as operations, refusals } from './note.contract.ts'
import { noteLifecycle } from './note.lifecycle.ts'

const notes = objectTable('crm.notes', Note, {
  list: operations.list,
  searched: ['text'],
  indexes: [
    ['user_id', 'created_at', 'id'],
    ['status', 'created_at', 'id'],
    ['order_id', 'created_at', 'id'],
    ['author_id', 'created_at', 'id'],
  ],
  lifecycle: {
    of: noteLifecycle,
    emits: { replace: null, withdraw: null },
    refuses: { replaced: refusals.note_not_active, withdrawn: refusals.note_not_active },
  },
})

export type NoteRow = RowIn<typeof notes>

export class NoteStore extends storeOf(notes) {
  /** Gives the notes in which a person stands in a column to another person. */
  moveTo(column: 'user_id' | 'author_id', into: string, from: string): void {
    this.work.write(
      `update "crm"."notes" set "${column}" = $2, version = version + 1, updated_at = $4
       where school_id = $1 and "${column}" = $3`,
      [this.work.school, into, from, this.work.now],
    )
  }

  /** Deletes the notes about a person. */
  removeAbout(userId: string): void {
    this.work.write(`delete from "crm"."notes" where school_id = $1 and user_id = $2`, [
      this.work.school,
      userId,
    ])
  }
}
