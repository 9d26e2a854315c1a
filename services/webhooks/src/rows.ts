// Many rows for one statement: each column as one parameter.
import { textArray, type Value } from '@lms/service-host'

/**
 * One array literal for each column of the rows, for one `unnest` of all; null stays null. A column of nothing but nulls
 * is empty: `unnest` fills up what is shorter than the others.
 */
export const columnsOf = (rows: readonly (readonly Value[])[], width: number): string[] =>
  Array.from({ length: width }, (_, column) => arrayOf(rows.map(row => row[column] ?? null)))

const isPlain = (values: readonly Value[]): values is string[] =>
  !values.includes(null) && !/[\\"]/.test(values.join(''))
const quoted = (value: Value) => (value === null ? 'NULL' : textArray([value]).slice(1, -1))

function arrayOf(values: readonly Value[]): string {
  if (values.every(value => value === null)) return '{}'
  return isPlain(values) ? `{"${values.join('","')}"}` : `{${values.map(quoted).join(',')}}`
}

/** Occurs in no JSON text, where control characters are escaped. */
const separator = '\u0001'

/** JSON texts as one parameter for {@link jsonTexts}, without the escaping that an array literal needs. */
export const joinJson = (texts: readonly string[]): string => texts.join(separator)

/** SQL that restores the rows from a parameter of {@link joinJson}. */
export const jsonTexts = (parameter: string): string => `string_to_array(${parameter}::text, E'\\x01')`
