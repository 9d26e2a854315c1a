// What size costs: many schools, many rows.
import { rowsSection } from './rows.ts'
import { schoolsSection } from './schools.ts'

/** `large`: ten million orders and events and a million people instead of some hundred thousand. */
export async function growthSections({
  rounds,
  section,
  large,
}: {
  rounds: number
  section?: string | undefined
  large: boolean
}) {
  const all = { schools: () => schoolsSection(), rows: () => rowsSection(rounds, large) }
  if (section && !Object.hasOwn(all, section))
    throw new Error(`There is no section growth/${section}; there are ${Object.keys(all).join(', ')}.`)
  const results: Record<string, unknown> = {}
  for (const [name, run] of Object.entries(all)) if (!section || section === name) results[name] = await run()
  return results
}
