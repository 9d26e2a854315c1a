import { Refused } from '@lms/contract'
import { builder, type Stores } from '../builder.ts'
import { mailingHandlers } from '../mailings/mailing.handlers.ts'
import { messageHandlers } from '../messages/message.handlers.ts'
import { noteHandlers } from '../notes/note.handlers.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { kindOf, type Rule, ruleOf } from '../segments/rule.ts'
import { explain, interpret, type PersonView } from '../segments/rule-interpret.ts'
import { viewsOf } from '../segments/view.store.ts'
import { taskHandlers } from '../tasks/task.handlers.ts'
import { type Deed, type DeedResult, deeds } from './deed.contract.ts'

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
    for (const deed of fresh) made.push(await carryOut(deed, present, input, stores))
    stores.deeds.keep(made)
    for (const result of made) results.set(result.key, result)
    return { results: asked.map(({ key }) => results.get(key)!) }
  },

  judge: async ({ body: { rule, user_ids }, work }) => {
    const read = ruleOf(rule)
    const views = await viewsOf(user_ids, [read], work)
    const now = work.origin.now.getTime()
    return {
      verdicts: user_ids.map(user_id => {
        const person = views.get(user_id)!
        return { user_id, holds: interpret(read, person, now).holds, why: whyOf(read, person, now) }
      }),
    }
  },
})

/** `and.0 tag: yes, and.1 field: no`: enough to see which leaf decided, and nothing about the person. */
function whyOf(rule: Rule, person: PersonView, now: number): string {
  const leaves = explain(rule, person, now).map(
    ({ path, leaf, holds }) => `${path ? `${path} ` : ''}${kindOf(leaf)}: ${holds ? 'yes' : 'no'}`,
  )
  return (person.here ? leaves.join(', ') : 'not in the school').slice(0, 500)
}

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
): Promise<DeedResult> {
  const refused = (reason: string): DeedResult => ({ key: deed.key, outcome: 'refused', reason, id: null })
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
