// Presence is bits, not joins and leaves: what is set twice, out of order, from two tabs or by two processes is set once.
// Pure functions.

/** Slots of a row: an hour of live presence, 40 minutes of a recording. */
export const slotsOfRow = 240
/** Milliseconds of a slot of live presence. */
const liveSlot = 15_000
const hourMs = 3_600_000
/** Seconds of a slot of a recording. */
export const mediaSlot = 10

/** A row of bits: its place among the rows, and its slots as zeros and ones. */
export interface Row {
  position: number
  slots: string
}

/** Slots of one person, as rows to be written; the place of a row of live presence is its hour since 1970. */
export function rowsOf(slots: Iterable<number>): Row[] {
  const rows = new Map<number, Set<number>>()
  for (const slot of slots) {
    const position = Math.floor(slot / slotsOfRow)
    const set = rows.get(position) ?? new Set<number>()
    rows.set(position, set.add(slot - position * slotsOfRow))
  }
  return [...rows]
    .sort(([one], [other]) => one - other)
    .map(([position, set]) => ({
      position,
      slots: Array.from({ length: slotsOfRow }, (_, index) => (set.has(index) ? '1' : '0')).join(''),
    }))
}

/** The slots that are set in rows, in their order. */
export const slotsIn = (rows: readonly Row[]): number[] =>
  [...rows]
    .sort((one, other) => one.position - other.position)
    .flatMap(({ position, slots }) =>
      [...slots].flatMap((bit, index) => (bit === '1' ? [position * slotsOfRow + index] : [])),
    )

/** The slot of live presence at a time, counted since 1970. */
export const slotAt = (time: Date): number => Math.floor(time.getTime() / liveSlot)

/** Slots of a beat that can be late, one that is slow, and the five seconds until it is written. */
const nowSlots = 4
/** The slots in which whoever is present now has had a beat, as rows. */
export const rowsNow = (now: Date): Row[] =>
  rowsOf(Array.from({ length: nowSlots }, (_, ago) => slotAt(now) - ago))

/** When a slot of live presence ends. */
export const endOf = (slot: number): Date => new Date((slot + 1) * liveSlot)

/** The slots of an interval: those that it covers at their middle, and at least that of its beginning. */
export function slotsBetween(from: Date, till: Date): number[] {
  const first = slotAt(from)
  const last = Math.max(first, Math.ceil((till.getTime() - liveSlot / 2) / liveSlot) - 1)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

export interface Presence {
  seconds: number
  joined_at: Date
  left_at: Date
}

/** Live presence of slots in their order: a gap of one slot is closed, because a beat can be late. Null without any. */
export function presenceOf(slots: readonly number[]): Presence | null {
  const [first] = slots
  const last = slots.at(-1)
  if (first === undefined || last === undefined) return null
  const closed = slots.filter((slot, index) => index > 0 && slot - slots[index - 1]! === 2).length
  return {
    seconds: ((slots.length + closed) * liveSlot) / 1000,
    joined_at: new Date(first * liveSlot),
    left_at: endOf(last),
  }
}

/** The hour of a row of live presence. */
export const hourOf = (position: number): Date => new Date(position * hourMs)
export const placeOfHour = (hour: string): number => Math.floor(Date.parse(hour) / hourMs)

/** The share of a recording that was watched, in whole percent; 100 only if every slot was. */
export function percentWatched(slots: number, durationSeconds: number): number {
  const all = Math.ceil(durationSeconds / mediaSlot)
  return Math.min(100, Math.floor((slots * 100) / all))
}
