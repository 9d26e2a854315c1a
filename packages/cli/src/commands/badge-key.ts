// `lms badge-key rotate`: a school signs credentials with a new key, after the old one was seen, or by habit.
import type { Command } from 'commander'
import { type OperatorOptions, schoolIdOf, withOperator, withOperatorOptions } from './operator-options.ts'

export function badgeKeyCommand(program: Command): void {
  const badgeKey = program.command('badge-key').description('the keys that sign the credentials of a school')
  withOperatorOptions(badgeKey.command('rotate'))
    .description('sign with a new key; old ones stay published, so their credentials stay valid')
    .requiredOption('--school <school>', 'the school: its id or a domain')
    .action(({ school, ...options }: OperatorOptions & { school: string }) =>
      withOperator(
        options,
        async ({ operator }) => operator.rotateBadgeKey(await schoolIdOf(operator, school)),
        ({ id }) => [`The key ${id} signs from now on.`],
      ),
    )
}
