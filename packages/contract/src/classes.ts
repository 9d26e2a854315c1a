// The classes of operations: each fixes the success status and the possible error statuses.

/** The names of all error statuses; no other status occurs. */
export const codeNames = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'unprocessable',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'unavailable',
} as const

export type ErrorStatus = keyof typeof codeNames

interface ClassRule {
  readonly success: 200 | 201
  readonly errors: readonly ErrorStatus[]
  readonly changes: boolean
}

const read = [401, 403, 429, 500, 503] as const
const change = [400, 401, 403, 409, 422, 429, 500, 503] as const
const changeOne = [400, 401, 403, 404, 409, 422, 429, 500, 503] as const

/** L collection read · LN sub-collection · G one object · C create · A action on one · U change · M change one · P public · I internal. */
export const classes = {
  L: { success: 200, errors: read, changes: false },
  LN: { success: 200, errors: [401, 403, 404, 429, 500, 503], changes: false },
  G: { success: 200, errors: [401, 403, 404, 429, 500, 503], changes: false },
  C: { success: 201, errors: change, changes: true },
  A: { success: 201, errors: changeOne, changes: true },
  U: { success: 200, errors: change, changes: true },
  M: { success: 200, errors: changeOne, changes: true },
  P: { success: 200, errors: [404, 429, 500, 503], changes: false },
  I: { success: 200, errors: changeOne, changes: false },
} as const satisfies Record<string, ClassRule>

export type Class = keyof typeof classes
