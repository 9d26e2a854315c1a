// The fields of a submitted form.
import { common, Refused } from '@lms/contract'
import type { Visit } from './route.ts'

interface FormBounds {
  bytes: number
  fields: number
  /** Of one field. */
  characters: number
}

/** Most pages have few and short fields. */
const usual: FormBounds = { bytes: 16 * 1024, fields: 40, characters: 500 }

/** The fields of the form that was sent, the last of several with one name. Refuses any other body. */
export const readForm = async (visit: Visit): Promise<Record<string, string>> =>
  Object.fromEntries(await readFields(visit, usual))

/** All fields of the form that was sent, in their order. Refuses any other body. */
export async function readFields(
  { exchange, school, parts }: Visit,
  bounds: FormBounds,
): Promise<[name: string, value: string][]> {
  const sender = { school: school.school_id, source: exchange.network }
  const body = await parts.bodies.readAll(exchange, sender, bounds.bytes)
  const fields = fieldsOf(exchange.request.headers['content-type'], body, bounds)
  if (!fields) throw new Refused(common.invalid_body)
  return fields
}

function fieldsOf(
  type: string | undefined,
  body: Buffer,
  { fields: most, characters }: FormBounds,
): [string, string][] | null {
  if (!/^application\/x-www-form-urlencoded\b/i.test(type ?? '')) return null
  const fields = [...new URLSearchParams(body.toString('utf8'))]
  return fields.length <= most && fields.every(field => isField(field, characters)) ? fields : null
}

/** Whether services take a field: it is bounded, and has no NUL character. */
export const isField = ([name, value]: readonly [string, string], characters = usual.characters): boolean =>
  name.length <= 50 && value.length <= characters && !name.includes('\0') && !value.includes('\0')
