// One operation as the document describes it.
import { classes, type Operation } from '@lms/contract'
import { z } from 'zod'
import { type OperationEntry, operationId } from '../operations.ts'
import { type ErrorAnswers, rateHeaders } from './errors.ts'
import { parametersOf } from './parameters.ts'
import { type Json, ref, type SchemaBook } from './schemas.ts'

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
    ...(operation.body ? { requestBody: requestBody(operation, book) } : {}),
    responses: { [classes[operation.class].success]: success(operation, book), ...errors.of(operation) },
  }
}

function descriptionOf({ permission, publishable, emits }: Operation): string {
  const sentences = [permission ? `Needs \`${permission}\`.` : 'Any valid credential will do.']
  if (publishable) sentences.push('Publishable keys may use it.')
  if (emits.length) sentences.push(`Tells ${emits.map(({ type }) => `\`${type}\``).join(', ')}.`)
  return sentences.join(' ')
}

function requestBody({ body }: Operation, book: SchemaBook): Json {
  return {
    // A body whose every field may be left out may be left out itself.
    required: !body!.safeParse({}).success,
    content: { 'application/json': { schema: book.body(body!) } },
  }
}

function success(operation: Operation, book: SchemaBook): Json {
  const { returns, list } = operation
  return {
    description: list ? 'A page of the list.' : 'Done; the object as it now is.',
    headers: successHeaders(operation),
    content: { 'application/json': { schema: list ? book.page(returns) : book.answer(returns) } },
  }
}

function successHeaders({ returns, list, class: name }: Operation): Json {
  const versioned = !list && returns instanceof z.ZodObject && 'version' in returns.shape
  return {
    'X-Request-Id': ref('headers', 'RequestId'),
    ...(name === 'P' ? {} : rateHeaders),
    ...(versioned ? { ETag: ref('headers', 'ETag') } : {}),
    ...(classes[name].changes ? { 'Idempotent-Replayed': ref('headers', 'IdempotentReplayed') } : {}),
  }
}
