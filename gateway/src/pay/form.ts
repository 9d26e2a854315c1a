// The fields of a submitted form.

/** Maximum bytes of a form; that of the payment page is far smaller. */
export const mostFormBytes = 16 * 1024
const mostFields = 20
const mostCharacters = 500

/** The fields, the last of several with one name; null if the body is no form. */
export function fieldsOf(type: string | undefined, body: Buffer): Record<string, string> | null {
  if (!/^application\/x-www-form-urlencoded\b/i.test(type ?? '')) return null
  const fields = [...new URLSearchParams(body.toString('utf8'))]
  const plain = ([name, value]: [string, string]) =>
    name.length <= 50 && value.length <= mostCharacters && !value.includes('\0')
  return fields.length <= mostFields && fields.every(plain) ? Object.fromEntries(fields) : null
}
