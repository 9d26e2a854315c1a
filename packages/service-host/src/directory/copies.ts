// The copies that a service keeps of rows of other services, and when they are brought up to date.
import { setTimeout as pause } from 'node:timers/promises'
import { type Caller, classes, type Id, type Operation, Refused } from '@lms/contract'
import type { SchoolRuntime } from '../work/runtime.ts'
import { type Followed, Follower } from './follower.ts'
import { followedGroups } from './group-follower.ts'

/** What a service declares of them. */
interface Copying {
  readonly keepsPeople?: boolean
  readonly follows?: readonly Followed[]
}

interface Scope {
  school: string
  requestId: string
}

/** How long a refused request waits for what is still to come, in milliseconds, and how often it looks. */
const longestMs = 2000
const everyMs = 100

export class Copies {
  /** Of a service that keeps a directory of people. */
  readonly #groups: Follower<any> | null
  /** What the service copies besides (`follows`). */
  readonly #followers: readonly Follower<any>[]

  readonly #copied: readonly Followed[]
  readonly #runtime: SchoolRuntime

  constructor({ keepsPeople, follows = [] }: Copying, runtime: SchoolRuntime) {
    this.#copied = follows
    this.#runtime = runtime
    this.#groups = keepsPeople ? new Follower(runtime, followedGroups) : null
    this.#followers = follows.map(followed => new Follower(runtime, followed))
  }

  /** Resolves when the copies from which the operation is answered are up to date. */
  async refreshFor(operation: Operation, { school, role }: Caller, requestId: string): Promise<void> {
    if (role === 'curator') await this.#groups?.refresh(school, requestId)
    const anew = classes[operation.class].changes
    for (const follower of this.#followers)
      if (follower.precedes(operation)) await follower.refresh(school, requestId, { anew })
  }

  /**
   * Whether a refusal may be none after another look: the service that is copied had still to process an event about the
   * person. Resolves when it has, and the copy is up to date again.
   */
  async wasEarly(error: unknown, person: Id<'usr'> | null, { school, requestId }: Scope): Promise<boolean> {
    if (!(error instanceof Refused) || person === null) return false
    const missing = this.#copied.find(({ missing }) => missing?.refusals.includes(error.refusal))
    if (!missing) return false
    const readers = [{ service: missing.service }]
    const { unseen, standingOf } = this.#runtime
    const standing = await standingOf([person], missing.missing!, { school, requestId })
    const causes = standing.get(person)!
    const isLate = async () => (await unseen(causes, readers, { school, requestId })).size > 0
    if (causes.length === 0) return false
    for (let waited = 0; waited < longestMs && (await isLate()); waited += everyMs) await pause(everyMs)
    await this.refreshAll(school, requestId)
    return true
  }

  /** Resolves when all copies are as new as this call. */
  async refreshAll(school: string, requestId: string): Promise<void> {
    for (const follower of [...(this.#groups ? [this.#groups] : []), ...this.#followers])
      await follower.refresh(school, requestId, { anew: true })
  }
}
