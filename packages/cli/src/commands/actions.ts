// `lms actions`: what the platform team did or tried, over all schools.
import { type Command, InvalidArgumentError } from 'commander'
import { columns } from '../terminal.ts'
import { type OperatorOptions, schoolIdOf, withOperator, withOperatorOptions } from './operator-options.ts'

interface Options extends OperatorOptions {
  readonly operator?: string
  readonly school?: string
  readonly limit: number
}

export function actionsCommand(program: Command): void {
  withOperatorOptions(program.command('actions'))
    .description(
      'what operators did or tried, over all schools, the newest first; kept as long as audit logs',
    )
    .option('--operator <name>', 'of one operator')
    .option('--school <school>', 'about one school, by its id or a domain; one that was erased by its id')
    .option('--limit <number>', 'at most so many', readLimit, 50)
    .action(({ operator: name, school, limit, ...options }: Options) =>
      withOperator(
        options,
        async ({ operator }) => {
          const school_id = school && (await schoolIdOf(operator, school))
          return operator.actions({ ...(name && { operator: name }), ...(school_id && { school_id }) }, limit)
        },
        actions =>
          columns([
            ['when', 'operator', 'role', 'status', 'school', 'request', 'operation'],
            ...actions.map(
              ({ created_at, operator, role, status, reason, school_id, request_id, operation }) => [
                ...[created_at, operator, role, reason ? `${status} ${reason}` : String(status)],
                ...[school_id ?? '', request_id, operation],
              ],
            ),
          ]),
      ),
    )
}

function readLimit(text: string): number {
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (limit < 1) throw new InvalidArgumentError('Give a number from 1 to 99999.')
  return limit
}
