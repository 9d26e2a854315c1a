// `lms top`: which schools are the busiest, by cause.
import { type Command, Option } from 'commander'
import type { Load, LoadFigure } from '../operator/answers.ts'
import { columns } from '../terminal.ts'
import { type OperatorOptions, withOperator, withOperatorOptions } from './operator-options.ts'

/** Causes by which schools are ordered. */
const causes = {
  requests: 'last_minute',
  processor: 'processor_ms',
  events: 'events',
  deliveries: 'deliveries',
  tasks: 'tasks',
  limited: 'limited',
  failed: 'failed',
} as const satisfies Record<string, LoadFigure>
export type Cause = keyof typeof causes

const shown = 20

export function topCommand(program: Command): void {
  withOperatorOptions(program.command('top'))
    .description('the busiest schools at a gateway, by what they cause in a minute')
    .addOption(new Option('--by <cause>', 'the order').choices(Object.keys(causes)).default('requests'))
    .action(({ by, ...options }: OperatorOptions & { by: Cause }) =>
      withOperator(
        options,
        async ({ operator }) => {
          const { at, schools } = busiest(await operator.load(), by)
          const domains = await Promise.all(
            schools.map(({ school_id }) =>
              operator.school(school_id).then(
                school => school.domains[0] ?? null,
                () => null,
              ),
            ),
          )
          return { at, schools: schools.map((each, index) => ({ ...each, domain: domains[index]! })) }
        },
        topText,
      ),
    )
}

/** The schools with most of a cause, the first ones. */
export function busiest({ at, schools }: Load, by: Cause): Load {
  const figure = causes[by]
  const some = schools.filter(each => each[figure] > 0)
  return { at, schools: some.toSorted((one, other) => other[figure] - one[figure]).slice(0, shown) }
}

const head = [
  'school',
  'domain',
  'requests/min',
  'cpu ms',
  'events',
  'deliveries',
  'tasks',
  'limited',
  'failed',
]

/** Lines of `lms top`. */
export function topText({
  schools,
}: {
  schools: readonly (Load['schools'][number] & { domain: string | null })[]
}): string[] {
  if (schools.length === 0) return ['No school has caused any of it.']
  const rows = schools.map(each => [
    each.school_id,
    each.domain ?? '–',
    ...Object.values(causes).map(figure => String(each[figure])),
  ])
  return columns([head, ...rows])
}
