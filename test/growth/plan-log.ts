// Every plan on the services' own connections, from Postgres: auto_explain sends it to the client of the statement.
import { asOwner, type Servers } from '@lms/testing'
import type { Client, Pool } from 'pg'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  Schema?: string
  Plans?: Node[]
}
export interface Planned {
  query: string
  plan: Node
}

/** From here on every new connection can receive the plan of each of its statements. */
export const prepareToLogPlans = (servers: Servers) =>
  configure(servers, {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    'auto_explain.log_verbose': 'on',
    'auto_explain.log_nested_statements': 'on',
  })

/** Such connections receive them from a moment later on. */
export const logPlans = (servers: Servers) => configure(servers, { 'auto_explain.log_min_duration': '0' })

const configure = (servers: Servers, settings: Record<string, string>) =>
  asOwner(servers.postgres.url, async client => {
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter system set ${name} = '${value}'`)
    await client.query('select pg_reload_conf()')
  })

/** Collects the plans of a pool's connections. */
export class PlanLog {
  #plans: Planned[] = []
  readonly #heard = new WeakSet<Client>()

  listen(pool: Pool): void {
    pool.on('acquire', connected => {
      const client = connected as unknown as Client
      if (this.#heard.has(client)) return
      this.#heard.add(client)
      client.on('notice', ({ message }) => this.#note(message ?? ''))
    })
  }

  /** The plans since the last time. */
  take(): Planned[] {
    const plans = this.#plans
    this.#plans = []
    return plans
  }

  #note(message: string): void {
    const at = message.indexOf('plan:\n')
    if (at < 0) return
    const { 'Query Text': query, Plan: plan } = JSON.parse(message.slice(at + 'plan:\n'.length))
    this.#plans.push({ query, plan })
  }
}

/** The tables (`schema.name`) that a plan reads from end to end. */
export function scanned({ plan }: Planned): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [`${plan.Schema}.${plan['Relation Name']}`] : []
  return [...own, ...(plan.Plans ?? []).flatMap(child => scanned({ query: '', plan: child }))]
}
