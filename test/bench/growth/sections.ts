// The cost of size: many schools, many rows.
import { largeSizes, rowsSection } from './rows.ts'
import { schoolsSection } from './schools.ts'

/** `large`: a million people, or ten million orders and events besides, instead of some hundred thousand. */
export async function growthSections({
  rounds,
  section,
  large,
}: {
  rounds: number
  section?: string | undefined
  large?: string | undefined
}) {
  const all = { schools: () => schoolsSection(), rows: () => rowsSection(rounds, large) }
  if (section && !Object.hasOwn(all, section))
    throw new Error(`There is no section growth/${section}; there are ${Object.keys(all).join(', ')}.`)
  if (large && !Object.hasOwn(largeSizes, large))
    throw new Error(`--large takes ${Object.keys(largeSizes).join(' or ')}.`)
  const results: Record<string, unknown> = {}
  for (const [name, run] of Object.entries(all)) if (!section || section === name) results[name] = await run()
  return results
}
