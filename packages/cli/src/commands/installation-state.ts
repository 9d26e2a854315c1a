// `lms queues`, `lms health`, `lms keys`: the installation over all schools, through the platform team's API.
import type { Command } from 'commander'
import type { Backlog, Health, KeyOfSchool } from '../operator/answers.ts'
import { columns } from '../terminal.ts'
import { type OperatorOptions, schoolIdOf, withOperator, withOperatorOptions } from './operator-options.ts'

type OfSchool = OperatorOptions & { school?: string }
const schoolOption = ['--school <school>', 'only those of a school: its id or a domain'] as const

export function stateCommands(program: Command): void {
  withOperatorOptions(program.command('queues'))
    .description('the queues of all schools with tasks that are not done, those with failed ones first')
    .option(...schoolOption)
    .option('--failed', 'only those with failed tasks')
    .action(({ school, failed = false, ...options }: OfSchool & { failed?: boolean }) =>
      withOperator(
        options,
        async ({ operator }) => {
          const id = school && (await schoolIdOf(operator, school))
          const { queues, away } = await operator.queues()
          const isMeant = (each: Backlog['queues'][number]) =>
            (!id || each.school_id === id) && (!failed || each.failed > 0)
          return { queues: queues.filter(isMeant), away }
        },
        queuesText,
      ),
    )
  withOperatorOptions(program.command('health'))
    .description('the state of every service; ends with an error while one is away or lacks a part')
    .action((options: OperatorOptions) =>
      withOperator(
        options,
        async ({ operator }) => {
          const state = await operator.health()
          if (isDegraded(state)) process.exitCode = 1
          return state
        },
        healthText,
      ),
    )
  withOperatorOptions(program.command('keys'))
    .description('the keys of all schools that work, without their values')
    .option(...schoolOption)
    .action(({ school, ...options }: OfSchool) =>
      withOperator(
        options,
        async ({ operator }) => {
          const id = school && (await schoolIdOf(operator, school))
          return (await operator.keys()).filter(each => !id || each.school_id === id)
        },
        keysText,
      ),
    )
}

const isDegraded = ({ services, away }: Health) =>
  away.length > 0 || services.some(({ parts }) => Object.values(parts).includes(false))

const awayText = (away: readonly string[]) => away.map(name => `${name} does not answer.`)
const seconds = (count: number) => `${count.toFixed(count < 10 ? 1 : 0)} s`

/** Lines of `lms queues`. */
export function queuesText({ queues, away }: Backlog): string[] {
  if (queues.length === 0) return ['No task waits, and none has failed.', ...awayText(away)]
  const rows = queues.map(({ service, queue, school_id, length, failed, delay_seconds }) => [
    `${service}.${queue}`,
    school_id ?? '–',
    String(length),
    String(failed),
    seconds(delay_seconds),
  ])
  return [...columns([['queue', 'school', 'waiting', 'failed', 'delay'], ...rows]), ...awayText(away)]
}

/** Lines of `lms health`. */
export function healthText({ services, away }: Health): string[] {
  const rows = services.map(({ service, parts, tasks, outbox }) => {
    const lacking = Object.keys(parts).filter(name => parts[name] === false)
    return [
      service,
      lacking.length ? `lacks ${lacking.join(', ')}` : 'ok',
      `${tasks.waiting} waiting, ${tasks.failed} failed, ${seconds(tasks.delay_seconds)}`,
      `${outbox.waiting} unsent, ${outbox.set_aside} set aside`,
    ]
  })
  return [...columns([['service', 'state', 'tasks', 'messages'], ...rows]), ...awayText(away)]
}

/** Lines of `lms keys`. */
export function keysText(keys: readonly KeyOfSchool[]): string[] {
  if (keys.length === 0) return ['There are no keys.']
  const rows = keys.map(({ id, school_id, kind, role, last_used_at, name }) => [
    id,
    school_id,
    kind,
    role,
    last_used_at ?? 'never used',
    name,
  ])
  return columns([['key', 'school', 'kind', 'role', 'last used', 'name'], ...rows])
}
