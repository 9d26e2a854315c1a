// `lms school domain …`: domains that the platform team assigns and confirms.
import type { Command } from 'commander'
import type { Domain } from '../operator/answers.ts'
import type { Operator } from '../operator/operator.ts'
import { type OperatorOptions, schoolIdOf, withOperator, withOperatorOptions } from './operator-options.ts'

export function domainCommand(school: Command): void {
  const domain = school
    .command('domain')
    .description('give a school a domain, confirm a pending one, or take one away')
  withOperatorOptions(domain.command('add <school> <host>'))
    .description(
      'give a school a domain without a proof, or make one that it has primary; claims of other schools to it end',
    )
    .option('--primary', 'make it the primary domain, which links to the school use')
    .action((id: string, host: string, options: OperatorOptions & { primary?: boolean }) =>
      act(options, async operator =>
        operator.addDomain(await schoolIdOf(operator, id), host, options.primary ?? false),
      ),
    )
  withOperatorOptions(domain.command('confirm <school> <host>'))
    .description('confirm a pending domain of a school')
    .action((id: string, host: string, options: OperatorOptions) =>
      act(options, async operator => operator.confirmDomain(await schoolIdOf(operator, id), host)),
    )
  withOperatorOptions(domain.command('remove <school> <host>'))
    .description('take a domain away from a school that has another one')
    .action((id: string, host: string, options: OperatorOptions) =>
      withOperator(
        options,
        async ({ operator }) => operator.removeDomain(await schoolIdOf(operator, id), host),
        () => [`The school no longer answers at ${host}.`],
      ),
    )
}

const act = (options: OperatorOptions, ask: (operator: Operator) => Promise<Domain>) =>
  withOperator(
    options,
    ({ operator }) => ask(operator),
    ({ host, primary }) => [`The school answers at ${host}${primary ? ', its primary domain' : ''}.`],
  )
