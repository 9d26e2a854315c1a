import type { Command } from 'commander'

/** The options of every command that goes through the platform team's door. */
export const withDoor = (command: Command): Command =>
  command
    .option('--data <folder>', 'the data folder of the running system', '.lms')
    .option('--json', 'answer with JSON')
