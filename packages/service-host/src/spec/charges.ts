// The notes service with an operation that charges for a note: another system is called before the answer. Also a process
// of it, to be killed between any two steps.
import { A, common, contract, id, oneOf, Refused, refuse, resource } from '@lms/contract'
import { z } from 'zod'
import { defineService } from '../define-service.ts'
import { readConfig, systemClock } from '../kernel/config.ts'
import { runService } from '../run/run.ts'
import type { Service } from '../service.ts'
import { answerAfter } from '../tasks/answer-after.ts'
import { task } from '../tasks/task.ts'
import { Note, NoteStore, noted, notes, notesService } from './notes.ts'

/** Ranks of a note: how far its charge is. */
export const rank = { new: 0, charging: 1, charged: 2, declined: 3, failed: 4 }

export const steps = ['before-intent', 'before-call', 'after-call', 'after-outcome'] as const
export type StepName = (typeof steps)[number]

/** The other system, and what happens between the steps. */
export const outside = {
  url: process.env.OTHER_SYSTEM ?? '',
  at: (_step: StepName | 'preparing') => {},
}

const refusals = refuse({
  charge_declined: { status: 422, when: 'the bank declines', message: 'The bank has declined. Use another.' },
  note_charged: { status: 409, when: 'the note is charged for', message: 'This note is charged for.' },
})

const builder = defineService({ notes: NoteStore })
const payload = z.object({ note_id: id('off') })
const Sent = z.strictObject({ by: oneOf(['charge', 'impatient', 'shown', 'hasty']).default('charge') })

async function post(path: string, key: string, signal: AbortSignal): Promise<number> {
  const headers = { 'idempotency-key': key }
  const response = await fetch(`${outside.url}/${path}`, { method: 'POST', headers, signal })
  await response.body?.cancel()
  if (response.status === 410) throw new Refused(refusals.note_charged)
  if (response.status >= 500) throw Object.assign(new Error('the bank is broken'), { code: 'bank_broken' })
  return response.status
}

const chargeBy = (name: string, { deadline, shows }: { deadline: number; shows: boolean }) =>
  builder.externalCall(task(name, { payload, attempts: 3, pause: 10, deadline }), {
    waiting: 2,
    prepare: async ({ payload }, { notes }) => {
      outside.at('preparing')
      return { note: (await notes.get(payload.note_id)).id }
    },
    call: async ({ note }, { key, signal }) => {
      outside.at('before-call')
      const status = await post(note, key, signal)
      outside.at('after-call')
      return status
    },
    finish: async ({ payload, outcome, emit, work }, { notes }) => {
      work.whenCommitted(() => outside.at('after-outcome'))
      const note = await notes.lock(payload.note_id)
      if (outcome === 402) {
        notes.save(note, { rank: rank.declined })
        return new Refused(refusals.charge_declined)
      }
      const charged = notes.save(note, { rank: rank.charged })
      emit(noted, charged)
      return charged
    },
    ...(shows ? { pending: async ({ payload }, { notes }) => notes.get(payload.note_id) } : {}),
    failed: async ({ payload }, { notes }) =>
      void notes.save(await notes.lock(payload.note_id), { rank: rank.failed }),
  })

const calls = {
  charge: chargeBy('charge', { deadline: 15, shows: false }),
  /** For a system that never answers. */
  impatient: chargeBy('impatient', { deadline: 0.2, shows: false }),
  shown: chargeBy('shown', { deadline: 15, shows: true }),
  hasty: builder.externalCall(task('hasty', { payload, attempts: 1, deadline: 15 }), {
    prepare: async ({ payload }, { notes }) =>
      notes.save(await notes.lock(payload.note_id), { rank: rank.charged }),
    call: async note => note,
    finish: async ({ outcome }) => outcome,
  }),
}

/** A task of several calls. */
export const tour = task('tour', {
  payload: z.object({ calls: z.int() }),
  state: z.object({ done: z.int() }),
})
const tourCall = builder.externalCall(tour, {
  prepare: async ({ state }) => state?.done ?? 0,
  call: async (done, { key, signal }) => {
    await post('tour', key, signal)
    return done + 1
  },
  finish: async ({ payload, outcome }) =>
    outcome < payload.calls ? { state: { done: outcome } } : undefined,
})

export const charges = resource({
  charge: A('POST /v1/notes/{id}/charge', {
    summary: 'Charge for a note',
    bound: null,
    permission: 'notes:write',
    body: Sent,
    returns: Note,
    refuses: [refusals.charge_declined, refusals.note_charged, common.outcome_unknown],
  }),
})

const chargeHandlers = builder.implement(charges, {
  charge: async ({ path, body }, { notes }) => {
    const note = await notes.lock(path.id)
    if (note.rank !== rank.new) throw new Refused(refusals.note_charged)
    notes.save(note, { rank: rank.charging })
    outside.at('before-intent')
    return answerAfter(calls[body.by], { note_id: note.id })
  },
})

export const chargingNotes: Service = {
  ...notesService,
  contract: contract({
    service: 'notes',
    area: 'Notes',
    resources: { notes, charges },
  }),
  implementations: [...notesService.implementations, chargeHandlers],
  tasks: [...Object.values(calls), tourCall],
}

if (import.meta.main) {
  outside.at = step => {
    if (step === process.env.KILL_AT) process.kill(process.pid, 'SIGKILL')
  }
  const ahead = Number(process.env.CLOCK_AHEAD_MS)
  const clock = { now: () => new Date(systemClock.now().getTime() + ahead) }
  await runService(chargingNotes, { ...readConfig('notes'), clock })
}
