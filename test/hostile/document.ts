// The OpenAPI document for the suite: one target for each operation, with its parameters and possible answers.
import { type OperationEntry, openApiDocument, operationId, operations } from '@lms/api'

export type Schema = Record<string, any>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: Schema
}

export interface Target {
  /** Its operationId: `orders.cancel`. */
  id: string
  method: string
  path: string
  parameters: Parameter[]
  /** Null if it has no body. */
  body: Schema | null
  /** Reasons by error status, as declared. */
  reasons: ReadonlyMap<number, ReadonlySet<string>>
  success: number
  entry: OperationEntry
}

const document = openApiDocument()

/** The target of a reference; other schemas unchanged. */
export function resolve(schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema
  const target = schema.$ref
    .slice(2)
    .split('/')
    .reduce<any>((part, name) => part?.[name], document)
  if (!target) throw new Error(`The document has no ${schema.$ref}.`)
  return resolve(target)
}

const byId = new Map(operations.map(entry => [operationId(entry), entry]))

/** Every operation of the document. Public pages have specs of their own: they take no credential and no body. */
export const targets: readonly Target[] = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/v1/'))
  .flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => targetOf(path, method, described as Schema)),
  )

function targetOf(path: string, method: string, described: Schema): Target {
  const responses = Object.entries(described.responses as Record<string, Schema>)
  const [success, ...errors] = responses.sort(([a], [b]) => Number(a) - Number(b))
  const body = described.requestBody?.content['application/json'].schema
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path: `/api${path}`,
    parameters: ((described.parameters ?? []) as Schema[]).map(one => resolve(one) as Parameter),
    body: body ? resolve(body) : null,
    reasons: new Map(errors.map(([status, answer]) => [Number(status), reasonsOf(answer)])),
    success: Number(success![0]),
    entry: byId.get(described.operationId)!,
  }
}

function reasonsOf(answer: Schema): Set<string> {
  const { schema } = resolve(answer).content['application/json']
  return new Set(schema.properties.error.properties.reason.enum)
}
