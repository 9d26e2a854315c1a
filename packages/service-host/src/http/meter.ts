// The processor time of a request: of its own steps, between which other requests run. What is dear is told to the gateway,
// which takes it from the rate of the sender, so that it slows nobody else.

import { turnWatch } from '../kernel/turn-watch.ts'

/** For the gateway, which removes the header: whole milliseconds of processor time. */
export const processorHeader = 'x-lms-processor-ms'

/** A call that took less is an ordinary one, which its request has paid for. */
const dearMs = 10

/** Microseconds of processor time of this thread. */
const spentByNow = (): number => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

export class Meter {
  #microseconds = 0

  /** Counts a step that runs without waiting. */
  during<T>(step: () => T): T {
    turnWatch.note(turnWatch.current, true)
    const before = spentByNow()
    try {
      return step()
    } finally {
      this.#microseconds += spentByNow() - before
    }
  }

  /** Counts the time of a thread that worked for the request. */
  add(milliseconds: number): void {
    this.#microseconds += milliseconds * 1000
  }

  /** The header of the answer; none for an ordinary call. */
  get headers(): Record<string, string> {
    const spent = Math.round(this.#microseconds / 1000)
    return spent >= dearMs ? { [processorHeader]: String(spent) } : {}
  }
}
