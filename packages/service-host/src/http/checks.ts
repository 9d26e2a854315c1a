// The checks of a request before its operation runs, in their order: caller, path, body, key.
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type BodyBounds,
  type Caller,
  changesState,
  common,
  formatTime,
  hasPermission,
  isId,
  mayCall,
  type Operation,
  type Prefix,
  prefixes,
  Refused,
  serviceKey,
  takesIfMatch,
} from '@lms/contract'
import type { z } from 'zod'
import type { Identity } from '../kernel/token.ts'
import { IdempotencyClaim } from '../work/idempotency.ts'
import type { Runtime } from '../work/runtime.ts'
import { drain, hasBody, parseBody, readBody } from './body.ts'
import { type FixedFields, refusalOfBody } from './body-faults.ts'
import type { Meter } from './meter.ts'

export interface Call {
  request: IncomingMessage
  response: ServerResponse
  path: Record<string, string>
  query: string
  identity: Identity
  requestId: string
  clientRequestId: string | null
  /** The processor time that the request takes. */
  meter: Meter
}

/** The caller of an operation. An internal operation is called by a service, which names the school. */
export function callerOf(operation: Operation, identity: Identity): Caller {
  if (operation.class === 'I') {
    if (identity.kind !== 'service') throw new Refused(common.credential_invalid)
    if (!mayCall(operation, identity.service)) throw new Refused(common.permission_missing)
    return {
      school: (identity.school ?? 'sch_none') as Caller['school'],
      key: serviceKey(identity.service),
      kind: 'integration',
      role: 'owner',
      user: null,
      onBehalf: false,
      rights: [['*']],
    }
  }
  if (identity.kind !== 'caller') throw new Refused(common.credential_invalid)
  const { caller, onlyLists } = identity
  if (onlyLists && !(operation.list && operation.method === 'GET'))
    throw new Refused(common.permission_missing)
  if (caller.kind === 'publishable' && !operation.publishable)
    throw new Refused(common.permission_missing, 'A publishable key cannot do this. Use one of another kind.')
  const { permission } = operation
  if (permission && !hasPermission(caller.rights, permission))
    throw new Refused(
      common.permission_missing,
      `This key lacks the permission ${permission}. Use one whose role and scope include it.`,
    )
  if (caller.kind === 'agent' && changesState(operation) && !operation.proposes)
    throw new Refused(common.confirmation_needed)
  return caller
}

const idNames = /^(?:id|[a-z]+Id)$/
/** A malformed id in a path means an object that does not exist. */
export function checkPath(operation: Operation, path: Record<string, string>): void {
  for (const [name, value] of Object.entries(path)) {
    const schema = operation.pathSchemas[name]
    const fits = schema
      ? schema.safeParse(value).success
      : idNames.test(name)
        ? isAnyId(value)
        : isPlain(value)
    if (!fits) throw new Refused(common.not_found)
  }
}
const isAnyId = (value: string) => {
  const prefix = value.slice(0, value.indexOf('_'))
  return Object.hasOwn(prefixes, prefix) && isId(prefix as Prefix, value)
}
const isPlain = (value: string) => value.length <= 500 && !value.includes('\u0000') && value.isWellFormed()

/** The body as it was sent, and as the operation declares it; refuses a body that does not match. */
export async function bodyOf(
  operation: Operation,
  request: IncomingMessage,
  { bounds, meter, fixed = null }: { bounds: BodyBounds; meter: Meter; fixed?: FixedFields | null },
): Promise<{ raw: string; body: unknown }> {
  if (operation.method === 'GET') {
    if (hasBody(request)) await drain(request)
    return { raw: '', body: undefined }
  }
  const raw = await readBody(request, operation.bodyBytes ?? undefined)
  if (!operation.body) {
    // A change without a declared body accepts an empty body or an empty object, and nothing that would be ignored.
    if (raw !== '' && !/^\s*(\{\s*\})?\s*$/.test(raw))
      throw new Refused(common.invalid_body, 'This operation takes no body.')
    return { raw: '', body: undefined }
  }
  return meter.during(() => ({ raw, body: checked(operation.body!, parseBody(request, raw, bounds), fixed) }))
}

/** The value as the schema gives it; refuses one that does not match. `fixed`: of the body of an operation. */
export function checked(schema: z.ZodType, sent: unknown, fixed: FixedFields | null = null): unknown {
  // Not `safeParse`, which words every issue: a list of ten thousand wrong ids took 30 ms, for fifty details.
  const { value, issues } = schema._zod.run({ value: sent, issues: [] }, { async: false }) as Checked
  if (issues.length === 0) return value
  throw refusalOfBody(issues, schema, fixed)
}
type Checked = z.core.ParsePayload

/** The claim of the request's Idempotency-Key, if there is one and the operation changes something or is internal. */
export function claimOf(runtime: Runtime, operation: Operation, call: Call, caller: Caller, raw: string) {
  const key = call.request.headers['idempotency-key']
  if (key === undefined || operation.method === 'GET') return null
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key))
    throw new Refused(common.invalid_idempotency_key)
  const path = Object.entries(call.path).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    operation.path,
  )
  const request = { key, caller, method: operation.method, path, body: raw }
  return new IdempotencyClaim(
    runtime.service,
    request,
    formatTime(runtime.clock.now()),
    operation.secretAnswer ? runtime.vault : null,
  )
}

/**
 * The versions of which If-Match requires one, of the object with this name in the path or the body, if the request has
 * any: `"v1", "v2"` are `1,2` (RFC 9110, section 13.1.1). Refuses it where nothing that the operation changes has a version:
 * a change must not pass for a checked one.
 */
export const ifMatchOf = (
  operation: Operation,
  { request, path }: Call,
  body: unknown,
  name: string | null,
) => {
  const header = request.headers['if-match']
  if (!header || !takesIfMatch(operation)) return null
  const tags = header.split(',', maxTags).map(tag => tag.trim().replace(/^(?:W\/)?"?v?|"$/g, ''))
  // A tag of another form is of no version.
  const versions = tags.filter(tag => /^(\d{1,10}|\*)$/.test(tag))
  if (name === null) {
    if (versions.includes('*')) return null
    throw new Refused(common.version_mismatch)
  }
  const id = path[name] ?? (body as Record<string, string>)[name]!
  return { id, version: versions.join(',') }
}
/** Nobody has seen more versions of an object than one sends. */
const maxTags = 20
