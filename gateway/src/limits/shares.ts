// What many share, be it places, bytes or connections: all of it is used, and no one can take it from the others.
//
// A group may take more if it then holds no more than is left (dynamic thresholds with α = 1: Choudhury and Hahne,
// Dynamic Queue Length Thresholds for Shared-Memory Packet Switches, 1998). So one alone gets half, each of k that take
// what they can gets 1/(k + 1), and as much is left for the next.

export interface SharesOptions {
  /** How much there is for all. */
  readonly all: number
  /** The most that one member of a group may hold. */
  readonly each: number
}

/** Who has taken too much. */
export type Excess = 'member' | 'group'

export class Shares {
  readonly #each: number
  readonly #groups = new Map<string, number>()
  readonly #members = new Map<string, number>()
  #free: number

  constructor({ all, each }: SharesOptions) {
    this.#free = all
    this.#each = each
  }

  /** Takes so much for a member of a group, or nothing: then it says whose share is used up. */
  take(group: string, member: string, amount = 1): Excess | null {
    const ofMember = (this.#members.get(member) ?? 0) + amount
    if (ofMember > this.#each) return 'member'
    const ofGroup = (this.#groups.get(group) ?? 0) + amount
    if (ofGroup > this.#free - amount) return 'group'
    this.#members.set(member, ofMember)
    this.#groups.set(group, ofGroup)
    this.#free -= amount
    return null
  }

  /** Gives back so much of what was taken. */
  give(group: string, member: string, amount = 1): void {
    lower(this.#members, member, amount)
    lower(this.#groups, group, amount)
    this.#free += amount
  }
}

function lower(counts: Map<string, number>, name: string, amount: number): void {
  const left = counts.get(name)! - amount
  if (left > 0) counts.set(name, left)
  else counts.delete(name)
}
