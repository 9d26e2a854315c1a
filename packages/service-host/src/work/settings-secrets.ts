// Secrets among the settings of a school: encrypted in a column of their own, never shown, and never part of an archive.
import { secretShown, secretsIn } from '@lms/contract'
import type { z } from 'zod'
import type { Vault } from '../kernel/vault.ts'

type Values = Record<string, unknown>
/** By the path of the setting: `agent.model_key`. */
export type Secrets = Readonly<Record<string, string>>

/** The place of a school's secrets, to which the vault binds them. */
export const secretsPlace = (school: string): string => `settings ${school}`

export const sealSecrets = (secrets: Secrets, school: string, vault: Vault | null): string | null =>
  Object.keys(secrets).length ? vault!.seal(JSON.stringify(secrets), secretsPlace(school)) : null

export const openSecrets = (sealed: string | null, school: string, vault: Vault | null): Secrets =>
  sealed === null ? {} : JSON.parse(vault!.open(sealed, secretsPlace(school)))

/**
 * The secrets after a change, and the change without them. One that is sent as it is shown stays; null removes it.
 */
export function takeSecrets(
  section: z.ZodObject,
  change: Values,
  present: Secrets,
): { rest: Values; secrets: Secrets; given: readonly string[] } {
  const rest = structuredClone(change)
  const secrets: Record<string, string> = { ...present }
  const given: string[] = []
  for (const path of secretsIn(section)) {
    const at = path.split('.')
    const name = at.pop()!
    const holder = at.reduce<Values | undefined>((values, part) => values?.[part] as Values | undefined, rest)
    if (!holder || !(name in holder)) continue
    const value = holder[name] as string | null
    delete holder[name]
    if (value === secretShown) continue
    given.push(path)
    if (value === null) delete secrets[path]
    else secrets[path] = value
  }
  return { rest, secrets, given }
}

/** Values with a mark in the place of each secret that is set. */
export function withMarks<V extends Values>(values: V, secrets: Secrets): V {
  if (Object.keys(secrets).length === 0) return values
  const marked = structuredClone(values)
  for (const path of Object.keys(secrets)) {
    const at = path.split('.')
    const name = at.pop()!
    const holder = at.reduce<Values>((inner, part) => inner[part] as Values, marked)
    holder[name] = secretShown
  }
  return marked
}
