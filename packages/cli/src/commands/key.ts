// `lms key issue`: issues a key of a school for the platform team.
import { keyKinds, roles } from '@lms/contract'
import { type Command, Option } from 'commander'
import { columns } from '../terminal.ts'
import { type OperatorOptions, schoolIdOf, withOperator, withOperatorOptions } from './operator-options.ts'

interface IssueOptions extends OperatorOptions {
  school: string
  name: string
  role: string
  kind: string
  scope: string[]
}

/** A personal key belongs to a person, and an agent's key acts for one: these are issued inside the school. */
const kinds = keyKinds.filter(kind => kind === 'integration' || kind === 'publishable')

export function keyCommand(program: Command): void {
  const key = program.command('key').description('issue keys of schools')
  withOperatorOptions(key.command('issue'))
    .description('issue a key; its value is shown only once')
    .requiredOption('--school <school>', 'the school: its id or a domain')
    .requiredOption('--name <name>', 'what the key is for')
    .addOption(new Option('--role <role>', 'the role of the key').choices(roles).default('administrator'))
    .addOption(new Option('--kind <kind>', 'the kind of the key').choices(kinds).default('integration'))
    .option('--scope <mask...>', 'narrows the role: orders:read users:*', ['*'])
    .action(issue)
}

const issue = ({ school, name, role, kind, scope, ...options }: IssueOptions) =>
  withOperator(
    options,
    async ({ operator }) =>
      operator.issueKey(await schoolIdOf(operator, school), { name, role, kind, scope }),
    key =>
      columns([
        ['key', key.id],
        ['role', key.role],
        ['scope', key.scope.join(' ')],
        ['value', `${key.api_key}  (shown only once)`],
      ]),
  )
