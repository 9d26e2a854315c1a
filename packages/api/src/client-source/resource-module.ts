// The module of one resource: interfaces, a function for each operation, and a thin class over them.
import { resourceOf } from '../openapi/component-names.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { type Json, pascal } from '../openapi/json.ts'
import type { OperationEntry } from '../operations.ts'
import { describedIn, isDerived, kebab, successOf } from './homes.ts'
import { listDeclarations } from './list-types.ts'
import { commentOf, declarationOf, quoted, typeOf } from './types.ts'

export const generatedNote = '// Generated from the contracts by `lms generate`; do not edit.\n'

/** Reserved words are exported under their name all the same: `orders.delete`. */
const reserved = new Set(['delete', 'export', 'import', 'return'])
const functionName = (name: string) => (reserved.has(name) ? `${name}_` : name)

interface Parts {
  readonly document: OpenApiDocument
  readonly homes: ReadonlyMap<string, string>
}

export function resourceModule(resource: string, own: readonly OperationEntry[], parts: Parts): string {
  const { document, homes } = parts
  const home = kebab(resource)
  const used = new Set<string>()
  const seen = (name: string) => void used.add(name)
  const schemas = [...homes]
    .filter(([name, at]) => at === home && !isDerived(name))
    .map(([name]) => name)
    .sort()
  const declarations = schemas.map(name => declarationOf(name, document.components.schemas![name]!, seen))
  const lists = own.flatMap(entry => {
    if (!entry.operation.list) return []
    const page = pageOf(document, entry)
    const names = { noun: nounOf(entry, own), item: itemOf(document, page) }
    return [listDeclarations(names, entry.operation.list, { page, document, seen })]
  })
  const functions = own.map(entry => functionOf(entry, own, parts, seen))
  const renamed = own.flatMap(({ name }) => (reserved.has(name) ? [`${functionName(name)} as ${name}`] : []))
  const body = [...declarations, ...lists, ...functions.map(({ text }) => text)].join('\n')
  const className = `${pascal(resource)}Api`
  const methods = functions.map(({ method }) => method).join('\n')
  return [
    generatedNote,
    coreImport(body + methods),
    ...typeImports(used, homes, home),
    '\n',
    body,
    renamed.length ? `\nexport { ${renamed.join(', ')} }\n` : '',
    `\n/** The operations of \`${resource}\` with a client. */\nexport class ${className} {\n`,
    `  readonly #client: Caller\n  constructor(client: Caller) {\n    this.#client = client\n  }\n`,
    methods,
    '}\n',
  ].join('')
}

const coreNames = [
  'ApiPromise',
  'Caller',
  'ListPromise',
  'NumberFilter',
  'OneOrMany',
  'PageQuery',
  'RequestOptions',
  'TimeFilter',
]
function coreImport(text: string): string {
  const types = ['Caller', ...coreNames].filter(name => new RegExp(`\\b${name}\\b`).test(`${text} Caller`))
  const names = [...new Set(types)].sort()
  return `import type { CommonReason } from './common-reasons.ts'\nimport type { ${names.join(', ')} } from '../core/types.ts'\n`
}

function typeImports(used: ReadonlySet<string>, homes: ReadonlyMap<string, string>, home: string): string[] {
  const others = [...used].filter(name => homes.get(name) !== home && !isDerived(name))
  const byHome = Map.groupBy(others.sort(), name => homes.get(name)!)
  return [...byHome]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, names]) => `import type { ${names.join(', ')} } from './${at}.ts'\n`)
}

const pageOf = (document: OpenApiDocument, entry: OperationEntry): Json => {
  const { $ref } = successOf(describedIn(document, entry).responses as Json) as { $ref: string }
  return document.components.schemas![$ref.split('/').at(-1)!]!
}
/** The schema of an item without relations: `ExpandedOrder` is `Order` with some. */
function itemOf(document: OpenApiDocument, page: Json): string {
  const { properties } = page as { properties: { data: { items: { $ref: string } } } }
  const name = properties.data.items.$ref.split('/').at(-1)!
  const plain = name.replace(/^Expanded/, '')
  return document.components.schemas![plain] ? plain : name
}
/** A second list of a resource is named by its operation, too. */
const nounOf = (entry: OperationEntry, own: readonly OperationEntry[]): string =>
  entry.name === 'list' || own.filter(({ operation }) => operation.list).length === 1
    ? resourceOf(entry)
    : resourceOf(entry) + pascal(entry.name)

function functionOf(
  entry: OperationEntry,
  own: readonly OperationEntry[],
  { document }: Parts,
  seen: (name: string) => void,
): { text: string; method: string } {
  const { operation, name } = entry
  const described = describedIn(document, entry)
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => `${parameter}: string`)
  const noun = nounOf(entry, own)
  const expands = operation.list && Object.keys(operation.list.expands ?? {}).length > 0
  const generic = expands ? `<const E extends ${noun}Expand = never>` : ''
  const { requestBody } = described as { requestBody?: { required: boolean; content: Json } }
  const body =
    requestBody && typeOf((requestBody.content['application/json'] as { schema: Json }).schema, seen)
  const data = operation.list
    ? [`query: ${noun}ListQuery${expands ? '<E>' : ''} = {}`]
    : requestBody
      ? [`body: ${body}${requestBody.required ? '' : ' = {}'}`]
      : []
  const parameters = [...path, ...data, 'options: RequestOptions = {}']
  const names = parameters.map(parameter => parameter.split(':')[0]!)
  const reasonName = `${pascal(entry.resourceName)}${pascal(name)}Reason`
  const item = operation.list && (expands ? `${noun}With<E>` : itemOf(document, pageOf(document, entry)))
  const answer = item ?? typeOf(successOf(described.responses as Json), seen)
  const promise = `${operation.list ? 'ListPromise' : 'ApiPromise'}<${answer}, ${reasonName}>`
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => `\${encodeURIComponent(${name})}`)
  const pathText = filled.includes('$') ? `\`${filled}\`` : quoted(filled)
  const parts = [operation.list ? ', query' : requestBody ? ', body' : ''].join('')
  const callText = `client.${operation.list ? 'list' : 'call'}({ method: '${operation.method}', path: ${pathText}${parts} }, options)`
  const ownReasons = [...new Set(operation.refuses.map(({ reason }) => reason))].map(quoted)
  const reasons = ['CommonReason', ...ownReasons]
  const comment = commentOf(
    `${operation.summary}. ${operation.method} ${operation.path}${operation.permission ? `; needs ${operation.permission}` : ''}.`,
  )
  return {
    text: `/** Why \`${entry.resourceName}.${name}\` can be refused. */
export type ${reasonName} = ${reasons.join(' | ')}
${comment}${reserved.has(name) ? '' : 'export '}function ${functionName(name)}${generic}(client: Caller, ${parameters.join(', ')}): ${promise} {
  return ${callText}
}
`,
    method: `${comment.replace(/^/, '  ')}  ${name}${generic}(${parameters.join(', ')}): ${promise} {
    return ${functionName(name)}(this.#client, ${names.join(', ')})
  }`,
  }
}
