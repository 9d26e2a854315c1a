// A shared resource (places, bytes, connections) of which all can be used, and nobody can take it from the others.
//
// A group may take more if it then has no more than is left (dynamic thresholds with α = 1: Choudhury and Hahne,
// Dynamic Queue Length Thresholds for Shared-Memory Packet Switches, 1998). So one group alone gets half. Each of k
// groups that take as much as they can gets 1/(k + 1), and as much is left for the next.

export interface SharesOptions {
  /** The whole amount. */
  readonly all: number
  /** The maximum of one member of a group. */
  readonly each: number
}

/** The one that has taken too much. */
export type Excess = 'member' | 'group'

export class Shares {
  readonly #each: number
  readonly #groups = new Map<string, number>()
  readonly #members = new Map<string, number>()
  readonly #all: number
  #free: number

  constructor({ all, each }: SharesOptions) {
    this.#all = all
    this.#free = all
    this.#each = each
  }

  /** How much of it is taken. */
  get taken(): number {
    return this.#all - this.#free
  }

  /** Takes an amount for a member of a group, or nothing: then it returns whose share is used up. */
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

  /** Returns an amount. */
  give(group: string, member: string, amount = 1): void {
    lower(this.#members, member, amount)
    lower(this.#groups, group, amount)
    this.#free += amount
  }
}

function lower(counts: Map<string, number>, name: string, amount: number): void {
  const remaining = counts.get(name)! - amount
  if (remaining > 0) counts.set(name, remaining)
  else counts.delete(name)
}
