// The fields of a submitted form.
import { common, Refused } from '@lms/contract'
import type { Visit } from './route.ts'

/** Maximum bytes of a form; those of the gateway's own pages are far smaller. */
const mostFormBytes = 16 * 1024
const mostFields = 20
const mostCharacters = 500

/** The fields of the form that was sent, the last of several with one name. Refuses any other body. */
export async function readForm({ exchange, school, parts }: Visit): Promise<Record<string, string>> {
  const sender = { school: school.school_id, source: exchange.network }
  const body = await parts.bodies.whole(exchange, sender, mostFormBytes)
  const fields = fieldsOf(exchange.request.headers['content-type'], body)
  if (!fields) throw new Refused(common.invalid_body)
  return fields
}

function fieldsOf(type: string | undefined, body: Buffer): Record<string, string> | null {
  if (!/^application\/x-www-form-urlencoded\b/i.test(type ?? '')) return null
  const fields = [...new URLSearchParams(body.toString('utf8'))]
  const plain = ([name, value]: [string, string]) =>
    name.length <= 50 && value.length <= mostCharacters && !value.includes('\0')
  return fields.length <= mostFields && fields.every(plain) ? Object.fromEntries(fields) : null
}
