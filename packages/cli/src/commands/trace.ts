// `lms trace`: the whole way of one request, from the stored records of all services.
import { ApiError } from '@lms/contract'
import type { Command } from 'commander'
import { traceTree } from '../operator/trace-tree.ts'
import { treeLines } from '../operator/tree.ts'
import { type OperatorOptions, withOperator, withOperatorOptions } from './operator-options.ts'

export function traceCommand(program: Command): void {
  withOperatorOptions(program.command('trace <request-id>'))
    .description('trace one request: call, transaction, audit, events, reactions, journal, deliveries')
    .addHelpText(
      'after',
      '\nTakes the X-Request-Id of an answer, or the one that the client sent. `lms logs` shows the log lines.',
    )
    .action((requestId: string, options: OperatorOptions) =>
      withOperator(
        options,
        ({ operator }) => operator.trace(requestId).catch(nothingFound(requestId)),
        trace => treeLines(traceTree(trace)),
      ),
    )
}

const nothingFound = (requestId: string) => (error: unknown) => {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
  throw new Error(
    `There are no records of ${requestId}. Requests leave records if they change something, fail, take longer than a ` +
      'second, or have an X-Request-Id or a sampled traceparent from their client. Beyond some hundred failures a ' +
      'minute of one school, failures are only counted (unrecorded in /operator/v1/load).',
  )
}
