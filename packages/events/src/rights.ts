// The permissions of each program on the bus, in the configuration of the NATS server
// (docs.nats.io/running-a-nats-service/configuration/securing_nats/authorization). They are derived from the
// declarations of the program; everything else is refused.
import type { ConsumerSpec } from './consumer.ts'
import { inboxOf, streams } from './subjects.ts'

/** How a program uses the bus. */
export interface BusUse {
  /** Subjects that it publishes. */
  readonly publishes: readonly string[]
  /** Its durable consumers. */
  readonly consumes: readonly Pick<ConsumerSpec, 'stream' | 'durable' | 'subject'>[]
  /** Streams that it reads from a position that it stores itself; without a subject: the whole stream. */
  readonly reads: readonly { stream: keyof typeof streams; subject?: string }[]
  /** Core NATS subjects that it subscribes to. */
  readonly listens: readonly string[]
  /** Streams of which it removes messages: those of schools that are erased. */
  readonly purges?: readonly (keyof typeof streams)[]
}

/** A user of the NATS server; without a use it may do everything. */
export interface BusUser {
  readonly name: string
  readonly use: BusUse | null
}

/** The operator, who may do everything by hand. No program of the installation has its password. */
export const operatorUser = 'operator'

/** The variable with the password of a user, in the environment of the NATS server. */
export const passwordVariable = (user: string) => `${user.toUpperCase().replaceAll('-', '_')}_NATS_PASSWORD`

// Any program may create missing streams, so that none waits for another. None may change or delete them, or read single
// messages; only the one that erases schools may purge them.
const streamRights = Object.values(streams).flatMap(({ name }) => [
  `$JS.API.STREAM.INFO.${name}`,
  `$JS.API.STREAM.CREATE.${name}`,
])

/** The subjects that a user may publish and subscribe to. */
export function rightsOf({ name, use }: BusUser & { use: BusUse }): {
  publish: string[]
  subscribe: string[]
} {
  // The subject of a create request contains the filter of the consumer. The server refuses a consumer with another
  // filter.
  const durables = use.consumes.flatMap(({ stream, durable, subject }) => {
    const consumer = `${streams[stream].name}.${durable}`
    return [
      `$JS.API.CONSUMER.CREATE.${consumer}.${subject}`,
      `$JS.API.CONSUMER.INFO.${consumer}`,
      `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
      `$JS.ACK.${consumer}.>`,
    ]
  })
  // An ordered consumer has a random name, so the permission is for any name.
  const readings = use.reads.flatMap(({ stream, subject }) => {
    const any = `${streams[stream].name}.*`
    return [
      `$JS.API.CONSUMER.CREATE.${any}${subject ? `.${subject}` : ''}`,
      `$JS.API.CONSUMER.INFO.${any}`,
      `$JS.API.CONSUMER.MSG.NEXT.${any}`,
      `$JS.API.CONSUMER.DELETE.${any}`,
    ]
  })
  const purges = (use.purges ?? []).map(stream => `$JS.API.STREAM.PURGE.${streams[stream].name}`)
  const api = ['$JS.API.INFO', ...streamRights, ...durables, ...readings, ...purges]
  return {
    publish: [...new Set([...use.publishes, ...api])],
    subscribe: [`${inboxOf(name)}.>`, ...new Set(use.listens)],
  }
}

/** The `authorization` of a NATS server; the passwords come from its environment. */
export function authorizationOf(users: readonly BusUser[]): string {
  const list = (subjects: readonly string[]) =>
    `[\n${subjects.map(subject => `          ${JSON.stringify(subject)}\n`).join('')}        ]`
  const blocks = users.map(({ name, use }) => {
    const lines = [`user: ${JSON.stringify(name)}`, `password: $${passwordVariable(name)}`]
    if (use) {
      const { publish, subscribe } = rightsOf({ name, use })
      lines.push(
        `permissions {\n        publish: ${list(publish)}\n        subscribe: ${list(subscribe)}\n      }`,
      )
    }
    return `    {\n${lines.map(line => `      ${line}\n`).join('')}    }\n`
  })
  return `authorization {\n  users = [\n${blocks.join('')}  ]\n}\n`
}
