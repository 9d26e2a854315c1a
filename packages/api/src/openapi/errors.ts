// Error answers: one shape, the statuses of the class, and the reasons of the operation.
import {
  classes,
  codeNames,
  common,
  type ErrorStatus,
  type Operation,
  type Refusal,
  refusalsOf,
  takesIfMatch,
} from '@lms/contract'
import { type Json, pascal, ref, schemaRef } from './json.ts'

/** The fields that are alike in all errors. */
export const errorSchemas: Readonly<Record<string, Json>> = {
  ErrorMessage: { type: 'string', description: 'For people: what is wrong, and what to do next.' },
  ErrorDetails: {
    type: 'array',
    description: 'The invalid places.',
    items: {
      type: 'object',
      required: ['path', 'message'],
      properties: {
        path: {
          type: 'string',
          description: 'Where it is: `body`, `query`, `path` or `headers`, and the names inside.',
          examples: ['body.amount'],
        },
        message: { type: 'string', description: 'For people: what is wrong with it, and what is taken.' },
      },
    },
  },
  ErrorRequestId: { type: ['string', 'null'], description: 'The value of the header X-Request-Id.' },
}

/** An error with this code and reason. Not composed of parts: clients generated from compositions are poorer. */
const errorOf = (code: Json, reason: Json): Json => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'reason', 'message', 'details', 'request_id'],
      properties: {
        code,
        reason,
        message: schemaRef('ErrorMessage'),
        details: schemaRef('ErrorDetails'),
        request_id: schemaRef('ErrorRequestId'),
      },
    },
  },
})

/** Error answers with shared reasons only are components; the others are part of the operation. */
export class ErrorAnswers {
  readonly components: Record<string, Json> = {}

  /** The error answers of an operation by status. */
  of(operation: Operation): Record<string, Json> {
    const refusals = refusalsOf(operation).filter(refusal => isOf(refusal, operation))
    const statuses = classes[operation.class].errors as readonly ErrorStatus[]
    return Object.fromEntries(
      statuses.map(status => {
        const ofStatus = refusals.filter(refusal => refusal.status === status)
        const own = operation.refuses.some(refusal => refusal.status === status)
        return [status, own ? errorAnswer(status, ofStatus) : this.#shared(status, ofStatus)]
      }),
    )
  }

  #shared(status: ErrorStatus, refusals: readonly Refusal[]): Json {
    const name = pascal(codeNames[status]) + kindOf(refusals)
    this.components[name] ??= errorAnswer(status, refusals)
    return ref('responses', name)
  }
}

/** The circumstances that decide which shared reasons an operation has. */
function kindOf(refusals: readonly Refusal[]): string {
  if (refusals.includes(common.version_mismatch)) return 'OfVersion'
  return refusals.includes(common.confirmation_needed) ? 'OfChange' : ''
}

// A path parameter belongs to an object that may be missing, and only a change of one object can meet another version.
const isOf = (refusal: Refusal, operation: Operation) =>
  refusal !== common.no_such_operation && (refusal !== common.version_mismatch || takesIfMatch(operation))

const errorAnswer = (status: ErrorStatus, refusals: readonly Refusal[]): Json => ({
  description: refusals.map(({ reason, when }) => `- \`${reason}\`: ${when}`).join('\n'),
  headers: {
    'X-Request-Id': ref('headers', 'RequestId'),
    ...(status === 429 || status === 503 ? { 'Retry-After': ref('headers', 'RetryAfter') } : {}),
    ...(status === 429 ? rateHeaders : {}),
  },
  content: {
    'application/json': {
      ...(refusals[0] ? { example: exampleOf(refusals[0]) } : {}),
      schema: errorOf(
        { const: codeNames[status], description: 'The name of the status.' },
        {
          type: 'string',
          enum: refusals.map(({ reason }) => reason),
          description: 'Stable; branch on it.',
        },
      ),
    },
  },
})

const exampleOf = ({ status, reason, message }: Refusal): Json => ({
  error: { code: codeNames[status], reason, message, details: [], request_id: exampleRequestId },
})
const exampleRequestId = '0af7651916cd43dd8448eb211c80319c'

export const rateHeaders = {
  RateLimit: ref('headers', 'RateLimit'),
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
}
