// The platform team's API, for the commands.
import { randomUUID } from 'node:crypto'
import { ApiError } from '@lms/contract'
import type { Trace } from '@lms/gateway/operator'
import { type Installation, withSecretFiles } from '@lms/service-host/installation'
import { readJson } from '../up/files.ts'
import { folderAt } from '../up/folder.ts'
import { readReady } from '../up/ready.ts'
import type {
  Backlog,
  Domain,
  Erasure,
  Health,
  IssuedKey,
  KeyOfSchool,
  Limits,
  Load,
  Messenger,
  NewKey,
  OperatorAction,
  Period,
  Restore,
  School,
  UsageOfDay,
  UsageOfSchool,
} from './answers.ts'

interface Page<T> {
  data: T[]
  next_cursor: string | null
}

const deadlineMs = 15_000

export class Operator {
  readonly url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.url = url.replace(/\/$/, '')
    this.#token = token
  }

  createSchool(school: { name: string; domains: string[] }): Promise<School> {
    return this.#ask('POST', '/schools', school)
  }

  school(id: string): Promise<School> {
    return this.#ask('GET', `/schools/${encodeURIComponent(id)}`)
  }

  /** All schools, the newest first. */
  async schools(): Promise<School[]> {
    const rows: School[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const page: Page<School> = await this.#ask('GET', `/schools?limit=1000${query}`)
      rows.push(...page.data)
      cursor = page.next_cursor
    }
    return rows
  }

  /** The school with this domain; null if there is none. */
  async schoolAt(host: string): Promise<School | null> {
    const domain = host.toLowerCase()
    const page: Page<School> = await this.#ask('GET', `/schools?limit=1000&q=${encodeURIComponent(domain)}`)
    return page.data.find(({ domains }) => domains.includes(domain)) ?? null
  }

  changeSchool(
    id: string,
    changes: {
      name?: string
      status?: 'active' | 'suspended'
      limits?: Partial<Record<keyof Limits, number | null>>
    },
  ): Promise<School> {
    return this.#ask('PATCH', `/schools/${encodeURIComponent(id)}`, changes)
  }

  addDomain(school: string, host: string, primary: boolean): Promise<Domain> {
    return this.#ask('POST', `/schools/${encodeURIComponent(school)}/domains`, { host, primary })
  }

  /** Confirms a pending domain of the school. */
  confirmDomain(school: string, host: string): Promise<Domain> {
    return this.#ask('POST', `/schools/${encodeURIComponent(school)}/domains/confirm`, { host })
  }

  /** Takes a domain away from the school. */
  removeDomain(school: string, host: string): Promise<{ id: string }> {
    return this.#ask('POST', `/schools/${encodeURIComponent(school)}/domains/remove`, { host })
  }

  issueKey(school: string, key: NewKey): Promise<IssuedKey> {
    return this.#ask('POST', `/schools/${encodeURIComponent(school)}/keys`, key)
  }

  /** Begins the upload of an archive of this size, in bytes, and of this SHA-256, in hex. */
  beginRestore(school: string, archive: { size: number; sha256: string }): Promise<Restore> {
    return this.#ask('POST', `/schools/${encodeURIComponent(school)}/restore`, archive)
  }

  /** Sends the next bytes, in base64. */
  sendArchive(school: string, part: { offset: number; content: string }): Promise<Restore> {
    return this.#ask('PUT', `/schools/${encodeURIComponent(school)}/restore/bytes`, part)
  }

  runRestore(school: string, dryRun: boolean): Promise<Restore> {
    return this.#ask('POST', `/schools/${encodeURIComponent(school)}/restore/run`, { dry_run: dryRun })
  }

  /** Gives the restore up, and has what it has brought back removed. */
  giveRestoreUp(school: string): Promise<Restore> {
    return this.#ask('POST', `/schools/${encodeURIComponent(school)}/restore/give-up`)
  }

  /** The state of the restore of a school; null before one was begun. */
  async restore(school: string): Promise<Restore | null> {
    try {
      return await this.#ask('GET', `/schools/${encodeURIComponent(school)}/restore`)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  }

  /** Erases a suspended school. `name` repeats its name. */
  eraseSchool(school: string, order: { name: string; without_archive: boolean }): Promise<Erasure> {
    return this.#ask('POST', `/schools/${encodeURIComponent(school)}/erase`, order)
  }

  erasure(school: string): Promise<Erasure> {
    return this.#ask('GET', `/schools/${encodeURIComponent(school)}/erasure`)
  }

  /** All erasures, the newest first. */
  async erasures(): Promise<Erasure[]> {
    return this.#parts('/erasures', { rows: 'erasures', key: 'before' })
  }

  /** What the platform team did or tried, the newest first, at most `most`. */
  async actions(filter: { operator?: string; school_id?: string }, most: number): Promise<OperatorAction[]> {
    return this.#parts('/actions', { rows: 'actions', key: 'before' }, filter, most)
  }

  /** Counts the figures of a school anew; the job of it. */
  rebuildAnalytics(school: string): Promise<{ job_id: string }> {
    return this.#ask('POST', `/schools/${encodeURIComponent(school)}/analytics/rebuild`)
  }
  /** Reads anew what the crm knows of a school's people; the job of it. */
  rebuildCrm(school: string): Promise<{ job_id: string }> {
    return this.#ask('POST', `/schools/${encodeURIComponent(school)}/crm/rebuild`)
  }

  /** Signs the credentials of a school with a new key; the key. */
  rotateBadgeKey(school: string): Promise<{ id: string; created_at: string }> {
    return this.#ask('POST', `/schools/${encodeURIComponent(school)}/badge-keys`)
  }

  /** The bot for the sign-in of a school's people; null removes it. */
  setMessenger(school: string, botToken: string | null): Promise<Messenger> {
    return this.#ask('PUT', `/schools/${encodeURIComponent(school)}/messenger`, { bot_token: botToken })
  }

  /** What a school has used, by day. */
  async usageOf(school: string, { from, to }: Period): Promise<UsageOfDay[]> {
    const query = new URLSearchParams({ from, to })
    const answer: { days: UsageOfDay[] } = await this.#ask(
      'GET',
      `/schools/${encodeURIComponent(school)}/usage?${query}`,
    )
    return answer.days
  }

  /** What all schools have used in a period. */
  async usage({ from, to }: Period): Promise<UsageOfSchool[]> {
    return this.#parts('/usage', { rows: 'schools', key: 'after' }, { from, to })
  }

  /** The state of every service. */
  health(): Promise<Health> {
    return this.#ask('GET', '/health')
  }

  /** The queues of all schools with tasks that are not done. */
  queues(): Promise<Backlog> {
    return this.#ask('GET', '/queues')
  }

  /** The load of schools at the gateway that answers. */
  load(): Promise<Load> {
    return this.#ask('GET', '/load')
  }

  /** The keys of all schools that work, in the order of their ids. */
  async keys(): Promise<KeyOfSchool[]> {
    return this.#parts('/keys', { rows: 'keys', key: 'after' })
  }

  trace(requestId: string): Promise<Trace> {
    return this.#ask('GET', `/trace/${encodeURIComponent(requestId)}`)
  }

  /** All rows of a list that comes in parts, at most `most`: `key` of the query names the last row of the part before. */
  async #parts<R>(
    path: string,
    names: { rows: string; key: 'before' | 'after' },
    filter: Record<string, string> = {},
    most = Number.POSITIVE_INFINITY,
  ): Promise<R[]> {
    const rows: R[] = []
    for (let last: string | null = ''; last !== null && rows.length < most; ) {
      const query: URLSearchParams = new URLSearchParams({ ...filter, ...(last && { [names.key]: last }) })
      const part: Record<string, R[]> & { next: string | null } = await this.#ask('GET', `${path}?${query}`)
      rows.push(...part[names.rows]!)
      last = part.next
    }
    return rows.slice(0, most)
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}/operator/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(deadlineMs),
    }).catch(error => {
      throw new Error(
        `Nothing answers at ${this.url}. Start the system with \`npm start\`, or set LMS_OPERATOR_URL.`,
        { cause: error },
      )
    })
    const text = await response.text()
    if (response.ok) return JSON.parse(text)
    throw new ApiError({ status: response.status, headers: Object.fromEntries(response.headers), body: text })
  }
}

export interface OperatorAddress {
  operator: Operator
  /** The address of the schools, if it is known here: `http://localhost:8080`, `https://{domain}`. */
  siteUrl: string | null
}

/**
 * The platform team's API from the environment (LMS_OPERATOR_URL, LMS_OPERATOR_TOKEN or LMS_OPERATOR_TOKEN_FILE), or of
 * the system that runs on the folder.
 */
export async function findOperator(
  data: string,
  variables: NodeJS.ProcessEnv = process.env,
): Promise<OperatorAddress> {
  const env = withSecretFiles(variables)
  const folder = folderAt(data)
  const ready = await readReady(folder.ready)
  const installation = await readJson<Installation>(folder.installation)
  const url = env.LMS_OPERATOR_URL ?? ready?.operator_url
  const token = env.LMS_OPERATOR_TOKEN ?? installation?.operatorToken
  if (!url)
    throw new Error(
      `No system is running on ${folder.path}. Start one with \`npm start\`, name its folder with --data, ` +
        'or set LMS_OPERATOR_URL and LMS_OPERATOR_TOKEN.',
    )
  if (!token) throw new Error('Set LMS_OPERATOR_TOKEN to the operator token of the installation.')
  return {
    operator: new Operator(url, token),
    siteUrl: env.LMS_SITE_URL ?? (url.replace(/\/$/, '') === ready?.operator_url ? ready.site_url : null),
  }
}
