// One operation in the document.
import { changesState, classes, type Operation } from '@lms/contract'
import { z } from 'zod'
import { answerExample, bodyExample } from '../examples/examples.ts'
import { type OperationEntry, operationId } from '../operations.ts'
import { samplesOf } from './code-samples.ts'
import { nounOf } from './component-names.ts'
import { type ErrorAnswers, rateHeaders } from './errors.ts'
import { isProvisional } from './final-routes.ts'
import { parametersOf } from './parameters.ts'
import { inlineSchema, type Json, ref, type SchemaBook } from './schemas.ts'

export function describeOperation(entry: OperationEntry, book: SchemaBook, errors: ErrorAnswers): Json {
  const { operation, area } = entry
  const parameters = parametersOf(operation)
  return {
    operationId: operationId(entry),
    tags: [area],
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(operation.class === 'P' ? { security: [] } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(operation.body ? { requestBody: requestBody(entry, book) } : {}),
    responses: { [classes[operation.class].success]: success(entry, book), ...errors.of(operation) },
    ...(isProvisional(operation.route) ? { 'x-provisional': true } : {}),
    ...samplesOf(entry),
  }
}

function descriptionOf({ class: name, permission, publishable, emits }: Operation): string {
  if (name === 'P') return 'Needs no credential.'
  const sentences = [permission ? `Needs \`${permission}\`.` : 'Any key or session may use it.']
  if (publishable) sentences.push('Publishable keys may use it.')
  else if (!permission) sentences.push('Publishable keys may not use it.')
  if (emits.length) sentences.push(`Emits ${emits.map(({ type }) => `\`${type}\``).join(', ')}.`)
  return sentences.join(' ')
}

function requestBody(entry: OperationEntry, book: SchemaBook): Json {
  const body = entry.operation.body!
  return {
    // A body without required fields may be absent.
    required: !body.safeParse({}).success,
    content: { 'application/json': { schema: book.body(body), example: bodyExample(entry) } },
  }
}

function success(entry: OperationEntry, book: SchemaBook): Json {
  const { operation } = entry
  const { returns, list } = operation
  const schema = list ? book.page(entry) : book.answer(returns)
  return {
    description: list ? 'A page of the list.' : answerText(entry, book),
    headers: successHeaders(operation),
    content: { 'application/json': { schema, example: answerExample(entry) }, ...documentsOf(operation) },
  }
}

const documentsOf = ({ documents }: Operation): Json =>
  Object.fromEntries(
    documents.map(type => [
      type,
      { schema: { type: 'string', ...(type.startsWith('text/') ? {} : { format: 'binary' }) } },
    ]),
  )

/** Without permission to read, a caller gets only the fields it sent. */
const isCut = ({ class: name, permission, returns }: Operation): boolean =>
  classes[name].changes && name !== 'C' && Boolean(permission?.endsWith(':write')) && hasObjects(returns)

/** What the answer is, and in words what a caller gets who may not read it: a partial form would be poor for clients. */
function answerText({ name, operation }: OperationEntry, book: SchemaBook): string {
  const text = objectText(name, operation, nounOf(book.nameOf(operation.returns)))
  if (!isCut(operation)) return text
  const read = operation.permission!.replace(/write$/, 'read')
  return `${text} A caller without \`${read}\` gets only its id, its version and the fields that were sent.`
}

function objectText(name: string, operation: Operation, noun: string): string {
  if (noun.startsWith('deleted ')) return 'It is deleted.'
  if (noun.endsWith(' result')) return 'The result.'
  if (!changesState(operation)) return `The ${noun}.`
  if (name === 'create') return `The new ${noun}.`
  return operation.method === 'DELETE'
    ? `Done; the ${noun} without it.`
    : `Done; the ${noun} after the change.`
}

/** Whether the answer contains objects of the school, at any depth. */
const hasObjects = (schema: z.ZodType) => JSON.stringify(inlineSchema(schema)).includes('"version"')

function successHeaders({ returns, list, class: name }: Operation): Json {
  const versioned = !list && returns instanceof z.ZodObject && 'version' in returns.shape
  return {
    'X-Request-Id': ref('headers', 'RequestId'),
    ...(name === 'P' ? {} : rateHeaders),
    ...(versioned ? { ETag: ref('headers', 'ETag') } : {}),
    ...(classes[name].changes ? { 'Idempotent-Replayed': ref('headers', 'IdempotentReplayed') } : {}),
  }
}
