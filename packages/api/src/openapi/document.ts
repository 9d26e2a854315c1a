// The OpenAPI 3.1 document, derived from the declarations. Only its frame is written by hand.
import type { Contract } from '@lms/contract'
import { contracts } from '../contracts.ts'
import { emittedEventsOf } from '../events.ts'
import { type OperationEntry, operationsOf, pagesOf } from '../operations.ts'
import { receivingText } from '../receiving.ts'
import { ErrorAnswers, errorSchemas } from './errors.ts'
import { describeOperation } from './operation.ts'
import { sharedParameters } from './parameters.ts'
import { type Json, schemaBook } from './schemas.ts'
import { describeWebhooks, webhookParameters } from './webhooks.ts'

export interface DocumentOptions {
  /** `https://school.example/api`; by default a template with the domain of the school. */
  serverUrl?: string
}

/** The document of all services' public operations. */
export const openApiDocument = (options: DocumentOptions = {}): OpenApiDocument =>
  documentOf(contracts, options)

export interface OpenApiDocument extends Json {
  openapi: string
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Json>>
  webhooks: Record<string, Json>
  components: Record<string, Record<string, Json>>
}

/** The document of some contracts. */
export function documentOf(list: readonly Contract[], { serverUrl }: DocumentOptions = {}): OpenApiDocument {
  const entries = [...operationsOf(list), ...pagesOf(list)]
  const events = emittedEventsOf(list).map(({ event }) => event)
  const book = schemaBook(entries, events, sectionsOf(list))
  const errors = new ErrorAnswers()
  const server = serverOf(serverUrl)
  const paths = pathsOf(entries, entry => describeOperation(entry, book, errors), server)
  const webhooks = describeWebhooks(events, book)
  return {
    openapi: '3.1.1',
    info,
    servers: [server],
    security: [{ key: [] }],
    tags: [...tagsOf(entries), eventsTag],
    paths,
    webhooks,
    components: {
      securitySchemes: { key },
      parameters: { ...sharedParameters, ...webhookParameters },
      headers,
      responses: errors.components,
      schemas: { ...sorted(book.components()), ...errorSchemas },
    },
  }
}

/** The areas, each with the first parts of its paths. */
const tagsOf = (entries: readonly OperationEntry[]) =>
  [...new Set(entries.map(({ area }) => area))].map(name => {
    const own = entries.filter(({ area }) => area === name).map(({ operation }) => operation.path)
    const first = new Set(
      own.map(path =>
        path
          .split('/')
          .slice(0, path.startsWith('/v1/') ? 3 : 2)
          .join('/'),
      ),
    )
    return { name, description: [...first].map(path => `\`${path}\``).join(', ') }
  })

/** The sections of a school's settings, by service. */
const sectionsOf = (list: readonly Contract[]) =>
  list.flatMap(({ service, settings }) => (settings ? [{ service, settings }] : []))

const key = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key of the school, or the access token of a signed-in person.',
}
const eventsTag = { name: 'Events', description: receivingText }

const info = {
  title: 'School learning-platform API',
  version: 'v1',
  summary: 'The HTTP API of a school, and its events by webhooks.',
  description: [
    'Every school has its own address. Requests carry `Authorization: Bearer <key>`.',
    'Every answer has an `X-Request-Id`; quote it when you ask for support.',
    'Errors have one shape; branch on `error.reason`, which is stable.',
    'A change answers with the changed object. A key without permission to read it gets the id, the version and the fields that it sent.',
    'List queries are never refused: `warnings` names the parts that were not used.',
    'The path of an operation with `x-provisional` may still change; the changelog says so before.',
  ].join(' '),
  license: { name: 'MIT', identifier: 'MIT' },
}

function serverOf(url: string | undefined): Json {
  if (url) return { url }
  const domain = { default: 'demo.localhost', description: 'A domain of the school.' }
  return { url: 'https://{school_domain}/api', variables: { school_domain: domain } }
}

const order = ['get', 'post', 'put', 'patch', 'delete']

function pathsOf(
  entries: readonly OperationEntry[],
  describe: (entry: OperationEntry) => Json,
  server: Json,
) {
  const paths: Record<string, Record<string, Json>> = {}
  for (const entry of entries) {
    const { path, method } = entry.operation
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = { ...describe(entry), ...publicServer(path, server) }
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))),
    ]),
  )
}

/** Public pages are below the site's own address, beside `/api`. */
const publicServer = (path: string, server: Json) =>
  path.startsWith('/v1/')
    ? {}
    : { servers: [{ ...server, url: String(server.url).replace(/\/api$/, '') || '/' }] }

const header = (description: string, schema: Json = { type: 'string' }): Json => ({ description, schema })
const headers: Record<string, Json> = {
  RequestId: header('The id of this request in logs, events and deliveries (32 hex digits).'),
  RateLimit: header('The rest of the request rate, and the seconds until it is full again.'),
  RateLimitPolicy: header('The request rate: requests and seconds.'),
  RetryAfter: header('Seconds to wait before repeating the request.', { type: 'integer' }),
  ETag: header('The version of the object, for If-Match.'),
  IdempotentReplayed: header('`true` if this is the stored answer of an earlier request.'),
}

const sorted = (table: Record<string, Json>) =>
  Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)))
