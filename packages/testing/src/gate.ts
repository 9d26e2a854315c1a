// Reactions that are late because a test holds them.
import type { Service } from '@lms/service-host'

export interface Gate {
  open(): void
  close(): void
  /** Resolves when it is open. */
  pass(): Promise<void>
  /** How many have come to it, open or not. */
  readonly came: number
}

/** A gate, open at first. */
export function openGate(): Gate {
  let way = Promise.withResolvers<void>()
  let came = 0
  way.resolve()
  return {
    get came() {
      return came
    },
    open: () => way.resolve(),
    close: () => {
      way.resolve()
      way = Promise.withResolvers()
    },
    pass: () => {
      came++
      return way.promise
    },
  }
}

/** The service, with every reaction of its own held at a gate. */
export const gatedAt = (gate: Gate, service: Service): Service => ({
  ...service,
  reactions: (service.reactions ?? []).map(reaction => ({
    ...reaction,
    run: async (input, stores) => {
      await gate.pass()
      await reaction.run(input, stores)
    },
  })),
  batchReactions: (service.batchReactions ?? []).map(reaction => ({
    ...reaction,
    prepare: async (events, ctx) => {
      await gate.pass()
      return reaction.prepare(events, ctx)
    },
  })),
})
