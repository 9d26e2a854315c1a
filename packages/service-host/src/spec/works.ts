// Units of work on notes, for their specs.
import { type Caller, newId } from '@lms/contract'
import type { Database } from '../database/database.ts'
import { UnitOfWork, type WorkOptions } from '../work/unit-of-work.ts'
import { NoteStore, newNote } from './notes.ts'

const now = new Date('2026-11-21T09:30:00.000Z')

export const note = (name: string) => newNote({ id: newId('off'), name }, '2026-11-21T09:30:00.000+00:00')

/** Begins a unit of work of the caller on this database. */
export function beginWork(caller: Caller, database: Database, options: Partial<WorkOptions> = {}) {
  const origin = { requestId: 'a'.repeat(32), clientRequestId: null, causeId: null, caller, now }
  const work = new UnitOfWork({ database, schema: 'notes', school: caller.school, origin, ...options })
  return { work, notes: new NoteStore(work) }
}

/** A saved note. */
export async function savedNote({ work, notes }: ReturnType<typeof beginWork>, name = 'a') {
  const row = notes.insert(note(name))
  await work.finish(null)
  return row
}
