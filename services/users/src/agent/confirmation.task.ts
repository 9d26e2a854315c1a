// Makes a confirmed call, once. The id of the confirmation is its Idempotency-Key, so that a call whose answer was lost
// is asked for again and not made again.
import { type Answered, hashOf } from '@lms/agent'
import { type Caller, common, id, Refused } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'
import { builder } from '../builder.ts'
import { callDigest } from './call-digest.ts'
import { type AgentConfirmation, confirmationRefusals } from './confirmation.contract.ts'
import type { ConfirmationRow } from './confirmation.store.ts'
import { askBy, wayFor } from './door.ts'

const payload = z.object({ confirmation_id: id('agc') })

/** Ends a proposal that nobody has answered within its term. */
export const lapseConfirmation = task('lapse-agent-confirmation', {
  payload,
  // It counts in no budget until it is due.
  counted: false,
})

export const lapseConfirmationTask = builder.task(
  lapseConfirmation,
  async ({ payload }, { agentConfirmations }) => {
    const existingConfirmation = await agentConfirmations.find(payload.confirmation_id)
    if (existingConfirmation?.status !== 'pending') return
    const row = await agentConfirmations.lock(existingConfirmation.id)
    if (row.status === 'pending') agentConfirmations.move(row, 'expire')
  },
)

export const makeConfirmedCall = builder.externalCall(
  task('make-confirmed-call', { payload, attempts: 6, deadline: 15 }),
  {
    prepare: async ({ payload, work, now, runtime }, { agentConfirmations }) => {
      const row = await agentConfirmations.get(payload.confirmation_id)
      const { method, path, body, hash } = row
      // What was confirmed is what is sent, whatever has become of the row.
      if (hash !== hashOf(method, path, body)) throw new Refused(confirmationRefusals.confirmation_stale)
      const only = callDigest(method, path)
      const key = row.answered_key as Caller['key']
      const credential = { key, onBehalfOf: null, only, dialogue: false }
      return { row, way: await wayFor(credential, { work, now, runtime }) }
    },

    call: async ({ row, way }, { signal, runtime }): Promise<Answered> => {
      const { method, path, body } = row
      const headers = { 'idempotency-key': row.id, ...ifMatchOf(row) }
      const answer = await askBy(way, signal, runtime)({ method, path, body, headers })
      // Its outcome is not known yet: it is asked for again under the same key.
      if (answer.status >= 500 || answer.status === 429 || isRunning(answer))
        throw new Error(`${row.operation} was answered with ${answer.status}.`)
      return answer
    },

    finish: async ({ payload, outcome }, { agentConfirmations }) => {
      const row = await agentConfirmations.lockAnyVersion(payload.confirmation_id)
      const result = resultOf(outcome)
      const saved = agentConfirmations.move(row, outcome.status < 300 ? 'finish' : 'fail', { result })
      if (result.reason === common.version_mismatch.reason)
        return new Refused(confirmationRefusals.confirmation_stale)
      return saved
    },

    pending: ({ payload }, { agentConfirmations }) => agentConfirmations.get(payload.confirmation_id),

    failed: async ({ payload }, { agentConfirmations }) => {
      const row = await agentConfirmations.lockAnyVersion(payload.confirmation_id)
      const result = {
        status: 0,
        reason: common.outcome_unknown.reason,
        message: 'The gateway did not answer. Look whether the change was made before you ask for it again.',
        object_id: null,
      }
      if (row.status === 'running') agentConfirmations.move(row, 'fail', { result })
    },
  },
)

const isRunning = ({ body }: Answered) => body?.error?.reason === common.idempotency_in_progress.reason

/** The version of the object that the call changes: another one that came in the last moment refuses the call. */
function ifMatchOf({ impact: { objects } }: ConfirmationRow): Record<string, string> {
  const version = objects[0]?.version
  return version ? { 'if-match': `"v${version}"` } : {}
}

function resultOf({ status, body }: Answered): NonNullable<AgentConfirmation['result']> {
  const { reason = null, message = null } = (body?.error ?? {}) as { reason?: string; message?: string }
  const object_id = status < 300 && typeof body?.id === 'string' ? body.id.slice(0, 100) : null
  return { status, reason, message: message?.slice(0, 1000) ?? null, object_id }
}
