// What each program may do on the bus, as the configuration of the NATS server says it
// (docs.nats.io/running-a-nats-service/configuration/securing_nats/authorization). It is derived from what the program
// declares, and refuses everything else.
import type { ConsumerSpec } from './consumer.ts'
import { inboxOf, streams } from './subjects.ts'

/** What a program does on the bus. */
export interface BusUse {
  /** Subjects on which it publishes. */
  readonly publishes: readonly string[]
  /** Its durable consumers. */
  readonly consumes: readonly Pick<ConsumerSpec, 'stream' | 'durable' | 'subject'>[]
  /** Streams that it reads from a place which it remembers itself; without a subject: whole. */
  readonly reads: readonly { stream: keyof typeof streams; subject?: string }[]
  /** Subjects to which it listens, without a stream. */
  readonly listens: readonly string[]
}

/** A user of the NATS server; without a use it may do everything. */
export interface BusUser {
  readonly name: string
  readonly use: BusUse | null
}

/** Who looks after the streams, by hand: it may do everything. No program of the installation has its password. */
export const operatorUser = 'operator'

/** The variable with the password of a user, in the environment of the NATS server. */
export const passwordVariable = (user: string) => `${user.toUpperCase().replaceAll('-', '_')}_NATS_PASSWORD`

// Any program makes the streams where they are missing, so that none waits for another. None changes, empties or deletes
// them, or reads single messages.
const streamRights = Object.values(streams).flatMap(({ name }) => [
  `$JS.API.STREAM.INFO.${name}`,
  `$JS.API.STREAM.CREATE.${name}`,
])

/** The subjects on which a user may publish, and those to which it may listen. */
export function rightsOf({ name, use }: BusUser & { use: BusUse }): {
  publish: string[]
  subscribe: string[]
} {
  // The subject of a new consumer names what it reads, and the server refuses a consumer that reads anything else.
  const durables = use.consumes.flatMap(({ stream, durable, subject }) => {
    const consumer = `${streams[stream].name}.${durable}`
    return [
      `$JS.API.CONSUMER.CREATE.${consumer}.${subject}`,
      `$JS.API.CONSUMER.INFO.${consumer}`,
      `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
      `$JS.ACK.${consumer}.>`,
    ]
  })
  // A consumer of the moment has a name of the moment, so the right is to any name.
  const readings = use.reads.flatMap(({ stream, subject }) => {
    const any = `${streams[stream].name}.*`
    return [
      `$JS.API.CONSUMER.CREATE.${any}${subject ? `.${subject}` : ''}`,
      `$JS.API.CONSUMER.INFO.${any}`,
      `$JS.API.CONSUMER.MSG.NEXT.${any}`,
      `$JS.API.CONSUMER.DELETE.${any}`,
    ]
  })
  return {
    publish: [...new Set([...use.publishes, '$JS.API.INFO', ...streamRights, ...durables, ...readings])],
    subscribe: [`${inboxOf(name)}.>`, ...new Set(use.listens)],
  }
}

/** The `authorization` of a NATS server; passwords are taken from its environment. */
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
