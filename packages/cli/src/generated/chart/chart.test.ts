// The chart as a cluster would get it: against the schemas of Kubernetes and of the operators, and against Compose.
import { readdirSync, readFileSync } from 'node:fs'
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster'
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Service } from 'kubernetes-models/v1/Service'
import { serviceNames } from '../../services.ts'
import { inside } from './network.ts'
import { parse, render } from './render.ts'

const root = new URL('../../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const templates = readdirSync(new URL('deploy/chart/templates/', root))

const schemas = {
  Cluster,
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  PrometheusRule,
  ScaledObject,
  Service,
}

interface KubernetesObject {
  apiVersion: string
  kind: keyof typeof schemas
  metadata: { name: string }
  spec: unknown
}
interface PodSpec {
  containers: [{ args: string[]; env: { name: string; value?: string }[] }]
  volumes: { secret?: { secretName: string } }[]
}
type Change = Readonly<Record<string, unknown>>

/** The objects of the chart with its own values, but for those of these paths. */
function objects(change: Change = {}): KubernetesObject[] {
  const values = parse(read('deploy/chart/values.yaml')) as Record<string, Record<string, unknown>>
  for (const [path, value] of Object.entries({ storage: 's3://schools?region=eu-central-1', ...change })) {
    const [outer = '', inner] = path.split('.')
    if (inner === undefined) Object.assign(values, { [outer]: value })
    else Object.assign(values[outer]!, { [inner]: value })
  }
  const files = { 'alerts.yml': read('deploy/chart/alerts.yml') }
  return templates.flatMap(
    name => render(read(`deploy/chart/templates/${name}`), values, files) as KubernetesObject[],
  )
}

const validate = (object: KubernetesObject) => {
  const Model = schemas[object.kind] as unknown as new (
    data: object,
  ) => { validate(): void; apiVersion: string }
  const model = new Model(object)
  expect(object.apiVersion).toBe(new Model({}).apiVersion)
  model.validate()
}

const named = (all: readonly KubernetesObject[], kind: string) =>
  all.filter(object => object.kind === kind).map(({ metadata }) => metadata.name)
const programs = [...serviceNames, 'gateway']

const prometheus = 'http://prometheus.monitoring:9090'

test.each<[string, Change]>([
  ['as it is', {}],
  [
    'with Prometheus, KEDA and a proxy',
    { 'monitoring.enabled': true, 'scaling.prometheus': prometheus, 'proxy.port': 3128 },
  ],
  ['without policies', { 'network.enabled': false }],
])('all objects fit the schemas of their kinds, %s', (_, change) => {
  const all = objects(change)
  for (const object of all) validate(object)
  const keys = all.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('each program has a deployment, an address, a budget, and one kind of scaling', () => {
  const all = objects()
  expect(named(all, 'Deployment').sort()).toEqual([...programs].sort())
  expect(named(all, 'Service').sort()).toEqual([...programs, 'operator'].sort())
  expect(named(all, 'PodDisruptionBudget').sort()).toEqual([...programs].sort())
  expect(named(all, 'HorizontalPodAutoscaler').sort()).toEqual([...programs].sort())
  expect(named(all, 'ScaledObject')).toEqual([])
  const byQueue = objects({ 'monitoring.enabled': true, 'scaling.prometheus': prometheus })
  expect(named(byQueue, 'HorizontalPodAutoscaler')).toEqual([])
  expect(named(byQueue, 'ScaledObject').sort()).toEqual([...programs].sort())
  expect(named(byQueue, 'PodMonitor').sort()).toEqual([...programs].sort())
})

test('each program has the command, the variables and the secret that it has in Compose', () => {
  const { services } = parse(read('docker-compose.yml')) as {
    services: Record<string, { command: string[]; environment: Record<string, string>; volumes: unknown[] }>
  }
  for (const object of objects().filter(({ kind }) => kind === 'Deployment' || kind === 'Job')) {
    const { name } = object.metadata
    const pod = (object.spec as { template: { spec: PodSpec } }).template.spec
    const [container] = pod.containers
    const inCompose = services[name]!
    expect(container.args).toEqual(inCompose.command)
    const variables = container.env.map(variable => variable.name)
    const compose = Object.keys(inCompose.environment)
    // Compose has one process of each, and no pooler.
    const more = ['LMS_STREAM_REPLICAS', 'LMS_STATEMENTS'].filter(each => !compose.includes(each))
    expect(variables.filter(each => !more.includes(each)).sort()).toEqual(compose.sort())
    const values = new Map(container.env.map(({ name, value }) => [name, value]))
    for (const variable of compose.filter(each => each.endsWith('_FILE')))
      expect(values.get(variable)).toBe(inCompose.environment[variable])
    expect(pod.volumes.flatMap(({ secret }) => (secret ? [secret.secretName] : []))).toEqual([`lms-${name}`])
  }
})

test('without a bucket the chart refuses, and says what to set', () => {
  expect(() => objects({ storage: '' })).toThrow('Set storage to a bucket')
})

test('webhooks leave by the proxy alone where there is one; who calls nobody outside may not', () => {
  const outside = (all: KubernetesObject[]) =>
    named(all, 'NetworkPolicy').filter(name => name.endsWith('-outside'))
  const direct = objects()
  expect(outside(direct).sort()).toEqual(
    serviceNames
      .filter(name => !inside.includes(name))
      .map(name => `${name}-outside`)
      .sort(),
  )
  const byProxy = objects({ 'proxy.port': 3128 })
  const ofWebhooks = (all: KubernetesObject[]) =>
    JSON.stringify(all.find(({ metadata }) => metadata.name === 'webhooks-outside'))
  expect(ofWebhooks(direct)).toContain('0.0.0.0/0')
  expect(ofWebhooks(byProxy)).not.toContain('0.0.0.0/0')
  expect(ofWebhooks(byProxy)).toContain('"port":3128')
})

test('values for Postgres fit the schema of CloudNativePG; those for NATS hold the users and their passwords', () => {
  validate(parse(read('deploy/chart/postgres.yaml')) as KubernetesObject)
  const nats = parse(read('deploy/chart/nats.yaml')) as {
    configMap: { merge: { data: Record<string, string> } }
    container: { env: Record<string, unknown> }
  }
  const users = read('deploy/nats-users.conf')
  expect(nats.configMap.merge.data['users.conf']).toContain(users)
  const inFile = [...users.matchAll(/password: \$(\w+)/g)].map(([, name]) => name)
  expect(Object.keys(nats.container.env).sort()).toEqual(inFile.sort())
})
