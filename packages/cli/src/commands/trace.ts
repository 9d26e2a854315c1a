// `lms trace`: the whole way of one request, from the durable rows of all services.
import { ApiError } from '@lms/contract'
import type { Command } from 'commander'
import { traceTree } from '../operator/trace-tree.ts'
import { treeLines } from '../operator/tree.ts'
import { type DoorOptions, throughDoor, withOperatorOptions } from './operator-options.ts'

export function traceCommand(program: Command): void {
  withOperatorOptions(program.command('trace <request-id>'))
    .description('follow one request: call, transaction, audit, events, reactions, journal, deliveries')
    .addHelpText(
      'after',
      '\nTakes the X-Request-Id of an answer, or one that the client sent itself. `lms logs` shows the log lines.',
    )
    .action((requestId: string, options: DoorOptions) =>
      throughDoor(
        options,
        ({ operator }) => operator.trace(requestId).catch(nothingFound(requestId)),
        trace => treeLines(traceTree(trace)),
      ),
    )
}

const nothingFound = (requestId: string) => (error: unknown) => {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
  throw new Error(
    `Nothing is on record for ${requestId}. Requests that change something, fail or take longer than a second leave ` +
      'rows, and those whose client sends an X-Request-Id of its own or a sampled traceparent. Failures beyond ' +
      'some hundred a minute of a school are only counted (unrecorded in /operator/v1/load).',
  )
}
