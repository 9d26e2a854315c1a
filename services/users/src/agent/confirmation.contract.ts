import {
  A,
  atMost,
  C,
  common,
  event,
  filter,
  full,
  G,
  id,
  L,
  oneOf,
  personal,
  refuse,
  resource,
  stamps,
  statusOf,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { confirmationLifecycle } from './confirmation.lifecycle.ts'

/** Milliseconds in which a proposal can be confirmed. */
export const confirmationTerm = 3_600_000
/** A change of more people than this needs their number typed. */
export const typedAbove = 100
const maxPending = 500
/** Characters of a proposed body as JSON. */
export const maxBody = 32_000
export const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

const Impact = z.object({
  objects: z
    .array(
      z.object({
        id: text(100),
        name: personal(text(200)),
        version: z.int().nullable().describe('The version that was seen; sent as If-Match.'),
      }),
    )
    .max(20)
    .describe('The objects that the call names in its path.'),
  people: z.int().min(0).nullable().describe('How many people it reaches; null if that is not known.'),
  money: z
    .object({
      amount: z.int().min(0).describe('In minor units of the currency.'),
      currency: text(3).nullable().describe('Null where the call names none.'),
    })
    .nullable()
    .describe('The largest amount that the call names or moves; null without one.'),
  sample: z
    .array(personal(text(200)))
    .max(10)
    .describe('Some of these people.'),
  outward: z
    .boolean()
    .describe('Whether what follows leaves the school, such as a message or a payment back.'),
  removes: z.boolean().describe('Whether it deletes something.'),
  dry_run: personal(text(8000)).nullable().describe('The answer of the dry run as JSON, where there is one.'),
})
export type Impact = z.infer<typeof Impact>

const Wording = z.object({
  action: personal(text(300)),
  summary: personal(text(2000)),
  impact: personal(text(2000)),
})

export const AgentConfirmation = z.object({
  id: id('agc'),
  user_id: id('usr')
    .nullable()
    .describe('Who is asked; null for a key’s proposal: then whoever may make the change themselves.'),
  status: statusOf(confirmationLifecycle),
  operation: text(100)
    .describe('The operationId of the call.')
    .meta({ examples: ['orders.cancel'] }),
  action: text(500).describe('What the operation does, in the words of its declaration.'),
  summary: personal(text(4000)).describe('The change in words, made from the call itself.'),
  impact: Impact,
  said: Wording.nullable().describe('The words of who proposes. Nobody has checked them.'),
  method: oneOf(methods),
  path: text(1000).meta({ examples: ['/v1/tags'] }),
  body: personal(text(maxBody)).nullable().describe('The body of the call, as JSON.'),
  hash: text(64).describe('SHA-256 of method, path and body: what is confirmed, and nothing else.'),
  typed_number: z
    .int()
    .nullable()
    .describe(
      `The number to type with yes: how many people it reaches, above ${typedAbove}, or of how many that is known where it reaches more; or the amount, in minor units, above agent.typed_above of the settings.`,
    ),
  proposer: oneOf(['chat', 'key']),
  message_id: id('agm').nullable().describe('The message of the dialogue that proposed it.'),
  expires_at: timestamp().describe('Until when it can be confirmed.'),
  answered_at: timestamp().nullable(),
  answered_by_user_id: id('usr').nullable(),
  result: z
    .object({
      status: z.int().describe('The HTTP status of the call; 0 if its outcome is unknown.'),
      reason: text(100).nullable(),
      message: personal(text(1000)).nullable(),
      object_id: text(100).nullable(),
    })
    .nullable()
    .describe('What became of the call.'),
  ...stamps,
})
export type AgentConfirmation = z.infer<typeof AgentConfirmation>

export const agentConfirmationRequested = event('system.agent_confirmation_requested', {
  when: 'agent awaits a person',
  object: AgentConfirmation,
  related: ['confirmation_id', 'user_id'],
})

export const confirmationRefusals = refuse({
  proposal_unknown: {
    status: 422,
    when: 'method and path name no operation that changes something',
    message: 'No operation that changes something has this method and path. GET /openapi.json lists all.',
  },
  proposal_forbidden: {
    status: 403,
    when: 'no agent may propose this operation, because of secrets, of rights that it gives, or of what leaves the school or cannot be taken back',
    message: 'An agent cannot propose this. A person does it without the agent.',
  },
  proposal_invalid: {
    status: 422,
    when: 'the operation would refuse the call',
    message: 'The operation would refuse this call. See details.',
  },
  proposal_beyond_rights: {
    status: 403,
    when: 'who proposes, or who confirms, lacks the permission of the operation',
    message: 'This change needs a permission that you do not have. Ask somebody who has it.',
  },
  confirmations_limit_reached: full(maxPending, 'proposals of agents that wait', 'Answer some.'),
  answer_of_person: {
    status: 403,
    when: 'a key, or somebody else than the person who is asked, confirms',
    message: 'Only the person who is asked can confirm, signed in or with their own personal key.',
  },
  confirmation_answered: {
    status: 409,
    when: 'it is answered already',
    message: 'This is answered already. GET /v1/agent/confirmations/{id} shows what became of it.',
  },
  confirmation_expired: {
    status: 409,
    when: 'its hour is over',
    message: 'This has expired. Ask the agent again.',
  },
  confirmation_stale: {
    status: 409,
    when: 'the objects were changed since it was proposed',
    message: 'What this changes has been changed meanwhile. See details, and ask the agent again.',
  },
  number_untyped: {
    status: 422,
    when: 'the number of people, or the amount, is missing or another one',
    message:
      'This reaches many people or moves much money. Send the number with yes: typed_number of the confirmation, as number.',
  },
  also_unknown: {
    status: 422,
    when: 'also names a confirmation that does not wait for the caller',
    message: 'also may only name other confirmations that wait for you.',
  },
})

export const confirmationRoom = atMost(maxPending, confirmationRefusals.confirmations_limit_reached)

export const agentConfirmations = resource({
  list: L('GET /v1/agent/confirmations', {
    summary: 'List what the agent awaits from you now; with a status, also what is over',
    permission: 'agent:read',
    returns: AgentConfirmation,
    list: { filters: { status: filter.state(confirmationLifecycle.states) }, sorts: ['created_at'] },
  }),
  propose: C('POST /v1/agent/confirmations', {
    summary: 'Propose a change, which a person confirms; summary and impact are made from the call',
    permission: 'agent:write',
    body: z.strictObject({
      method: oneOf(methods),
      path: text(1000, 1).describe('The path of the call, with its ids: /v1/orders/ord_…/cancel.'),
      body: z
        .record(z.string().max(200), z.any())
        .optional()
        .describe(`The body of the call. At most ${maxBody} characters as JSON.`),
      action: text(300).default(''),
      summary: text(2000).default('').describe('Your own words. They are shown apart, as not checked.'),
      impact: text(2000).default('').describe('Your own words. They are shown apart, as not checked.'),
    }),
    example: { method: 'POST', path: '/v1/tags', body: { name: 'VIP' }, summary: 'A tag for good customers' },
    returns: AgentConfirmation,
    refuses: [
      confirmationRefusals.proposal_unknown,
      confirmationRefusals.proposal_forbidden,
      confirmationRefusals.proposal_invalid,
      confirmationRefusals.proposal_beyond_rights,
    ],
    emits: [agentConfirmationRequested],
    bound: confirmationRoom,
    proposes: true,
  }),
  get: G('GET /v1/agent/confirmations/{id}', {
    summary: 'Get a proposed change with its impact, and what became of it',
    permission: 'agent:read',
    returns: AgentConfirmation,
  }),
  answer: A('POST /v1/agent/confirmations/{id}', {
    summary: 'Confirm a proposed change, which is then made once, or decline it',
    permission: 'agent:write',
    body: z.strictObject({
      answer: oneOf(['yes', 'no']),
      number: z.int().min(0).optional().describe('The number that typed_number asks for.'),
      also: z.array(id('agc')).max(20).default([]).describe('Others with the same answer.'),
    }),
    example: { answer: 'no' },
    returns: AgentConfirmation,
    refuses: [
      confirmationRefusals.answer_of_person,
      confirmationRefusals.proposal_beyond_rights,
      confirmationRefusals.confirmation_answered,
      confirmationRefusals.confirmation_expired,
      confirmationRefusals.confirmation_stale,
      confirmationRefusals.number_untyped,
      confirmationRefusals.also_unknown,
      common.outcome_unknown,
    ],
    bound: null,
  }),
})
