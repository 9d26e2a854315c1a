import { catalog, differences, hashOf, idsOf, look, type Seen } from '@lms/agent'
import { type Caller, hasPermission, type Permission, Refused } from '@lms/contract'
import { answerAfter, enqueue, missing, type Work } from '@lms/service-host'
import { builder } from '../builder.ts'
import { agentConfirmations, confirmationRefusals } from './confirmation.contract.ts'
import type { ConfirmationRow } from './confirmation.store.ts'
import { makeConfirmedCall } from './confirmation.task.ts'
import { readingFor } from './credential.ts'
import { reading, wayFor } from './door.ts'
import { prepareProposal, storeProposal } from './proposing.ts'

type Reading = Pick<Work, 'now' | 'work' | 'runtime'> & { readonly caller: Caller }

export const confirmationHandlers = builder.implement(agentConfirmations, {
  list: ({ query, caller }, { agentConfirmations }) => agentConfirmations.awaiting(query, caller),

  propose: async ({ body: { method, path, body, ...wording }, ...input }, stores) => {
    const words = Object.values(wording).some(Boolean) ? wording : null
    const proposed = { method, path, body, said: words, proposer: 'key', messageId: null } as const
    const prepared = await prepareProposal(proposed, input)
    return storeProposal(prepared, input, stores)
  },

  get: async ({ path, caller }, { agentConfirmations }) =>
    visibleTo(caller, await agentConfirmations.get(path.id)),

  answer: async ({ path, body, caller, now, work, runtime }, { agentConfirmations }) => {
    const ids = [...new Set([path.id, ...body.also])]
    const confirmationRows = await agentConfirmations.many(ids)
    const first = visibleTo(caller, confirmationRows.find(({ id }) => id === path.id) ?? missing())
    const waiting = confirmationRows.filter(row => isOf(caller, row))
    if (waiting.length < ids.length) throw new Refused(confirmationRefusals.also_unknown)
    if (body.answer === 'yes') {
      checkPerson(caller)
      for (const row of waiting) checkFit(row, { caller, now })
      checkNumber(waiting, body.number)
      await refuseStale(waiting, { caller, now, work, runtime })
    }
    // In the order of their ids, so that two answers about the same ones wait for each other and no more.
    const locked: ConfirmationRow[] = []
    for (const id of [...ids].sort())
      locked.push(
        await (id === first.id ? agentConfirmations.lock(id) : agentConfirmations.lockAnyVersion(id)),
      )
    for (const row of locked)
      if (row.status !== 'pending') throw new Refused(confirmationRefusals.confirmation_answered)
    const { requestId: answered_in } = work.origin
    const answered = { answered_at: now, answered_by_user_id: caller.user, answered_in }
    const move = (row: ConfirmationRow) =>
      body.answer === 'yes'
        ? agentConfirmations.move(row, 'accept', { ...answered, answered_key: caller.key })
        : agentConfirmations.move(row, 'decline', answered)
    const moved = locked.map(move)
    if (body.answer === 'no') return moved.find(({ id }) => id === first.id)!
    for (const { id } of moved)
      if (id !== first.id) enqueue(work, makeConfirmedCall.task, { confirmation_id: id })
    return answerAfter(makeConfirmedCall, { confirmation_id: first.id })
  },
})

/** Whether it is the caller's to see and to answer. */
const isOf = ({ user }: Caller, { user_id }: ConfirmationRow) => user_id === null || user_id === user

const visibleTo = (caller: Caller, row: ConfirmationRow): ConfirmationRow =>
  isOf(caller, row) ? row : missing()

/** A yes is a person's: nobody's who acts for one, and no program's. */
function checkPerson({ user, kind, onBehalf }: Caller): void {
  const isPerson = user !== null && !onBehalf && (kind === 'session' || kind === 'personal')
  if (!isPerson) throw new Refused(confirmationRefusals.answer_of_person)
}

/** Refuses a yes to what is over, to what was altered, and to what the caller could not do without the agent. */
function checkFit(row: ConfirmationRow, { caller, now }: { caller: Caller; now: string }): void {
  const { status, expires_at, needs, hash, method, path, body } = row
  if (status === 'expired' || (status === 'pending' && expires_at <= now))
    throw new Refused(confirmationRefusals.confirmation_expired)
  if (status !== 'pending') throw new Refused(confirmationRefusals.confirmation_answered)
  if (needs && !hasPermission(caller.rights, needs as Permission))
    throw new Refused(confirmationRefusals.proposal_beyond_rights)
  if (hash !== hashOf(method, path, body)) throw new Refused(confirmationRefusals.confirmation_stale)
}

/** The sum of the numbers that the confirmations ask for. */
function checkNumber(rows: readonly ConfirmationRow[], typed: number | undefined): void {
  const typedNumbers = rows.flatMap(({ typed_number }) => typed_number ?? [])
  if (typedNumbers.length && typed !== typedNumbers.reduce((sum, number) => sum + number, 0))
    throw new Refused(confirmationRefusals.number_untyped)
}

/** Refuses if an object is not as it was when the change was proposed, with what differs. */
async function refuseStale(rows: readonly ConfirmationRow[], input: Reading): Promise<void> {
  const before = rows.flatMap(({ seen, path, method, body }) => {
    if (seen === null) return []
    return [{ seen: JSON.parse(seen) as Seen[], path, method, body }]
  })
  if (before.length === 0) return
  const tools = await catalog()
  const way = await wayFor(readingFor(input.caller, false), input)
  const details = await reading(way, input.runtime, async ask => {
    const each = await Promise.all(
      before.map(async ({ seen, method, path, body }) => {
        const match = tools.find(method, path)
        if (!match) return [{ path, message: 'is no operation any more' }]
        const ids = idsOf(tools, match, body === null ? null : JSON.parse(body))
        return differences(seen, (await look(tools, ids, ask)).seen)
      }),
    )
    return each.flat()
  })
  if (details.length)
    throw new Refused(confirmationRefusals.confirmation_stale, undefined, { details: details.slice(0, 50) })
}
