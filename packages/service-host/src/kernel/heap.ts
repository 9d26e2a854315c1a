// Memory that a start has left behind. While modules are loaded almost everything survives, so V8 grows the space of
// young objects to its most; an idle process would keep that for ever. It grows again as soon as requests need it.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void

/** Gives memory back to the system that nothing uses; stops the process for about 50 ms. Called once, after the start. */
export function shrinkHeap(): void {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  collect({ type: 'major', flavor: 'last-resort' })
}
