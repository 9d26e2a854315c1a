/** What a parsed body lacks may stand in it as undefined: without it the rest can be spread over a row. */
type Sent<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields of a body that were sent. */
export const withoutUndefined = <T extends object>(body: T): Sent<T> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Sent<T>
