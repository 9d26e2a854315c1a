// A query as the API reads it: several values with commas, bounds in brackets.
const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

/** `?status=paid&created_at[gte]=…`; empty without a value. */
export function queryText(query: object = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) {
      // A value with a comma is sent by itself.
      if (value.some(one => textOf(one).includes(',')))
        for (const one of value) parameters.append(name, textOf(one))
      else if (value.length) parameters.append(name, value.map(textOf).join(','))
    } else if (typeof value === 'object' && !(value instanceof Date)) {
      for (const [bound, one] of Object.entries(value))
        if (one !== undefined) parameters.append(`${name}[${bound}]`, textOf(one))
    } else parameters.append(name, textOf(value))
  }
  const text = parameters.toString()
  return text && `?${text}`
}
