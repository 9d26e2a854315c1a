// What became of each item of a package, counted whole and listed within bounds.
import {
  itemKinds,
  maxItemNotes,
  maxReportCharacters,
  maxReportItems,
  type PackageReport,
  type ReportItem,
} from '@lms/service/contract'

export type ItemKind = ReportItem['kind']

/** An item, and what is different about it; one that is not there has notes that say why. */
export interface FoundItem {
  kind: ItemKind
  name: string
  notes: readonly string[]
  /** Whether something of it is in the course. */
  isThere: boolean
}

/** What is wrong with an item, as the errors of an import have it. */
export interface Problem {
  row: number
  column: string
  message: string
}

const maxProblems = 1000

export class Report {
  readonly #items: ReportItem[] = []
  readonly #counts = new Map<ItemKind, { taken: number; changed: number; left_out: number }>()
  readonly problems: Problem[] = []
  #found = 0
  #characters = 0

  add({ kind, name, notes, isThere }: FoundItem): void {
    const row = ++this.#found
    const outcome = !isThere ? 'left_out' : notes.length ? 'changed' : 'taken'
    const counts = this.#counts.get(kind) ?? { taken: 0, changed: 0, left_out: 0 }
    counts[outcome]++
    this.#counts.set(kind, counts)
    if (outcome !== 'taken' && this.problems.length < maxProblems)
      this.problems.push({ row, column: name.slice(0, 200), message: sentence(notes).slice(0, 500) })
    this.#list({ row, kind, name: name.slice(0, 200), outcome, notes: cutNotes(notes) })
  }

  /** Keeps the first items; what is not taken as it was takes the place of what is. */
  #list(item: ReportItem): void {
    const characters = sizeOf(item)
    while (this.#isFullFor(characters)) {
      if (item.outcome === 'taken') return
      const taken = this.#items.findLastIndex(({ outcome }) => outcome === 'taken')
      if (taken < 0) return
      this.#characters -= sizeOf(this.#items.splice(taken, 1)[0]!)
    }
    this.#characters += characters
    this.#items.push(item)
  }

  #isFullFor(characters: number): boolean {
    return this.#items.length >= maxReportItems || this.#characters + characters > maxReportCharacters
  }

  get counts() {
    const all = [...this.#counts.values()]
    const errors = all.reduce((sum, each) => sum + each.left_out, 0)
    const none = { updated: 0, unchanged: 0, matched_with_other_name: 0 }
    return { rows: this.#found, created: this.#found - errors, errors, ...none }
  }

  get whole(): PackageReport {
    const kinds = itemKinds.flatMap(kind => {
      const counts = this.#counts.get(kind)
      return counts ? [{ kind, found: counts.taken + counts.changed + counts.left_out, ...counts }] : []
    })
    return { kinds, items: this.#items }
  }
}

const sentence = (notes: readonly string[]) =>
  notes.map(note => note.replace(/\.$/, '')).join('; ') || 'nothing of it can be taken over'
const sizeOf = ({ name, notes }: ReportItem) => 80 + name.length + notes.join('').length

function cutNotes(notes: readonly string[]): string[] {
  const cut = notes.map(note => note.slice(0, 300))
  return cut.length <= maxItemNotes
    ? cut
    : [...cut.slice(0, maxItemNotes - 1), `and ${cut.length - maxItemNotes + 1} differences more`]
}
