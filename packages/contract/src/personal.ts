// What of a stored JSON value is personal, by one rule for all that is kept: fields of these names, whatever they
// hold, and texts that the one who asks knows to be personal.

const personalFields = new Set([
  'email',
  'phone',
  'first_name',
  'last_name',
  'full_name',
  'custom_fields',
  'comment',
  'address',
  'agent',
  'display_name',
  'subject',
])
const nullable = new Set(['email', 'phone', 'address', 'agent'])
/** Free words beside the id of a person: personal where the object is that person's. */
const words = new Set(['name', 'source', 'withdrawal_source', 'note', 'description'])

export interface Personal {
  /** Whether a text tells of the person. */
  tells?: (text: string) => boolean
  /** The person: of objects that carry their id in `user_id`, free words are personal too. */
  userId?: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value without what is personal: fields keep their names and kinds. */
export function withoutPersonal(value: unknown, personal: Personal): unknown {
  if (typeof value === 'string') return personal.tells?.(value) ? '' : value
  if (Array.isArray(value)) return value.map(item => withoutPersonal(item, personal))
  if (!isRecord(value)) return value
  const own = personal.userId !== undefined && value.user_id === personal.userId
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      personalFields.has(name) || (own && words.has(name))
        ? blank(name, inner)
        : withoutPersonal(inner, personal),
    ]),
  )
}

function blank(name: string, value: unknown): unknown {
  if (value === null || nullable.has(name)) return null
  if (typeof value === 'string') return ''
  return Array.isArray(value) ? [] : isRecord(value) ? {} : null
}
