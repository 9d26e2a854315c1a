// Who may talk to whom on Kubernetes. Everything that is not named here is refused.

import { number, tree } from './template.ts'
import type { Program } from './workloads.ts'
import { labelsOf, partLabels } from './workloads.ts'

/** Services that call nobody outside of the installation. */
export const inside: readonly string[] = ['learning', 'analytics']

const ours = { podSelector: { matchLabels: partLabels } }
const port = (port: number | string, protocol = 'TCP') => ({ port, protocol })

const policy = (name: string, podLabels: object, rules: object) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name, labels: partLabels },
  spec: { podSelector: { matchLabels: podLabels }, ...rules },
})

/** All programs hear each other, and reach Postgres, NATS, names and the receiver of traces. */
const between = () =>
  policy('programs', partLabels, {
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      { from: [ours], ports: [port(8000)] },
      { from: tree('network.monitoring'), ports: [port(8000), port(8001)] },
    ],
    egress: [
      { to: [ours], ports: [port(8000)] },
      { to: tree('network.postgres'), ports: [port(5432)] },
      { to: tree('network.nats'), ports: [port(4222)] },
      { to: tree('network.monitoring'), ports: [port(4318)] },
      { to: [{ namespaceSelector: {} }], ports: [port(53, 'UDP'), port(53)] },
    ],
  })

const anywhere = [{ ipBlock: { cidr: '0.0.0.0/0' } }, { ipBlock: { cidr: '::/0' } }]

const gateway = () =>
  policy('gateway', labelsOf('gateway'), {
    policyTypes: ['Ingress'],
    ingress: [
      { from: anywhere, ports: [port(8000)] },
      { from: tree('network.operators'), ports: [port(8001)] },
    ],
  })

/** Public addresses: a program that a stranger talks into a call reaches nothing else of the platform's own. */
const publicOnly = [
  { ipBlock: { cidr: '0.0.0.0/0', except: tree('network.private') } },
  { ipBlock: { cidr: '2000::/3' } },
]

const outside = (name: string, rule: object = { to: publicOnly }) =>
  policy(`${name}-outside`, labelsOf(name), { policyTypes: ['Egress'], egress: [rule] })

/** The bucket, the mail server and the like of the platform itself may have private addresses. */
const ownServers = () =>
  policy('own-servers', partLabels, {
    policyTypes: ['Egress'],
    egress: [{ to: tree('network.ownServers') }],
  })

export const policiesOf = (programs: readonly Program[]) => [
  between(),
  gateway(),
  ownServers(),
  ...programs
    .map(({ name }) => name)
    .filter(name => name !== 'gateway' && name !== 'webhooks' && !inside.includes(name))
    .map(name => outside(name)),
]

/** Addresses of receivers are a stranger's choice: with a proxy, webhooks leave only by it. */
export const webhooksByProxy = () =>
  outside('webhooks', { to: tree('network.proxy'), ports: [port(number('proxy.port'))] })
export const webhooksDirectly = () => outside('webhooks')
