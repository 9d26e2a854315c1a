// What a cell of a workbook says, as text.

/** A cell as the sheet has it. */
export interface RawCell {
  /** From 0. */
  readonly column: number
  /** `s`: the number of a shared text; `b`, `e`, `str`, `inlineStr`, `d`, or `n`, a number. */
  readonly kind: string
  readonly style: number
  readonly value: string
}

export interface CellForm {
  /** Whether a style shows numbers as dates. */
  readonly dates: readonly boolean[]
  /** To how many digits a style fills whole numbers with zeros, as for postal codes; 0 for none. */
  readonly digits: readonly number[]
  /** Whether days are counted from 1904, as early programs for the Mac did. */
  readonly since1904: boolean
}

/** The text of a cell that is no shared one. Numbers have no exponents, so that phone numbers stay what they are. */
export function cellText({ kind, value, style }: RawCell, form: CellForm): string {
  switch (kind) {
    case 'b':
      return value === '1' ? 'true' : 'false'
    case 'e':
      return ''
    case 'n': {
      const number = Number(value)
      if (value.trim() === '' || !Number.isFinite(number)) return value
      if (form.dates[style]) return dateText(number, form.since1904)
      const text = numberText(number)
      return /^\d+$/.test(text) ? text.padStart(form.digits[style] ?? 0, '0') : text
    }
    default:
      return value
  }
}

const numberText = (number: number) =>
  Number.isInteger(number) ? BigInt(number).toString() : String(Number(number.toPrecision(15)))

const dayMs = 86_400_000
/** Days from the first day to 1970-01-01. */
const daysBefore = { since1900: 25_569, since1904: 24_107 }

/** `2026-11-27`, or `2026-11-27 09:30:00` where the cell has a time. */
function dateText(serial: number, since1904: boolean): string {
  const days = serial - (since1904 ? daysBefore.since1904 : daysBefore.since1900)
  const at = new Date(Math.round((days * dayMs) / 1000) * 1000)
  if (Number.isNaN(at.getTime())) return String(serial)
  const [date, time] = at.toISOString().slice(0, 19).split('T') as [string, string]
  return Number.isInteger(serial) ? date : `${date} ${time}`
}

/** Whether a number format is one of dates: by its number (18.8.30 of ECMA-376), or by the letters of its code. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)
  return /[dmyh]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '').split(';')[0]!)
}

/** How many digits a number format shows at least, of those that show nothing else: `00000`. No code has more than thirty. */
export const digitsOfFormat = (code: string | undefined): number =>
  /^0{1,30}(?=;|$)/.exec(code ?? '')?.[0].length ?? 0
