// Moments in a time zone, for tables that people read.

const quarter = 15 * 60_000
/** Offsets remembered; a file with older and newer moments needs a few hundred. */
const maxKept = 10_000

export class LocalTime {
  readonly #format: Intl.DateTimeFormat
  readonly #offsets = new Map<number, number>()

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      era: 'short',
    })
  }

  /** Milliseconds to add to a moment for the local time. Offsets change only at full quarters of an hour. */
  offset(at: number): number {
    const key = Math.floor(at / quarter)
    const cachedOffset = this.#offsets.get(key)
    if (cachedOffset !== undefined) return cachedOffset
    if (this.#offsets.size >= maxKept) this.#offsets.clear()
    const parts = Object.fromEntries(
      this.#format.formatToParts(key * quarter).map(({ type, value }) => [type, value]),
    )
    const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year)
    const local = new Date(0)
    local.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day))
    local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second))
    const offset = local.getTime() - key * quarter
    this.#offsets.set(key, offset)
    return offset
  }

  /** `2026-11-21T12:30:00+03:00`. */
  text(at: number): string {
    const offset = Math.round(this.offset(at) / 60_000)
    const local = new Date(at + this.offset(at)).toISOString().slice(0, 19)
    const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
    const two = (value: number) => String(value).padStart(2, '0')
    return `${local}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
  }
}
