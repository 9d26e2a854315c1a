// What happens to the machines, one after the other. `strike` returns the part that it hit.

import { serviceNames } from '@lms/cli/parts'
import type { Random } from '@lms/testing/random'
import { three, two } from './engines.ts'
import type { Cluster } from './system.ts'

export interface Fault {
  name: string
  strike(): Promise<string>
  heal?(): Promise<unknown>
}

/** A line that is slow, each way. */
const slowMs = 200

export function faultsOf(cluster: Cluster, random: Random): Fault[] {
  const { machines, wires } = cluster
  const kill = (name: string, among: readonly number[], of: readonly string[] = [name]): Fault => ({
    name: `kill ${name}`,
    strike: async () => {
      const machine = cluster.machine(random.pick(among))
      const program = random.pick(of)
      machine.kill(program)
      return program === name ? machine.name : `${program} of ${machine.name}`
    },
  })
  const healed = async () => wires.heal()
  const others = (number: number) => three.filter(other => other !== number)
  let dark = machines[0]!
  return [
    { name: 'nothing', strike: async () => '' },
    kill('a service', two, serviceNames),
    kill('commerce', two),
    kill('gateway', two),
    kill('haproxy', two),
    kill('etcd', three),
    {
      name: 'kill the NATS that leads',
      strike: async () => {
        const leader = await cluster.natsLeader()
        leader.kill('nats')
        return leader.name
      },
    },
    {
      name: 'kill the Postgres that is primary',
      strike: async () => {
        const primary = await cluster.primary()
        cluster.killPostgres(primary)
        return primary.name
      },
    },
    {
      name: 'power off the machine of the primary',
      strike: async () => {
        dark = await cluster.primary()
        await dark.off()
        return dark.name
      },
      heal: async () => dark.on(),
    },
    {
      name: 'cut the primary off from both others',
      strike: async () => {
        const { number, name } = await cluster.primary()
        for (const other of others(number)) wires.cut(number, other)
        return name
      },
      heal: healed,
    },
    {
      name: 'cut the line between',
      strike: async () => {
        wires.cut(...two)
        return two.map(number => `m${number}`).join(' and ')
      },
      heal: healed,
    },
    {
      name: `slow by ${slowMs} ms each way`,
      strike: async () => {
        const { number, name } = cluster.machine(random.pick(two))
        for (const other of others(number)) wires.slow(number, other, slowMs)
        return name
      },
      heal: healed,
    },
  ]
}
