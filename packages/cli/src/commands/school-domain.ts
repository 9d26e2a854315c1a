// `lms school domain …`: the domains that the platform team gives and confirms.
import type { Command } from 'commander'
import { type Domain, findDoor, type Operator } from '../operator/operator.ts'
import { say, sayJson } from '../terminal.ts'
import { withDoor } from './door-options.ts'
import { schoolIdOf } from './school.ts'

interface Options {
  data: string
  json?: boolean
  primary?: boolean
}

export function domainCommand(school: Command): void {
  const domain = school
    .command('domain')
    .description('give a school a domain, or confirm one that it has added')
  withDoor(domain.command('add <school> <host>'))
    .description('give a school a domain; it needs no proof, and claims of other schools to it end')
    .option('--primary', 'make it the one that links to the school are made with')
    .action((id: string, host: string, options: Options) =>
      act(options, async operator =>
        operator.addDomain(await schoolIdOf(operator, id), host, options.primary ?? false),
      ),
    )
  withDoor(domain.command('confirm <school> <host>'))
    .description('confirm a domain that a school has added and not proven by its DNS record')
    .action((id: string, host: string, options: Options) =>
      act(options, async operator => operator.confirmDomain(await schoolIdOf(operator, id), host)),
    )
}

async function act({ data, json }: Options, ask: (operator: Operator) => Promise<Domain>) {
  const { operator } = await findDoor(data)
  const domain = await ask(operator)
  if (json) sayJson(domain)
  else say(`The school answers at ${domain.host}${domain.primary ? ', its primary domain' : ''}.`)
}
