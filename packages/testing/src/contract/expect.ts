// Compares an answer with its declaration.
import { classes, codeNames, type ErrorStatus, type Operation } from '@lms/contract'
import { z } from 'zod'
import type { BareResponse } from '../system.ts'

/** A success: the status of the class, exactly the declared shape, and the headers of every answer. */
export function expectAnswer({ status, body, headers }: BareResponse, operation: Operation): void {
  expect({ status, body }).toEqual({ status: classes[operation.class].success, body: expect.any(Object) })
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  if (operation.list) {
    expectPage({ status, body, headers })
    for (const item of body.data) expectDeclared(operation.returns, item)
    return
  }
  expectDeclared(operation.returns, body)
  if (typeof body.version === 'number') expect(headers.get('etag')).toBe(`"v${body.version}"`)
}

/** 200 with a page, whatever the query was. */
export function expectPage({
  status,
  body,
}: Pick<BareResponse, 'status' | 'body'> & { headers?: unknown }): void {
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: expect.any(Array),
      next_cursor: body.next_cursor,
      ...(body.feed_cursor ? { feed_cursor: expect.any(String) } : {}),
      ...(body.warnings ? { warnings: expect.any(Array) } : {}),
    },
  })
  expect(body.next_cursor === null || typeof body.next_cursor === 'string').toBe(true)
}

function expectDeclared(schema: z.ZodType, value: object): void {
  const parsed = schema.safeParse(value)
  if (!parsed.success)
    throw new Error(`The answer does not match its declaration: ${z.prettifyError(parsed.error)}`)
  if (schema instanceof z.ZodObject)
    expect(Object.keys(value).filter(name => !Object.hasOwn(schema.shape, name))).toEqual([])
}

/** Every error has the same shape, and a status of its class. */
export function expectError({ status, body, headers }: BareResponse, operation: Operation): void {
  expect(classes[operation.class].errors).toContain(status)
  expect(body).toEqual({
    error: {
      code: codeNames[status as ErrorStatus],
      reason: expect.stringMatching(/^[a-z][a-z_]+$/),
      message: expect.stringMatching(/^.{10,}$/s),
      details: expect.any(Array),
      request_id: headers.get('x-request-id'),
    },
  })
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
}
