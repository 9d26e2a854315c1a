// `lms analytics rebuild`: the figures of a school are counted anew from the tables of all services.
import type { Command } from 'commander'
import { type OperatorOptions, schoolIdOf, withOperator, withOperatorOptions } from './operator-options.ts'

export function analyticsCommand(program: Command): void {
  const analytics = program.command('analytics').description('the figures of a school')
  withOperatorOptions(analytics.command('rebuild'))
    .description('count the figures of a school anew, for a school that is older than its analytics')
    .requiredOption('--school <school>', 'the school: its id or a domain')
    .action(({ school, ...options }: OperatorOptions & { school: string }) =>
      withOperator(
        options,
        async ({ operator }) => operator.rebuildAnalytics(await schoolIdOf(operator, school)),
        ({ job_id }) => [`The rebuild ${job_id} has begun. GET /v1/queues of the school shows its progress.`],
      ),
    )
}
