// `lms usage`: what schools have used, by day of UTC or in a period.
import type { Command } from 'commander'
import { type Period, type Usage, usageFigures } from '../operator/answers.ts'
import { type OperatorOptions, schoolIdOf, withOperator, withOperatorOptions } from './operator-options.ts'

type Options = OperatorOptions & Partial<Period> & { school?: string }

export function usageCommand(program: Command): void {
  withOperatorOptions(program.command('usage'))
    .description('what schools have used; with --school day by day, otherwise the sums of all schools')
    .option('--school <school>', 'a school: its id or a domain')
    .option('--from <day>', 'the first day, of UTC: 2026-11-01 (default: the first of the month of --to)')
    .option('--to <day>', 'the last day (default: today)')
    .action(({ school, from, to, ...options }: Options) => {
      const period = periodOf({ from, to }, new Date())
      return withOperator(
        options,
        async ({ operator }) =>
          school
            ? { ...period, days: await operator.usageOf(await schoolIdOf(operator, school), period) }
            : { ...period, schools: await operator.usage(period) },
        answer =>
          'days' in answer
            ? tableOf(
                'day',
                answer.days.map(each => [each.closed ? each.day : `${each.day} *`, each]),
              )
            : tableOf(
                'school',
                answer.schools.map(each => [each.school_id, each]),
              ),
      )
    })
}

/** Days that were not given: the month of the last day, and today. */
export function periodOf({ from, to }: Partial<Period>, now: Date): Period {
  const last = to ?? now.toISOString().slice(0, 10)
  return { from: from ?? `${last.slice(0, 8)}01`, to: last }
}

/** Lines of columns; a star marks days that are not closed, a dash what was not counted yet. */
export function tableOf(name: string, rows: readonly (readonly [string, Usage])[]): string[] {
  if (rows.length === 0) return ['Nothing was counted in this period.']
  const cells = [
    [name, ...usageFigures],
    ...rows.map(([first, usage]) => [first, ...usageFigures.map(figure => String(usage[figure] ?? '–'))]),
  ]
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map(row => row[column]!.length)))
  return cells.map(row =>
    row.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[0]!))).join('  '),
  )
}
