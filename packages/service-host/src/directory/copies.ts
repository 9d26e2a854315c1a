// The copies that a service keeps of rows of other services, and when they are brought up to date.
import { type Caller, classes, type Operation } from '@lms/contract'
import type { SchoolRuntime } from '../work/runtime.ts'
import { type Followed, Follower } from './follower.ts'
import { followedGroups } from './group-follower.ts'

/** What a service declares of them. */
interface Copying {
  readonly keepsPeople?: boolean
  readonly follows?: readonly Followed[]
}

export class Copies {
  /** Of a service that keeps a directory of people. */
  readonly #groups: Follower<any> | null
  /** What the service copies besides (`follows`). */
  readonly #followers: readonly Follower<any>[]

  constructor({ keepsPeople, follows = [] }: Copying, runtime: SchoolRuntime) {
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

  /** Resolves when all copies are as new as this call. */
  async refreshAll(school: string, requestId: string): Promise<void> {
    for (const follower of [...(this.#groups ? [this.#groups] : []), ...this.#followers])
      await follower.refresh(school, requestId, { anew: true })
  }
}
