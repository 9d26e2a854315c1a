import type { Command } from 'commander'
import { operatorPortBeside, readPort, type UpOptions } from './options.ts'

/** `lms up`. Its modules are loaded only when it runs. */
export function upCommand(program: Command): void {
  program
    .command('up')
    .description('start everything on this machine, with a demo school')
    .option('--port <port>', 'the port of the schools’ API (0: a free one)', readPort, 8080)
    .option(
      '--operator-port <port>',
      'the port of the platform team’s API (default: the next port)',
      readPort,
    )
    .option('--data <folder>', 'the folder of all data', '.lms')
    .option('--reset', 'begin with an empty folder', false)
    .option('--processes', 'each service as a process of its own, as in an installation', false)
    .addHelpText(
      'after',
      '\nPostgres and NATS are started in the data folder, unless DATABASE_URL (or DATABASE_URL_<SERVICE>)\nand NATS_URL name running servers.',
    )
    .action(
      async ({ operatorPort, ...options }: Omit<UpOptions, 'operatorPort'> & { operatorPort?: number }) =>
        (await import('./up.ts')).up({
          ...options,
          operatorPort: operatorPort ?? operatorPortBeside(options.port),
        }),
    )
}
