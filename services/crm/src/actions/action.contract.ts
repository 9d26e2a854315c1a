// What other services do to people here, each once by its key, and what they ask about them. It is the one way by which a
// service sends a message: crm knows the address, who may be written to, and what became of it.
import { EventRef, I, id, maxCauses, oneOf, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Attachments } from '../messages/attachment.ts'
import { messages } from '../messages/message.contract.ts'
import { source } from '../messages/source.ts'
import { notes } from '../notes/note.contract.ts'
import { RuleSchema } from '../segments/rule.ts'
import { notificationKinds } from '../settings/notifications.ts'
import { tasks } from '../tasks/task.contract.ts'

/** Maximum actions of one call, and people of one question. */
export const maxActions = 200
/** How long the result of an action is kept at least: a repetition within this time does nothing again. */
export const actionRetentionDays = 30

const key = text(200, 1).describe('Names the action in the school. Begins with a name of the caller’s own.')

export const Action = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('message'),
    key,
    message: messages.create.body.omit({ cancel_id: true }).extend({ attachments: Attachments }),
    request_id: text(64)
      .optional()
      .describe('The request from which this message follows, if it is another one than that of the call.'),
    notification: oneOf(notificationKinds)
      .optional()
      .describe('The kind of a message that the platform sends by itself: schools and people switch it off.'),
    source: source().optional().describe('What it is counted by: a node of a version of a scenario.'),
  }),
  z.strictObject({ kind: z.literal('task'), key, task: tasks.create.body }),
  z.strictObject({ kind: z.literal('note'), key, note: notes.create.body }),
  z.strictObject({
    kind: z.literal('mailing'),
    key,
    mailing_id: id('mlg').describe('A draft that starts, for its own audience.'),
  }),
])
export type Action = z.infer<typeof Action>

export const ActionResult = z.object({
  key,
  outcome: oneOf(['done', 'refused']),
  reason: text(100)
    .nullable()
    .describe(
      'The reason of a refusal, as the operation of the API gives it. Of a task that was made without its assignee: assignee_unknown.',
    ),
  id: text(60).nullable().describe('The message, task, note or mailing.'),
  events: z.array(EventRef).max(maxCauses).describe('What the call has emitted about the person.'),
})
export type ActionResult = z.infer<typeof ActionResult>

/** What is taken as true of a person, in place of what is: the effects of a dry run. */
export const AssumedFact = z.strictObject({
  kind: oneOf(['tag', 'group', 'access']),
  id: text(40, 1),
  has: z.boolean(),
  until: timestamp().nullable().describe('When an access ends; null for never.'),
})
export type AssumedFact = z.infer<typeof AssumedFact>

const Judged = z.strictObject({
  user_id: id('usr'),
  after: z.array(EventRef).max(maxCauses).describe('Events that the verdict must have seen.'),
  present: z
    .boolean()
    .optional()
    .describe('Whether it must have seen all that is committed about the person.'),
  assume: z.array(AssumedFact).max(200).optional(),
})

export const actions = resource({
  /**
   * Carries out actions in the order of the list, in one transaction with their results. One whose key is known does nothing,
   * and has the result that it had. One refusal is no reason to refuse the others.
   */
  carryOut: I('POST /internal/actions', {
    summary: 'Send messages, make tasks and notes, start mailings, each once by its key',
    callers: ['scenarios', 'webinars', 'commerce', 'learning'],
    permission: null,
    body: z.strictObject({
      actions: z
        .array(Action)
        .min(1)
        .max(maxActions)
        .refine(list => new Set(list.map(({ key }) => key)).size === list.length, 'give each key once'),
    }),
    returns: z.object({ results: z.array(ActionResult).describe('In the order of the actions.') }),
  }),
  /**
   * Reads what is true of the people where it is kept. A verdict is at least as new as the events in `after`: where not
   * everybody has seen these it is "not yet", and the caller asks again a moment later.
   */
  judge: I('POST /internal/rules/judge', {
    summary: 'Whether a rule holds of these people now',
    callers: ['scenarios'],
    permission: null,
    body: z.strictObject({
      rule: RuleSchema,
      people: z.array(Judged).max(maxActions),
      at: timestamp().optional().describe('When; now if absent.'),
    }),
    returns: z.object({
      verdicts: z
        .array(
          z.object({
            user_id: id('usr'),
            holds: z.boolean().nullable().describe('Null for not yet.'),
            why: text(500).describe(
              'The verdict of each leaf by its place, without what it has read; or what is waited for.',
            ),
          }),
        )
        .describe('In the order of the people.'),
    }),
  }),
})
