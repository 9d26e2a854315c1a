import { remembered, run } from './programs.ts'

/** The oldest server with all features of JetStream that we use. */
const oldest = [2, 9, 10] as const

/** `2.9.10` of what `nats-server --version` prints. Throws when the program does not run, or is too old. */
export const natsVersion = remembered(async (program: string): Promise<string> => {
  const { ok, output } = await run(program, ['--version'])
  const match = /v?(\d+)\.(\d+)\.(\d+)\S*/.exec(output)
  if (!ok || !match) throw new Error(`${program} does not run: ${output || 'no answer'}`)
  const version = match[0].replace(/^v/, '')
  const numbers = match.slice(1, 4).map(Number)
  if (isOlder(numbers, oldest)) {
    throw new Error(`${program} is version ${version}; ${oldest.join('.')} or newer is needed`)
  }
  return version
})

function isOlder(numbers: number[], than: readonly number[]): boolean {
  const at = than.findIndex((number, index) => number !== numbers[index])
  return at >= 0 && numbers[at]! < than[at]!
}
