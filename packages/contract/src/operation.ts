// An operation is declared once; routing, checks, documentation, client and tests are derived from this value.
import type { z } from 'zod'
import { type AgentUse, usualUse } from './agent-use.ts'
import { type Bound, maxOf } from './bound.ts'
import { type Class, classes } from './classes.ts'
import type { EventType } from './event.ts'
import type { ListSpec } from './list.ts'
import { withOwnFilters } from './own-filters.ts'
import type { Permission } from './permission.ts'
import { deletes } from './references.ts'
import { common, type Refusal } from './refusal.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/** The names of a path's parameters. */
export type PathNames<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

export interface Operation<
  R extends string = string,
  C extends Class = Class,
  Body extends z.ZodType | null = z.ZodType | null,
  Returns = any,
  Events extends EventType = EventType,
  List extends ListSpec | undefined = ListSpec | undefined,
> {
  readonly class: C
  readonly method: Method
  /** The path template: `/v1/orders/{id}`. */
  readonly path: string
  readonly route: R
  readonly summary: string
  /** The required permission; null if any valid credential may use it. */
  readonly permission: Permission | null
  readonly pathSchemas: Readonly<Record<string, z.ZodType>>
  readonly body: Body
  /** A body for the document and the tests, which insert ids of their own; by default generated from the schema. */
  readonly example: unknown
  /** The answer; for a list, one item. */
  readonly returns: z.ZodType<Returns, Returns>
  /** Media types of the answer besides JSON, for clients that prefer them by Accept. */
  readonly documents: readonly string[]
  readonly list: List
  readonly refuses: readonly Refusal[]
  readonly emits: readonly Events[]
  /** How many objects it can create; null for operations that create none. */
  readonly bound: Bound | null
  /** Answers with a secret are stored encrypted for idempotent repetition. */
  readonly secretAnswer: boolean
  /** Fields that it makes for its caller, such as a link: also who may not read the object gets them. */
  readonly hands: readonly string[]
  /** The kinds of callers that may use it besides integration, personal and agent keys. */
  readonly publishable: boolean
  /** For internal operations: the programs that may call it. */
  readonly callers: Programs | null
  /** For internal operations by which the platform team acts inside a school: its own operation, for the audit log. */
  readonly operatorRoute: Route | null
  /** Maximum bytes of a body, where programs of the installation send more than the usual megabyte; null: no more. */
  readonly bodyBytes: number | null
  /** What the school's agent may do with it. */
  readonly agent: AgentUse
  /** Whether an agent's key may call it although it changes something: it proposes. */
  readonly proposes: boolean
  /** A POST because of its body: it computes an answer and changes nothing, such as a preview or a query. */
  readonly readOnly: boolean
}

/** Programs by name, including the gateway; `everyService` for all services. */
export type Programs = readonly [string, ...string[]]
/** Every service of the installation, but not the gateway. */
export const everyService: Programs = ['*']

/** Whether a program may call an internal operation. */
export const mayCall = ({ callers }: Operation, program: string): boolean =>
  callers !== null && (callers.includes(program) || (callers === everyService && program !== 'gateway'))

interface Spec<
  R extends string,
  Body extends z.ZodType | null,
  Returns,
  Events extends EventType,
  List extends ListSpec | undefined,
> {
  summary: string
  permission: Permission | null
  path?: { [N in PathNames<R>]?: z.ZodType }
  body?: Body
  example?: Body extends z.ZodType ? NoInfer<z.input<Body>> : never
  returns: z.ZodType<Returns, Returns>
  documents?: readonly string[]
  list?: List
  refuses?: readonly Refusal[]
  emits?: readonly Events[]
  secretAnswer?: boolean
  hands?: NoInfer<readonly (keyof Returns & string)[]>
  publishable?: boolean
  /** By default that of its class and path (`usualUse`). */
  agent?: AgentUse
  proposes?: boolean
  /** Then its permission is one to read, and an agent needs no confirmation. */
  readOnly?: boolean
}

function operationOf<C extends Class, Extra extends object = object>(name: C) {
  return <
    const R extends Route,
    Returns,
    Body extends z.ZodType | null = null,
    Events extends EventType = never,
    const List extends ListSpec | undefined = undefined,
  >(
    route: R,
    spec: Spec<R, Body, Returns, Events, List> & Extra,
    // Without NoInfer an operation inside `resource({…})` would infer `any` for absent fields.
  ): Operation<R, C, NoInfer<Body>, NoInfer<Returns>, NoInfer<Events>, NoInfer<List>> => {
    const [method, path] = route.split(' ') as [Method, string]
    const rule = classes[name]
    const { bound = null } = spec as { bound?: Bound | null }
    const full = maxOf(bound)?.refusal
    const refuses = [...new Set([...(spec.refuses ?? []), ...(full ? [full] : [])])]
    if (spec.readOnly && (spec.emits?.length || bound !== null || !spec.permission?.endsWith(':read')))
      throw new Error(`${route} only reads: it emits and creates nothing, and needs a permission to read`)
    if (bound === 'event' && !spec.emits?.length)
      throw new Error(`${route}: its bound is events, but it emits none`)
    for (const refusal of refuses) {
      if (!(rule.errors as readonly number[]).includes(refusal.status))
        throw new Error(
          `${route}: class ${name} has no status ${refusal.status}, which ${refusal.reason} needs`,
        )
    }
    return {
      class: name,
      method,
      path,
      route,
      summary: spec.summary,
      permission: spec.permission,
      pathSchemas: (spec.path ?? {}) as Record<string, z.ZodType>,
      body: (spec.body ?? null) as Body,
      example: spec.example,
      returns: spec.returns,
      documents: spec.documents ?? [],
      list: (spec.list && withOwnFilters(spec.list, spec.returns)) as List,
      refuses,
      emits: spec.emits ?? [],
      bound,
      secretAnswer: spec.secretAnswer ?? false,
      hands: spec.hands ?? [],
      publishable: spec.publishable ?? false,
      callers: (spec as { callers?: Programs }).callers ?? null,
      operatorRoute: (spec as { operatorRoute?: Route }).operatorRoute ?? null,
      bodyBytes: (spec as { bodyBytes?: number }).bodyBytes ?? null,
      agent: spec.agent ?? usualUse({ ...spec, class: name, path }),
      proposes: spec.proposes ?? false,
      readOnly: spec.readOnly ?? false,
    }
  }
}

/** Collection read. */
export const L = operationOf('L')
/** Sub-collection read, object id in the path. */
export const LN = operationOf('LN')
/** One object. */
export const G = operationOf('G')
/** Create, or action without an id in the path; `bound: null` for one that creates nothing, such as a preview. */
export const C = operationOf<'C', { bound: Bound | null }>('C')
/** Action, or create under an object. */
export const A = operationOf<'A', { bound: Bound | null }>('A')
/** Change without an id in the path. */
export const U = operationOf('U')
/** Change or delete of one object. */
export const M = operationOf('M')
/** Public read, no credential. */
export const P = operationOf('P')
/**
 * Internal: only for the listed programs, with their own tokens; the gateway never routes it. With `operatorRoute` each
 * call leaves a record in the school's audit log, in the transaction of what it does.
 */
export const I = operationOf<'I', { callers: Programs; bodyBytes?: number; operatorRoute?: Route }>('I')

/** Whether it can change anything: a POST that only reads cannot. */
export const changesState = ({ class: name, readOnly }: Pick<Operation, 'class' | 'readOnly'>): boolean =>
  classes[name].changes && !readOnly

/** Whether a change without an id in its path names the object with a version in its body, as `id`. */
export const namesInBody = ({ class: name, body, returns }: Operation): boolean =>
  name === 'U' && hasField(body, 'id') && hasField(returns, 'version')
const hasField = (schema: z.ZodType | null, name: string) =>
  schema !== null && 'shape' in schema && name in (schema.shape as object)

/** Whether it changes what is there, so that If-Match can meet another version, or an object without one. */
export const takesIfMatch = ({ class: name }: Operation): boolean => ['M', 'A', 'U'].includes(name)

/** The operations of one resource, under their short names: `orders.cancel`. */
export type Resource = Readonly<Record<string, Operation<any, any, any, any, any, any>>>

/** Groups operations into a resource. */
export const resource = <const T extends Resource>(operations: T): T => operations

/** The key of the events of a resource that none of its operations emits. */
const taskEvents = Symbol('events of tasks')

/** A resource with events that none of its operations emits: its tasks do. */
export const resourceWithEvents = <const T extends Resource>(
  events: readonly EventType[],
  operations: T,
): T => ({
  ...operations,
  [taskEvents]: events,
})

/** All events of resources: those of their operations, and those of their tasks. */
export const eventsOf = (resources: readonly Resource[]): EventType[] =>
  resources.flatMap(one => [
    ...Object.values(one).flatMap(({ emits }) => emits),
    ...((one as { [taskEvents]?: readonly EventType[] })[taskEvents] ?? []),
  ])

/** All refusals of an operation: the shared ones of its class, then its own. */
export function refusalsOf(operation: Operation): Refusal[] {
  const { errors } = classes[operation.class]
  const changes = changesState(operation)
  const shared = Object.values(common).filter(
    refusal =>
      (errors as readonly number[]).includes(refusal.status) &&
      ((changes && !operation.proposes) || refusal !== common.confirmation_needed) &&
      (deletes(operation) || refusal !== common.still_named) &&
      (operation.method !== 'GET' || refusal !== common.budget_spent) &&
      (operation.list || refusal !== common.list_too_slow) &&
      refusal !== common.outcome_unknown &&
      (operation.emits.length > 0 || refusal !== common.event_too_large),
  )
  return [...shared, ...operation.refuses]
}

export type PathOf<O> =
  O extends Operation<infer R, any, any, any, any, any> ? { readonly [N in PathNames<R>]: string } : never
type BodySchema<O> = O extends Operation<any, any, infer B, any, any, any> ? B : never
/** The body as the handler gets it. */
export type BodyOf<O> = BodySchema<O> extends z.ZodType ? z.output<BodySchema<O>> : undefined
/** The body as the client sends it. */
export type BodyIn<O> = BodySchema<O> extends z.ZodType ? z.input<BodySchema<O>> : undefined
export type ReturnsOf<O> = O extends Operation<any, any, any, infer T, any, any> ? T : never
export type EventsOf<O> = O extends Operation<any, any, any, any, infer E, any> ? E : never
export type IsList<O> =
  O extends Operation<any, any, any, any, any, infer L> ? (L extends ListSpec ? true : false) : false

export interface Page<T> {
  data: T[]
  next_cursor: string | null
  /** Of a feed: the cursor of newer items, also on the last page. */
  feed_cursor?: string
  warnings?: string[]
}
/** What a client gets: one object, or a page of objects. */
export type AnswerOf<O> = IsList<O> extends true ? Page<ReturnsOf<O>> : ReturnsOf<O>
