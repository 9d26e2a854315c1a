import { atMost, C, full, id, L, oneOf, personal, refuse, resource, stamps, text } from '@lms/contract'
import { z } from 'zod'
import { agentConfirmationRequested } from './confirmation.contract.ts'

/** Days that a dialogue is kept. */
export const keptDays = 30
const maxMessages = 20_000
/** Answers of one school that may be in progress at a time, over all replicas. */
export const maxRunning = 2

export const AgentMessage = z.object({
  id: id('agm'),
  user_id: id('usr'),
  message: personal(text(4000)).describe('What the person asked.'),
  answer: personal(text(20_000)).describe(
    'Plain text. A table has a line for each row, with tabs between its cells.',
  ),
  understood: z
    .boolean()
    .describe('False where the agent could not do what was asked, and says what it can do.'),
  by: oneOf(['planner', 'model']).describe(
    'Who answered: the built-in planner, or the model of the settings.',
  ),
  calls: z
    .array(
      z.object({
        operation: text(100),
        path: text(1000).describe('The path with its query, as it was called.'),
        status: z.int(),
      }),
    )
    .max(20)
    .describe('The calls behind the answer.'),
  confirmation_ids: z.array(id('agc')).max(20).describe('The changes that the agent proposes.'),
  ...stamps,
})
export type AgentMessage = z.infer<typeof AgentMessage>

export const messageRefusals = refuse({
  agent_closed: {
    status: 403,
    when: 'the owner has not opened the agent to the person',
    message: 'The agent is not open to you. The owner of the school opens it with POST /v1/agent/access.',
  },
  agent_of_person: {
    status: 403,
    when: 'the credential belongs to no person',
    message: 'The agent talks to people. Sign in, or use a personal key or X-On-Behalf-Of.',
  },
  agent_busy: {
    status: 409,
    when: `${maxRunning} dialogues of the school are being answered`,
    message: `The agent answers ${maxRunning} people of a school at a time. Ask again in a moment.`,
  },
  dialogues_limit_reached: full(
    maxMessages,
    `messages to the agent in ${keptDays} days`,
    'Those older than that are deleted.',
  ),
})

export const messageRoom = atMost(maxMessages, messageRefusals.dialogues_limit_reached)

export const agentChat = resource({
  list: L('GET /v1/agent/chat', {
    summary: 'List your own dialogue with the agent',
    permission: 'agent:read',
    returns: AgentMessage,
    list: { filters: {}, sorts: ['created_at'] },
  }),
  ask: C('POST /v1/agent/chat', {
    summary: 'Ask the agent; it reads by itself, and proposes changes for you to confirm',
    documents: ['text/event-stream'],
    permission: 'agent:write',
    body: z.strictObject({
      message: text(4000, 1).describe(
        'The question. With Accept: text/event-stream the answer comes in events: `began`, `call` for each call, `text` for each line as a model writes it, and last `answer`, which is what JSON gets, or `error`.',
      ),
    }),
    example: { message: 'What can you do?' },
    returns: AgentMessage,
    refuses: [messageRefusals.agent_closed, messageRefusals.agent_of_person, messageRefusals.agent_busy],
    emits: [agentConfirmationRequested],
    bound: messageRoom,
  }),
})
