// `lms crm rebuild`: the crm reads anew what it knows of the people of a school.
import type { Command } from 'commander'
import { type OperatorOptions, schoolIdOf, withOperator, withOperatorOptions } from './operator-options.ts'

export function crmCommand(program: Command): void {
  const crm = program.command('crm').description('what segments know of the people of a school')
  withOperatorOptions(crm.command('rebuild'))
    .description('read the people of a school and the journal anew, for a school that is older than its crm')
    .requiredOption('--school <school>', 'the school: its id or a domain')
    .action(({ school, ...options }: OperatorOptions & { school: string }) =>
      withOperator(
        options,
        async ({ operator }) => operator.rebuildCrm(await schoolIdOf(operator, school)),
        ({ job_id }) => [`The rebuild ${job_id} has begun. GET /v1/queues of the school shows its progress.`],
      ),
    )
}
