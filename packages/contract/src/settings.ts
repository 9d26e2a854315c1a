// A service's section of a school's settings: groups of values with defaults, declared once in the service's contract.
import { z } from 'zod'
import { refuse } from './refusal.ts'

export const settingsRefusals = refuse({
  settings_section_unknown: {
    status: 422,
    when: 'no service of the installation has settings of this name',
    message: 'There is no such section. GET /v1/settings lists all sections.',
  },
  settings_invalid: {
    status: 422,
    when: 'settings contradict each other after the change',
    message: 'These settings contradict each other. Nothing was changed. See details.',
  },
})

/** A group of settings. Each value has a default, so a school that has set nothing has all of them. */
export const settingsGroup = <const S extends z.ZodRawShape>(shape: S) =>
  z.object(shape).prefault({} as never)

/**
 * The body that changes a section: any of its values. An object is merged field by field; a list, and an object that may
 * be null, is replaced as a whole.
 */
export function settingsChange(section: z.ZodObject): z.ZodObject {
  const fields = Object.entries(section.shape as Record<string, z.ZodType>)
  return z.strictObject(Object.fromEntries(fields.map(([name, type]) => [name, changed(type).optional()])))
}

function changed(type: z.ZodType): z.ZodType {
  const value = withoutDefault(type)
  const { description } = type
  if (value instanceof z.ZodObject) return described(settingsChange(value), description)
  return described(value, description).meta({ default: type.parse(undefined) })
}

const described = (type: z.ZodType, description: string | undefined) =>
  description === undefined ? type : type.describe(description)

const withoutDefault = (type: z.ZodType): z.ZodType =>
  type instanceof z.ZodDefault || type instanceof z.ZodPrefault
    ? withoutDefault(type.unwrap() as z.ZodType)
    : type

type Values = Record<string, unknown>

/** What answers show in place of a secret that is set. Written back, it leaves the secret as it is. */
export const secretIsSet = 'set'
const secretMark = 'x-secret'

/** A value that is written and never shown: it is stored encrypted, apart from the others. */
export const secret = (most: number, about: string) =>
  z
    .string()
    .min(1)
    .max(most)
    .nullable()
    .default(null)
    .describe(`${about} Stored encrypted; answers show \`${secretIsSet}\` in its place, or null.`)
    .meta({ [secretMark]: true })

/** A change without its secrets, in whose places it says that they are set; and the secrets by path, null for removed ones. */
export function splitSecrets(
  section: z.ZodObject,
  change: Values,
  path = '',
): { values: Values; secrets: Map<string, string | null> } {
  const values: Values = {}
  const secrets = new Map<string, string | null>()
  for (const [name, value] of Object.entries(change)) {
    const type = (section.shape as Record<string, z.ZodType>)[name]!
    const inner = withoutDefault(type)
    if (inner instanceof z.ZodObject && value !== null) {
      const within = splitSecrets(inner, value as Values, `${path}${name}.`)
      values[name] = within.values
      for (const [secretPath, secretValue] of within.secrets) secrets.set(secretPath, secretValue)
    } else if (!type.meta()?.[secretMark]) values[name] = value
    else if (value !== secretIsSet) {
      secrets.set(`${path}${name}`, value as string | null)
      values[name] = value === null ? null : secretIsSet
    }
  }
  return { values, secrets }
}

/** The values without their secrets, and the paths of those that were set. */
export function withoutSecrets(
  section: z.ZodObject,
  values: Values,
  path = '',
): { values: Values; dropped: string[] } {
  const remaining: Values = {}
  const dropped: string[] = []
  for (const [name, value] of Object.entries(values)) {
    const type = (section.shape as Record<string, z.ZodType>)[name]
    const inner = type && withoutDefault(type)
    if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null) {
      const within = withoutSecrets(inner, value as Values, `${path}${name}.`)
      remaining[name] = within.values
      dropped.push(...within.dropped)
    } else {
      const isSecret = value !== null && type?.meta()?.[secretMark] === true
      remaining[name] = isSecret ? null : value
      if (isSecret) dropped.push(`${path}${name}`)
    }
  }
  return { values: remaining, dropped }
}

/** What a school has set, with a change in it. */
export function mergeSettings(section: z.ZodObject, present: Values, change: Values): Values {
  const merged = { ...present }
  for (const [name, value] of Object.entries(change)) {
    const type = withoutDefault((section.shape as Record<string, z.ZodType>)[name]!)
    merged[name] =
      type instanceof z.ZodObject
        ? mergeSettings(type, (present[name] ?? {}) as Values, value as Values)
        : value
  }
  return merged
}
