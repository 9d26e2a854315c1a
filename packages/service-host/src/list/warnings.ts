// What a list says about the parts of its query that it could not use.

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

/** The first few of what the caller wrote. */
export const listed = (names: readonly string[]): string =>
  [...names.slice(0, 5).map(show), ...(names.length > 5 ? ['…'] : [])].join(', ')

/** What the caller wrote, short and harmless. */
export const show = (name: string): string =>
  JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name)
