// Warnings about unusable parts of a list query.

interface Unused {
  warnings: string[]
  nothing: boolean
}

/** The list is empty for this reason. */
export function matchNothing(result: Unused, warning: string): null {
  result.nothing = true
  result.warnings.push(warning)
  return null
}

/** The first few of the caller's values. */
export const listed = (names: readonly string[]): string =>
  [...names.slice(0, 5).map(show), ...(names.length > 5 ? ['…'] : [])].join(', ')

/** All names that a list takes; `nothing` of none. */
export const offered = (names: readonly string[]): string => (names.length ? names.join(', ') : 'nothing')

/** The caller's value, shortened and escaped. */
export const show = (name: string): string =>
  JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name)
