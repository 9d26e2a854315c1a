// docker-compose.yml as Compose reads it: with its variables filled in from an environment.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { safeLoad } = createRequire(import.meta.url)('js-yaml') as { safeLoad(text: string): unknown }

export interface Container {
  image: string
  entrypoint?: string[]
  build?: { dockerfile: string; args: Record<string, string> }
  command: string[]
  environment?: Record<string, string | number>
  read_only?: boolean
  cap_drop?: string[]
  healthcheck?: { test?: string[]; disable?: boolean }
  depends_on?: Record<string, { condition: string }>
  volumes?: (string | { source: string; target: string })[]
  logging?: { options: Record<string, string> }
  mem_limit?: string
}

/** The containers by name, with variables from `env` as Compose fills them in; throws where a required one is missing. */
export function readCompose(env: Readonly<Record<string, string>> = {}): Record<string, Container> {
  const text = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8')
  const { services } = safeLoad(text) as { services: Record<string, Container> }
  // Compose fills in values, not text: an empty variable is an empty value.
  return JSON.parse(JSON.stringify(services), (_, value) =>
    typeof value === 'string' ? filled(value, env) : value,
  )
}

const filled = (text: string, env: Readonly<Record<string, string>>) =>
  text
    .replace(/\$\{([A-Z_]+)(?::-([^}]*)|:\?([^}]*))?\}/g, (_, name, fallback, refusal) => {
      const value = env[name] || fallback
      if (value === undefined) throw new Error(`docker-compose.yml: set ${name}. ${refusal ?? ''}`)
      return value
    })
    .replaceAll('$$', '$')

/** The containers that run the project's own image: `migrate`, the services, the gateway. */
export const programsOf = (containers: Record<string, Container>): [string, Container][] =>
  Object.entries(containers).filter(([, { build }]) => build)
