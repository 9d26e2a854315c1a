// A text of a table as the value of a custom field. Pure.
import type { CustomField } from '../custom-fields/field.contract.ts'
import type { FieldValue } from '../custom-fields/field.rules.ts'
import { type DayOrder, dayOf } from './day.ts'

const yes = /^(true|t|yes|y|1|on|x|да|истина|ja|oui|sí|si|wahr)$/i
const no = /^(false|f|no|n|0|off|нет|ложь|nein|non|falsch)$/i

/** Whether a text says yes or no; null where it says neither. */
export const truthOf = (text: string): boolean | null =>
  yes.test(text) ? true : no.test(text) ? false : null

/** The text as a value of the type; a text that is none stays, and is refused as such. */
export function valueIn(
  text: string,
  { type, options = [] }: Partial<Pick<CustomField, 'type' | 'options'>> = {},
  order: DayOrder,
): FieldValue {
  switch (type) {
    case 'choice':
      return optionOf(text, options) ?? text
    case 'number':
      return numberOf(text) ?? text
    case 'boolean':
      return truthOf(text) ?? text
    case 'multi_choice':
      return [...new Set(optionsIn(text, options))]
    case 'date':
      return dayOf(text, order) ?? text
    default:
      return text
  }
}

/** The option that a text names: as it is written, else whatever its case. Cells are read without spaces around them. */
function optionOf(text: string, options: readonly string[]): string | undefined {
  const folded = text.toLowerCase()
  return (
    options.find(each => each.trim() === text) ?? options.find(each => each.trim().toLowerCase() === folded)
  )
}

const parts = { ';': /"[^"]*"|[^;"]+/g, ',': /"[^"]*"|[^,"]+/g, '|': /"[^"]*"|[^|"]+/g } as const

/** The names in a text, between dividers; in quotes where they have such signs themselves. */
export const partsOf = (text: string, divider: keyof typeof parts): string[] =>
  (text.match(parts[divider]) ?? []).map(part => part.replaceAll('"', '').trim()).filter(Boolean)

/** Options are divided by semicolons; where these divide nothing that is known, by commas or bars. */
function optionsIn(text: string, options: readonly string[]): string[] {
  const divided = ([';', ',', '|'] as const).map(divider => partsOf(text, divider))
  const known = divided.find(parts => parts.every(part => optionOf(part, options) !== undefined))
  return (known ?? divided[0]!).map(part => optionOf(part, options) ?? part)
}

const longestNumber = 60

/** `1,234.50`, `1.234,50`, `1 234,5`, `12 %`, `€ 5`; null for what is no number. */
export function numberOf(text: string): number | null {
  if (text.length > longestNumber) return null
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(/^(-?)[$€£₽]|[$€£₽%]$/g, '$1')
  const [comma, dot] = [bare.lastIndexOf(','), bare.lastIndexOf('.')]
  // The last sign of two kinds divides the fraction; a single one of a kind does, unless it stands before three digits.
  const plain =
    comma >= 0 && dot >= 0
      ? comma > dot
        ? bare.replaceAll('.', '').replace(',', '.')
        : bare.replaceAll(',', '')
      : /^-?\d{1,3}(,\d{3}){2,}$/.test(bare)
        ? bare.replaceAll(',', '')
        : bare.replace(',', '.')
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : null
}
