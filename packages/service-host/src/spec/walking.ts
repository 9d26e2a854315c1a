// A process of the notes service that runs a task of many steps and is killed in the middle. Each step creates a note
// and emits it.
import { newId } from '@lms/contract'
import { z } from 'zod'
import { defineService } from '../define-service.ts'
import { readConfig, systemClock } from '../kernel/config.ts'
import { runService } from '../run/run.ts'
import type { Service } from '../service.ts'
import { task } from '../tasks/task.ts'
import { NoteStore, newNote, noted, notesService } from './notes.ts'

export const walk = task('walk', {
  payload: z.object({ steps: z.int() }),
  state: z.object({ done: z.int() }),
})

export const walkingNotes: Service = {
  ...notesService,
  tasks: [
    defineService({ notes: NoteStore }).task(walk, async ({ payload, state, now, emit }, { notes }) => {
      const done = state?.done ?? 0
      // So that the kill happens in a step, not between two.
      await new Promise(resolve => setTimeout(resolve, 5))
      const note = notes.insert(newNote({ id: newId('off'), name: `step ${done}` }, now))
      emit(noted, note)
      return done + 1 < payload.steps ? { state: { done: done + 1 } } : undefined
    }),
  ],
}

if (import.meta.main) {
  const ahead = Number(process.env.CLOCK_AHEAD_MS)
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) }
  await runService(walkingNotes, { ...readConfig('notes'), clock })
}
