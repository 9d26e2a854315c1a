import {
  AuditChange,
  auditWays,
  confirmation,
  filter,
  I,
  id,
  L,
  maxAuditedFields,
  oneOf,
  resource,
  roles,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'

export const AuditEntry = z.object({
  id: id('aud'),
  service: z
    .string()
    .meta({ examples: ['commerce'] })
    .describe('The service that did it.'),
  operation: z
    .string()
    .describe('The method and the path template of the call.')
    .meta({ examples: ['POST /v1/orders/{id}/cancel'] }),
  object_id: z.string().nullable().describe('The object that was created or changed.'),
  key_id: z.string().nullable().describe('The calling key.'),
  actor_user_id: id('usr').nullable().describe('The person the key acted for.'),
  role: z
    .string()
    .nullable()
    .describe('The role of the caller, `platform` for the platform team; null for one without a role.'),
  operator: z
    .string()
    .nullable()
    .describe('Who of the platform team did it; null for callers of the school.'),
  status: z.int().describe('The status of the answer.'),
  way: oneOf(auditWays)
    .nullable()
    .describe(
      'How it was done. `console`: by a signed-in person; `api`: by a key; `agent`: by an agent’s key, or proposed by the agent and confirmed; `import`, `scenario`: by an import, a scenario; `platform`: by the platform team; `system`: by itself. Null of records from before there was this field.',
    ),
  answer: oneOf(['yes', 'no'])
    .nullable()
    .describe('The answer to a proposal of the agent; null for other operations.'),
  changes: z
    .array(AuditChange)
    .max(maxAuditedFields)
    .describe('What a change has changed of the object; empty where it made or removed one.'),
  request_id: z
    .string()
    .meta({ examples: ['0af7651916cd43dd8448eb211c80319c'] })
    .describe('The `X-Request-Id` of the request.'),
  client_request_id: z.string().nullable().describe('The X-Request-Id that the client sent.'),
  event_ids: z
    .array(z.string().meta({ examples: ['evt_01h455vb4pex5vsknk084sn02q'] }))
    .describe('The events that the change emitted.'),
  duration_ms: z.int().describe('How long it took, in milliseconds.'),
  created_at: timestamp(),
})

export const auditLog = resource({
  list: L('GET /v1/audit-log', {
    summary: 'List audit records: who changed what, and when',
    permission: 'audit-log:read',
    returns: AuditEntry,
    list: {
      filters: {
        operation: filter.text,
        object_id: filter.text,
        key_id: filter.text,
        role: filter.state([...roles, 'platform']),
        operator: filter.text,
        way: filter.state(auditWays),
        service: filter.text,
        request_id: filter.text,
        client_request_id: filter.text,
      },
      sorts: ['created_at'],
    },
  }),
})

/** One record as services send it; the same shape as the host's AuditRecord. */
export const AuditMessage = AuditEntry.extend({ school_id: id('sch') })

/** A record as it was sent; a program of an earlier version says nothing of operators. */
export const readAuditMessage = (message: object): z.output<typeof AuditMessage> =>
  AuditMessage.parse({ operator: null, way: null, answer: null, changes: [], ...message })

export const auditInternalApi = resource({
  /** The platform team has seen what happened in the school for a request. */
  traced: I('POST /internal/audit/traced', {
    summary: 'Note that the platform team traced a request of the school',
    callers: ['gateway'],
    operatorRoute: 'GET /operator/v1/trace/{requestId}',
    permission: null,
    body: z.object({ request_id: text(128, 1) }),
    returns: z.object({ id: z.string().describe('The traced request.') }),
  }),
  confirm: confirmation('/internal/audit/confirm'),
  /** The records of one request over all schools, oldest first; also by the client's own request id. */
  trace: I('GET /internal/audit/trace/{requestId}', {
    summary: 'Audit records of a request',
    callers: ['gateway'],
    permission: null,
    path: { requestId: text(128, 1) },
    returns: z.object({ records: z.array(AuditMessage) }),
  }),
})
