// `lms logs`: the log lines of one request, from the logs on this machine.
import type { Command } from 'commander'
import colors from 'picocolors'
import { say, sayJson } from '../terminal.ts'
import { folderAt } from '../up/folder.ts'
import { findLines, type LogLine } from '../up/log-search.ts'
import { withOperatorOptions } from './operator-options.ts'

export function logsCommand(program: Command): void {
  withOperatorOptions(program.command('logs <request-id>'))
    .description('show the log lines of one request, of all services on this machine')
    .addHelpText(
      'after',
      '\nLMS_LOG_LEVEL=debug logs every request. By default only requests that failed on the server are logged.',
    )
    .action(async (requestId: string, { data, json }: { data: string; json?: boolean }) => {
      const lines = await findLines(folderAt(data), requestId)
      if (json) return sayJson(lines)
      if (lines.length === 0)
        say(
          `No log in ${folderAt(data).logs} contains ${requestId}. Successful requests are logged at debug: start with ` +
            'LMS_LOG_LEVEL=debug to log every request. `lms trace` shows the changes of a request.',
        )
      for (const line of lines) say(textOf(line))
    })
}

const { dim, red, yellow } = colors

function textOf({ time, level, service, msg, rest: { request_id: _, err, ...rest } }: LogLine): string {
  const colour = level >= 50 ? red : level >= 40 ? yellow : (text: string) => text
  const reason = (err as { message?: string } | undefined)?.message
  const more = Object.keys(rest).length ? dim(JSON.stringify(rest)) : ''
  return [dim(time), service, colour(reason ? `${msg}: ${reason}` : msg), more].filter(Boolean).join('  ')
}
