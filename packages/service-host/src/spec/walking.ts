// A process of the notes service that works off a task of many steps, to be killed in the midst of it. Each step makes a
// note and tells it.
import { newId } from '@lms/contract'
import { z } from 'zod'
import { readConfig, systemClock } from '../kernel/config.ts'
import { runService } from '../run/run.ts'
import { defineService, type Service } from '../service.ts'
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
      // So that it is killed in a step, not between two.
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
