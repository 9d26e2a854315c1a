// Where the services' databases are, as the environment says.

type Environment = Readonly<Record<string, string | undefined>>

/** `DATABASE_URL_COMMERCE`: a database of a service's own. */
export const ownVariable = (service: string) => `DATABASE_URL_${service.toUpperCase().replaceAll('-', '_')}`

/** The owner's address of each service's database, where the environment gives it. */
export function givenDatabases(names: readonly string[], env: Environment): Record<string, string> {
  const entries = names.flatMap(name => {
    const variable = env[ownVariable(name)] ? ownVariable(name) : 'DATABASE_URL'
    const url = env[variable]
    if (url && !/^postgres(ql)?:\/\//.test(url))
      throw new Error(`${variable} must be an address like postgres://user:password@host:5432/database.`)
    return url ? [[name, url] as const] : []
  })
  return Object.fromEntries(entries)
}
