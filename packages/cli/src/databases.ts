// The services' databases, from the environment.
import { withPassword } from '@lms/service-host/installation'

type Environment = Readonly<Record<string, string | undefined>>

/** `DATABASE_URL_COMMERCE`: a separate database for one service. */
export const ownVariable = (service: string) => `DATABASE_URL_${service.toUpperCase().replaceAll('-', '_')}`

/**
 * The owner's address of each service's database, if the environment has one. `DATABASE_PASSWORD` is the password of
 * those without one.
 */
export function databasesIn(names: readonly string[], env: Environment): Record<string, string> {
  const entries = names.flatMap(name => {
    const variable = env[ownVariable(name)] ? ownVariable(name) : 'DATABASE_URL'
    const url = env[variable]
    if (url && !/^postgres(ql)?:\/\//.test(url))
      throw new Error(`${variable} must be an address like postgres://user:password@host:5432/database.`)
    return url ? [[name, withPassword(url, env.DATABASE_PASSWORD)] as const] : []
  })
  return Object.fromEntries(entries)
}
