import { Refused, withCauses } from '@lms/contract'
import { recordScenario, type Work } from '@lms/service-host'
import type { TransportKind } from '../addresses/kinds.ts'
import { builder, type Stores } from '../builder.ts'
import { startMailing } from '../mailings/mailing.handlers.ts'
import { type NewMessage, type QueueAt, queueMessage } from '../messages/queue.ts'
import { noteHandlers } from '../notes/note.handlers.ts'
import { personRefusals } from '../people/person-refusals.ts'
import { timedChoice } from '../settings/notifications.ts'
import { type Sender, senderFor } from '../settings/sender.ts'
import { createTask } from '../tasks/new-task.ts'
import { staffAmong } from '../tasks/staff.ts'
import { type Action, type ActionResult, actions } from './action.contract.ts'
import { judge } from './judge.ts'

/** Starts a mailing whose sender was read; one that the school does not have is not found. */
const startActionMailing = (
  { sender, ...input }: Parameters<typeof startMailing>[0] & { sender?: Sender },
  stores: Stores,
) => (sender ? startMailing(input, sender, stores) : stores.mailings.get(input.path.id))

const queueActionMessage = ({ body, ...ctx }: { body: NewMessage } & QueueAt, stores: Stores) =>
  queueMessage(body, ctx, stores)

type Create = (input: object, stores: Stores) => Promise<{ id: string }>
/** A action is the operation of the API, with its rules; what scenarios send may have no subject. */
const creates: Record<Action['kind'], Create> = {
  message: queueActionMessage as Create,
  task: createTask as Create,
  note: noteHandlers.handlers.create as Create,
  mailing: startActionMailing as Create,
}

export const actionHandlers = builder.implement(actions, {
  carryOut: async (input, stores) => {
    const requestedActions = input.body.actions
    // The users service is asked about unknown people, and about who is staff, before anything is locked.
    const [existing, staff, senders] = await Promise.all([
      stores.people.existing(requestedActions.flatMap(peopleOf), input.runtime),
      staffAmong(
        requestedActions.map(assigneeOf).filter(id => id !== null),
        input,
      ),
      sendersOf(requestedActions, input, stores),
    ])
    const results = await stores.actions.take(requestedActions.map(({ key }) => key))
    const fresh = requestedActions.filter(({ key }) => !results.has(key))
    // Those whom an erasure has taken since are left out; others cannot leave until the end.
    const present = { people: await stores.people.holdAll([...existing]), staff, senders }
    const newResults: ActionResult[] = []
    const { outgoing } = input.work
    for (const action of fresh) {
      const before = outgoing.emitted.length
      const result = await carryOut(action, present, input, stores)
      newResults.push({ ...result, events: withCauses([], outgoing.emitted.slice(before)) })
    }
    stores.actions.keep(newResults)
    recordScenario(actions.carryOut, recordedIds(fresh, newResults), input)
    for (const result of newResults) results.set(result.key, result)
    // The result of an older version names no events.
    return {
      results: requestedActions.map(({ key }) => ({
        ...results.get(key)!,
        events: results.get(key)!.events ?? [],
      })),
    }
  },

  judge,
})

/** What these actions have made or started. Messages are their own record. */
const recordedIds = (requested: readonly Action[], results: readonly ActionResult[]): string[] =>
  results.flatMap(({ outcome, id }, index) =>
    outcome === 'done' && id !== null && requested[index]!.kind !== 'message' ? [id] : [],
  )

/** Who is in the school until the end, who of the assignees is staff, and who sends. */
interface Present {
  readonly people: ReadonlySet<string>
  readonly staff: ReadonlySet<string>
  /** Of mailings, by their ids. */
  readonly senders: ReadonlyMap<string, Sender>
}

/** The person whom the action is about; null for none. */
function personOf(action: Action): string | null {
  switch (action.kind) {
    case 'message':
      return action.message.user_id
    case 'task':
      return action.task.user_id ?? null
    case 'note':
      return action.note.user_id
    case 'mailing':
      return null
  }
}

/** The senders of the mailings that these actions start. It may ask the site service: before anything is locked. */
async function sendersOf(
  actions: readonly Action[],
  at: Pick<Work, 'work' | 'runtime'>,
  stores: Stores,
): Promise<ReadonlyMap<string, Sender>> {
  const ids = actions.flatMap(action => (action.kind === 'mailing' ? [action.mailing_id] : []))
  if (ids.length === 0) return new Map()
  const seen = await stores.mailings.many([...new Set(ids)])
  return new Map(
    await Promise.all(
      seen.map(async ({ id, topic }) => [id as string, await senderFor(topic, at, stores)] as const),
    ),
  )
}

const assigneeOf = (action: Action): string | null =>
  action.kind === 'task' ? (action.task.assignee_id ?? null) : null

const peopleOf = (action: Action): string[] =>
  [personOf(action), assigneeOf(action)].filter(id => id !== null)

/** What the operation of the API gets. */
function inputOf(action: Action, present: Present, transport?: TransportKind): object {
  switch (action.kind) {
    case 'message':
      return {
        body: { ...action.message, ...(transport && { transport }) },
        source: action.source ?? null,
        notification: action.notification ?? null,
      }
    case 'task':
      // Somebody has to do it, whoever has left or became a student.
      return { body: lacksAssignee(action, present) ? { ...action.task, assignee_id: null } : action.task }
    case 'note':
      return { body: action.note }
    case 'mailing':
      return {
        path: { id: action.mailing_id },
        body: { at: null, local_time: null },
        sender: present.senders.get(action.mailing_id),
      }
  }
}

function lacksAssignee(action: Action, { people, staff }: Present): boolean {
  const assignee = assigneeOf(action)
  return assignee !== null && !(people.has(assignee) && staff.has(assignee))
}

/** What the school says about the kind of a message that the platform sends by itself; null for all other actions. */
async function choiceFor(action: Action, { settings }: Stores) {
  if (action.kind !== 'message' || action.notification === undefined) return null
  return timedChoice((await settings.get()).notifications, action.notification)
}

async function carryOut(
  action: Action,
  present: Present,
  input: object,
  stores: Stores,
): Promise<Omit<ActionResult, 'events'>> {
  const refused = (reason: string) => ({ key: action.key, outcome: 'refused' as const, reason, id: null })
  const choice = await choiceFor(action, stores)
  if (choice?.send === false) return refused('notification_off')
  const person = personOf(action)
  if (person !== null && !present.people.has(person)) return refused(personRefusals.user_unknown.reason)
  try {
    const nobody = { user: null }
    const from = action.kind === 'message' ? action.request_id : undefined
    const follows = from === undefined ? {} : { follows: { requestId: from, causeId: null } }
    const { id } = await creates[action.kind](
      { ...input, ...inputOf(action, present, choice?.transport), caller: nobody, ...follows },
      stores,
    )
    const reason = lacksAssignee(action, present) ? 'assignee_unknown' : null
    return { key: action.key, outcome: 'done', reason, id }
  } catch (error) {
    // What is away or busy now is asked again: kept as the result it would hold for good.
    if (error instanceof Refused && error.refusal.status < 500) return refused(error.refusal.reason)
    throw error
  }
}
