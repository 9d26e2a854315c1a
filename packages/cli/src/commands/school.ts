// `lms school …`: the schools of the installation, through the platform team's API.
import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { type Limit, limitNames, limitTexts, type School } from '../operator/answers.ts'
import { columns } from '../terminal.ts'
import { type OperatorOptions, schoolIdOf, withOperator, withOperatorOptions } from './operator-options.ts'
import { withErasure } from './school-erase.ts'
import { withRestore } from './school-restore.ts'

export function schoolCommand(program: Command): Command {
  const school = program
    .command('school')
    .description(
      'create, list, suspend, resume, limit, restore, erase schools; name a school by its id or a domain',
    )
  withOperatorOptions(school.command('create'))
    .description('create a school and its owner’s key')
    .requiredOption('--name <name>', 'the name of the school')
    .requiredOption('--domain <host...>', 'the domains of the school, the primary one first')
    .action(create)
  withOperatorOptions(school.command('list')).description('list all schools, the newest first').action(list)
  withOperatorOptions(school.command('suspend <school>'))
    .description('close a school: its API answers 403, its webhooks wait')
    .action((id: string, options: OperatorOptions) => change(id, { status: 'suspended' }, options))
  withOperatorOptions(school.command('resume <school>'))
    .description('reopen a suspended school')
    .action((id: string, options: OperatorOptions) => change(id, { status: 'active' }, options))
  withRestore(school)
  withErasure(school)
  withLimits(withOperatorOptions(school.command('limits <school>')))
    .description('show or set rates and budgets; `default` restores the default')
    .action(limits)
  withOperatorOptions(school.command('messenger <school>'))
    .description('set the messenger’s bot of a school; the token is read from standard input and never shown')
    .option('--remove', 'remove the bot')
    .action(messenger)
  return school
}

function withLimits(command: Command): Command {
  for (const name of limitNames)
    command.option(`--${name.replace('_', '-')} <number>`, limitTexts[name], readRate)
  return command
}

/** A rate from the command line: a number from 1 to a million, or `default`. (For commander, null means no value.) */
export function readRate(text: string): number | 'default' {
  if (text === 'default') return text
  const rate = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (rate < 1 || rate > 1_000_000)
    throw new InvalidArgumentError('Give a whole number from 1 to 1000000, or `default`.')
  return rate
}

const create = ({ name, domain, ...options }: OperatorOptions & { name: string; domain: string[] }) =>
  withOperator(
    options,
    async ({ operator, siteUrl }) => {
      const school = await operator.createSchool({ name, domains: domain })
      const { api_key } = await operator.issueKey(school.id, {
        name: `Owner of ${name}`.slice(0, 100),
        role: 'owner',
        kind: 'integration',
        scope: ['*'],
      })
      return { school_id: school.id, base_url: baseUrlOf(school, siteUrl), domains: school.domains, api_key }
    },
    ({ school_id, base_url, domains, api_key }) =>
      columns([
        ['school', school_id],
        [
          'API',
          base_url ?? `/api at ${domains[0]}; set LMS_SITE_URL (https://{domain}) to see the whole address`,
        ],
        ['its owner’s key', `${api_key}  (shown only once)`],
      ]),
  )

/**
 * The address of the school's API; null if it is unknown. `siteUrl` is a template (`https://{domain}`), or the address
 * of a local system, which serves every host.
 */
export function baseUrlOf({ domains }: Pick<School, 'domains'>, siteUrl: string | null): string | null {
  const host = domains[0] ?? 'localhost'
  if (!siteUrl) return null
  if (siteUrl.includes('{domain}')) return new URL('/api', siteUrl.replace('{domain}', host)).toString()
  const url = new URL('/api', siteUrl)
  url.hostname = host
  return url.toString()
}

const list = (options: OperatorOptions) =>
  withOperator(
    options,
    ({ operator }) => operator.schools(),
    schools => {
      const rows = schools.map(({ id, status, name, domains, pending_domains }) => [
        id,
        status,
        name,
        [...domains, ...pending_domains.map(host => `${host} (unproven)`)].join(', '),
      ])
      return columns([['id', 'status', 'name', 'domains'], ...rows])
    },
  )

const change = (idOrDomain: string, changes: { status: 'active' | 'suspended' }, options: OperatorOptions) =>
  withOperator(
    options,
    async ({ operator }) => operator.changeSchool(await schoolIdOf(operator, idOrDomain), changes),
    ({ name, id, status }) => [`${name} (${id}) is ${status}.`],
  )

type Rates = {
  [L in Limit as L extends `${infer Of}_${infer Kind}` ? `${Of}${Capitalize<Kind>}` : never]?:
    | number
    | 'default'
}

function limits(idOrDomain: string, { data, json, ...rates }: OperatorOptions & Rates) {
  const entries = limitNames.flatMap(name => {
    const option = name.replace(/_(.)/, (_, letter: string) => letter.toUpperCase()) as keyof Rates
    const rate = rates[option]
    return rate === undefined ? [] : [[name, rate === 'default' ? null : rate] as const]
  })
  const set = Object.fromEntries(entries)
  return withOperator(
    { data, json },
    async ({ operator }) => {
      const id = await schoolIdOf(operator, idOrDomain)
      const school = Object.keys(set).length
        ? await operator.changeSchool(id, { limits: set as Partial<Record<Limit, number | null>> })
        : await operator.school(id)
      return school.limits
    },
    limits =>
      columns(
        Object.entries(limits).map(([name, rate]) => [
          name.replace('_', ' '),
          name.endsWith('_rate') ? `${rate}/s` : String(rate),
        ]),
      ),
  )
}

/** The token is read from standard input, because other users of the machine can see command lines. */
const messenger = (idOrDomain: string, { remove, ...options }: OperatorOptions & { remove?: boolean }) =>
  withOperator(
    options,
    async ({ operator }) => {
      const id = await schoolIdOf(operator, idOrDomain)
      return operator.setMessenger(id, remove ? null : (await text(process.stdin)).trim())
    },
    ({ bot_id }) => [
      bot_id
        ? `People of ${idOrDomain} sign in with the bot ${bot_id}.`
        : `${idOrDomain} no longer has a bot.`,
    ],
  )
