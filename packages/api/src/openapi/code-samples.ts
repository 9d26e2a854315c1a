// How an operation is called, in the document of every operation (`x-codeSamples`): by curl, by the client, by Python.
import { bodyExample, pathExample } from '../examples/examples.ts'
import { type OperationEntry, operationId } from '../operations.ts'
import type { Json } from './json.ts'

export interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript' | 'Python'
  readonly label: string
  readonly source: string
}

/** The samples of one operation, from its recorded call. */
export function codeSamples(entry: OperationEntry): CodeSample[] {
  const call = callOf(entry)
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    { lang: 'TypeScript', label: '@open-school/client', source: typescript(call) },
    { lang: 'Python', label: 'Python', source: python(call) },
  ]
}

interface SampledCall {
  readonly entry: OperationEntry
  /** Values of the path, in its order. */
  readonly path: readonly string[]
  readonly url: string
  readonly body: unknown
  readonly isPublic: boolean
}

function callOf(entry: OperationEntry): SampledCall {
  const { operation } = entry
  const values = pathExample(entry)
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => values[name!] ?? name!)
  let at = 0
  const filled = operation.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(path[at++]!))
  const base = operation.path.startsWith('/v1/') ? 'https://school.example/api' : 'https://school.example'
  const body = operation.body ? bodyExample(entry) : undefined
  return { entry, path, url: base + filled, body, isPublic: operation.class === 'P' }
}

const textOf = (body: unknown, indent: number) => JSON.stringify(body, null, indent)

/** A text within the single quotes of a shell. */
const shellText = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function curl({ entry, url, body, isPublic }: SampledCall): string {
  const { method } = entry.operation
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${url}`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $LMS_API_KEY"']),
    ...(method === 'GET' ? [] : ['-H "Idempotency-Key: $(uuidgen)"']),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${shellText(textOf(body, 2))}`]),
  ]
  return parts.join(' \\\n  ')
}

const isName = /^[A-Za-z_$][\w$]*$/

/** A value as JavaScript: keys without quotes, texts in single ones. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const flat = `[${value.map(one => literal(one, inner)).join(', ')}]`
    return flat.length < 70 && !flat.includes('\n')
      ? flat
      : `[\n${value.map(one => `${inner}${literal(one, inner)},\n`).join('')}${indent}]`
  }
  const fields = Object.entries(value).map(
    ([name, one]) => `${isName.test(name) ? name : literal(name, '')}: ${literal(one, inner)}`,
  )
  const flat = fields.length ? `{ ${fields.join(', ')} }` : '{}'
  return flat.length < 70 && !flat.includes('\n')
    ? flat
    : `{\n${fields.map(field => `${inner}${field},\n`).join('')}${indent}}`
}

function typescript({ entry, path, body }: SampledCall): string {
  const values = [
    ...path.map(value => literal(value, '')),
    ...(body === undefined ? [] : [literal(body, '')]),
  ]
  const call = `lms.${operationId(entry)}(${values.join(', ')})`
  const use = entry.operation.list ? `const items = await ${call}.first(100)` : `const answer = await ${call}`
  return `import { OpenSchool } from '@open-school/client'

const lms = new OpenSchool({
  baseUrl: 'https://school.example/api',
  apiKey: process.env.LMS_API_KEY,
})
${use}`
}

/** A value as Python. */
function pythonLiteral(value: unknown, indent: string): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map(one => pythonLiteral(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one, inner)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const flat = `${open}${parts.join(', ')}${close}`
  return flat.length < 70 && !flat.includes('\n')
    ? flat
    : `${open}\n${parts.map(part => `${inner}${part},\n`).join('')}${indent}${close}`
}

function python({ entry, url, body, isPublic }: SampledCall): string {
  const { method } = entry.operation
  const headers = [
    ...(isPublic ? [] : ['"Authorization": f"Bearer {os.environ[\'LMS_API_KEY\']}"']),
    ...(method === 'GET' ? [] : ['"Idempotency-Key": str(uuid.uuid4())']),
  ]
  const lines = [
    `    ${JSON.stringify(url)},`,
    ...(headers.length ? [`    headers={${headers.join(', ')}},`] : []),
    ...(body === undefined ? [] : [`    json=${pythonLiteral(body, '    ')},`]),
    '    timeout=30,',
  ]
  const imports = [...(isPublic ? [] : ['os']), ...(method === 'GET' ? [] : ['uuid'])].map(
    name => `import ${name}\n`,
  )
  return `${imports.join('')}${imports.length ? '\n' : ''}import requests

answer = requests.${method.toLowerCase()}(
${lines.join('\n')}
)
answer.raise_for_status()
print(answer.json())`
}

/** The extension of the document: renderers show it beside the operation. */
export const samplesOf = (entry: OperationEntry): Json => ({ 'x-codeSamples': codeSamples(entry) })
