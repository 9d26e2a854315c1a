import type { Command } from 'commander'
import { findOperator, type OperatorAddress } from '../operator/operator.ts'
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
