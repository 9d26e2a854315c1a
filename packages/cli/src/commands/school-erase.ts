// `lms school erase` and `lms school erasures`: the end of a school, through the platform team's API.
import type { Command } from 'commander'
import type { Erasure } from '../operator/answers.ts'
import { columns } from '../terminal.ts'
import { type OperatorOptions, schoolIdOf, withOperator, withOperatorOptions } from './operator-options.ts'

interface EraseOptions extends OperatorOptions {
  readonly name: string
  readonly withoutArchive?: boolean
}

export function withErasure(school: Command): void {
  withOperatorOptions(school.command('erase <school>'))
    .description('erase a suspended school for ever: its rows, files, messages, keys and domains')
    .requiredOption('--name <name>', 'the name of the school, once more: an erasure cannot be undone')
    .option('--without-archive', 'erase it also if it has no archive of the last 30 days')
    .action(erase)
  withOperatorOptions(school.command('erasures [id]'))
    .description('show how far the erasure of a school is, or list all erasures, the newest first')
    .action((id: string | undefined, options: OperatorOptions) => (id ? show(id, options) : list(options)))
}

const erase = (idOrDomain: string, { name, withoutArchive = false, ...options }: EraseOptions) =>
  withOperator(
    options,
    async ({ operator }) =>
      operator.eraseSchool(await schoolIdOf(operator, idOrDomain), { name, without_archive: withoutArchive }),
    ({ id, status }) =>
      status === 'finished'
        ? [`The school ${id} is erased.`]
        : [
            `The school ${id} is being erased; what was under way in it ends within two minutes.`,
            `See how far it is: lms school erasures ${id}`,
          ],
  )

const show = (id: string, options: OperatorOptions) =>
  withOperator(options, ({ operator }) => operator.erasure(id), linesOf)

const list = (options: OperatorOptions) =>
  withOperator(
    options,
    ({ operator }) => operator.erasures(),
    erasures =>
      columns([
        ['school', 'status', 'by', 'began', 'ended'],
        ...erasures.map(({ id, status, operator, began_at, ended_at }) => [
          ...[id, status, operator, began_at],
          ended_at ?? '',
        ]),
      ]),
  )

function linesOf({ problem, ...erasure }: Erasure): string[] {
  const { id, status, operator, part, service, rows, files, messages, began_at, ended_at } = erasure
  return columns([
    ['school', id],
    ['status', status === 'finished' ? status : `${status}: ${[part, service].filter(Boolean).join(' ')}`],
    ['by', operator],
    ['began', began_at],
    ...(ended_at ? [['ended', ended_at]] : []),
    ...Object.entries(rows).map(([name, count]) => [`rows of ${name}`, String(count)]),
    ['files', String(files)],
    ['messages', String(messages)],
    ...(problem ? [['problem', problem]] : []),
  ])
}
