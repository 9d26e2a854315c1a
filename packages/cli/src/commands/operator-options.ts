import type { Command } from 'commander'
import { findOperator, type Operator, type OperatorAddress } from '../operator/operator.ts'
import { say, sayJson } from '../terminal.ts'

/** Options of all commands that use the platform team's API. */
export interface OperatorOptions {
  data: string
  json?: boolean
}

export const withOperatorOptions = (command: Command): Command =>
  command
    .option('--data <folder>', 'the data folder of the running system', '.lms')
    .option('--json', 'answer with JSON')

/** Calls the platform team's API and prints the result, as JSON or as text. */
export async function withOperator<T>(
  { data, json }: OperatorOptions,
  ask: (operator: OperatorAddress) => Promise<T>,
  lines: (answer: T) => readonly string[],
): Promise<void> {
  const answer = await ask(await findOperator(data))
  if (json) sayJson(answer)
  else for (const line of lines(answer)) say(line)
}

/** The id of a school, from the id or one of its domains. */
export async function schoolIdOf(operator: Operator, idOrDomain: string): Promise<string> {
  if (/^sch_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(idOrDomain)) return idOrDomain
  const match = await operator.schoolAt(idOrDomain)
  if (match) return match.id
  throw new Error(
    `${JSON.stringify(idOrDomain)} is neither the id of a school (sch_…) nor a domain of one. \`lms school list\` lists all schools.`,
  )
}
