import { Refused, withCauses } from '@lms/contract'
import { builder, type Stores } from '../builder.ts'
import { mailingHandlers } from '../mailings/mailing.handlers.ts'
import { messageHandlers } from '../messages/message.handlers.ts'
import { noteHandlers } from '../notes/note.handlers.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { taskHandlers } from '../tasks/task.handlers.ts'
import { type Deed, type DeedResult, deeds } from './deed.contract.ts'
import { judge } from './judge.ts'

type Create = (input: object, stores: Stores) => Promise<{ id: string }>
/** A deed is the operation of the API, with its rules. */
const creates: Record<Deed['kind'], Create> = {
  message: messageHandlers.handlers.create as Create,
  task: taskHandlers.handlers.create as Create,
  note: noteHandlers.handlers.create as Create,
  mailing: mailingHandlers.handlers.start as Create,
}

export const deedHandlers = builder.implement(deeds, {
  carryOut: async (input, stores) => {
    const asked = input.body.deeds
    // The users service is asked about unknown people before anything is locked.
    const existing = await stores.people.existing(asked.flatMap(peopleOf), input.runtime)
    const results = await stores.deeds.take(asked.map(({ key }) => key))
    const fresh = asked.filter(({ key }) => !results.has(key))
    // Those whom a departure has taken since are left out; others cannot leave until the end.
    const present = await stores.people.holdAll([...existing])
    const made: DeedResult[] = []
    const { outgoing } = input.work
    for (const deed of fresh) {
      const before = outgoing.emitted.length
      const result = await carryOut(deed, present, input, stores)
      made.push({ ...result, events: withCauses([], outgoing.emitted.slice(before)) })
    }
    stores.deeds.keep(made)
    for (const result of made) results.set(result.key, result)
    // The result of an older version names no events.
    return {
      results: asked.map(({ key }) => ({ ...results.get(key)!, events: results.get(key)!.events ?? [] })),
    }
  },

  judge,
})

/** The person whom the deed is about; null for none. */
function personOf(deed: Deed): string | null {
  switch (deed.kind) {
    case 'message':
      return deed.message.user_id
    case 'task':
      return deed.task.user_id ?? null
    case 'note':
      return deed.note.user_id
    case 'mailing':
      return null
  }
}

const assigneeOf = (deed: Deed): string | null =>
  deed.kind === 'task' ? (deed.task.assignee_id ?? null) : null

const peopleOf = (deed: Deed): string[] => [personOf(deed), assigneeOf(deed)].filter(id => id !== null)

/** What the operation of the API gets. */
function inputOf(deed: Deed, present: ReadonlySet<string>): object {
  switch (deed.kind) {
    case 'message':
      return { body: deed.message, source: deed.source ?? null }
    case 'task':
      // Somebody has to do it, whoever has left.
      return { body: lacksAssignee(deed, present) ? { ...deed.task, assignee_id: null } : deed.task }
    case 'note':
      return { body: deed.note }
    case 'mailing':
      return { path: { id: deed.mailing_id }, body: { at: null } }
  }
}

function lacksAssignee(deed: Deed, present: ReadonlySet<string>): boolean {
  const assignee = assigneeOf(deed)
  return assignee !== null && !present.has(assignee)
}

async function carryOut(
  deed: Deed,
  present: ReadonlySet<string>,
  input: object,
  stores: Stores,
): Promise<Omit<DeedResult, 'events'>> {
  const refused = (reason: string) => ({ key: deed.key, outcome: 'refused' as const, reason, id: null })
  const person = personOf(deed)
  if (person !== null && !present.has(person)) return refused(personRefusals.user_unknown.reason)
  try {
    const nobody = { user: null }
    const from = deed.kind === 'message' ? deed.request_id : undefined
    const follows = from === undefined ? {} : { follows: { requestId: from, causeId: null } }
    const { id } = await creates[deed.kind](
      { ...input, ...inputOf(deed, present), caller: nobody, ...follows },
      stores,
    )
    const reason = lacksAssignee(deed, present) ? 'assignee_unknown' : null
    return { key: deed.key, outcome: 'done', reason, id }
  } catch (error) {
    // What is away or busy now is asked again: kept as the result it would hold for good.
    if (error instanceof Refused && error.refusal.status < 500) return refused(error.refusal.reason)
    throw error
  }
}
