// A request beside its SQL in a large table, and its costs while the table is small and large.
import type { AreaRig, Request } from '../area.ts'
import { printTable } from '../webhooks/table.ts'

export const [few, many] = [10_000, 1_000_000] as const

/** `fill` adds the rows from the one after `from` to the `to`th. */
export async function grown(
  rig: AreaRig,
  name: string,
  requests: readonly Request[],
  fill: (from: number, to: number) => Promise<unknown>,
) {
  await fill(0, few)
  const before = await rig.alone(name, requests)
  await fill(few, many)
  const beside = await rig.beside(name, requests)
  const after = await rig.alone(name, requests)
  printTable(
    `${name}: CPU ms with ${few} and with ${many} rows`,
    ['', 'few', 'many', 'ratio'],
    [[name, before, after, after / before]],
  )
  return { ...beside, before, after }
}
