// The programs on Kubernetes: what runs, from which image, with which settings, secrets and checks of health.
import type { Service } from '@lms/service-host'
import { format, number, required, text, tree } from './template.ts'

/** A program of the image that answers at a port. */
export interface Program {
  readonly name: string
  readonly main: string
  readonly ports: Readonly<Record<string, number>>
  /** The port at which the platform finds /readyz, /healthz and /metrics. */
  readonly own: string
  readonly environment: readonly object[]
}

type Variable = { name: string; value: string | number } | { name: string; valueFrom: object }
const variable = (name: string, value: string): Variable => ({ name, value })
const secretFile = (name: string, path: string): Variable => ({
  name: `${name}_FILE`,
  value: `/run/secrets/${path}`,
})

export const partLabels = { 'app.kubernetes.io/part-of': 'open-school' }
export const labelsOf = (name: string) => ({ ...partLabels, 'app.kubernetes.io/name': name })

/** The programs with ports: each service and the gateway. */
export function programsOf(services: readonly Service[]): Program[] {
  const addresses = services.map(({ contract }) => [contract.service, `http://${contract.service}:8000`])
  const shared = [
    variable('LMS_LOG_LEVEL', text('log.level')),
    variable('NATS_URL', text('nats.url')),
    variable('LMS_STREAM_REPLICAS', format('%v', 'nats.replicas')),
    variable('LMS_SERVICES', JSON.stringify(Object.fromEntries(addresses))),
    variable('OTEL_EXPORTER_OTLP_ENDPOINT', text('traces.endpoint')),
    variable('OTEL_TRACES_SAMPLER', 'traceidratio'),
    variable('OTEL_TRACES_SAMPLER_ARG', text('traces.sampled')),
    secretFile('LMS_SIGNING_KEY', 'signing-key'),
    secretFile('LMS_NATS_PASSWORD', 'nats-password'),
  ]
  const gateway: Program = {
    name: 'gateway',
    main: 'gateway/src/main.ts',
    ports: { http: 8000, operator: 8001 },
    own: 'operator',
    environment: [
      ...shared,
      variable('LMS_OPERATOR_HOST', '0.0.0.0'),
      variable('LMS_OPERATOR_PORT', '8001'),
      secretFile('LMS_OPERATOR_TOKEN', 'operator-token'),
      variable('LMS_TRUSTED_PROXIES', text('trustedProxies')),
    ],
  }
  return [...services.map(service => programOf(service, shared)), gateway]
}

function programOf(
  { contract: { service: name }, settings = [] }: Service,
  shared: readonly Variable[],
): Program {
  const url = (role: string) => format(`postgres://${role}@%s`, 'postgres.address')
  return {
    name,
    main: `services/${name}/src/main.ts`,
    ports: { http: 8000 },
    own: 'http',
    environment: [
      ...shared,
      secretFile('LMS_TRUSTED_KEYS', 'trusted-keys'),
      secretFile('LMS_SECRET_KEYS', 'secret-keys'),
      secretFile('LMS_DATABASE_PASSWORD', 'database-password'),
      secretFile('LMS_SYSTEM_DATABASE_PASSWORD', 'system-database-password'),
      variable('LMS_STATEMENTS', text('postgres.statements')),
      variable('LMS_DATABASE_URL', url(`lms_${name}`)),
      variable('LMS_SYSTEM_DATABASE_URL', url(`lms_${name}_system`)),
      ...settings.map(({ name, container }) => settingOf(name, container)),
    ],
  }
}

/** A setting of a service: a program sees those keys of the one secret of settings that it declares. */
function settingOf(name: string, container?: { readonly value: string; readonly volume?: string }): Variable {
  // Several machines share no folder.
  if (container?.volume)
    return variable(
      name,
      required('storage', 'Set storage to a bucket, as s3://schools?region=eu-central-1.'),
    )
  if (container) return variable(name, container.value)
  const secretKeyRef = { name: format('%s-settings', 'secrets'), key: name, optional: true }
  return { name, valueFrom: { secretKeyRef } }
}

const security = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
}

/** What all pods have in common; `program` names the secret that this one sees. */
const podOf = (program: string, container: object) => ({
  automountServiceAccountToken: false,
  // Kubernetes would set USERS_PORT and the like for each address of the namespace.
  enableServiceLinks: false,
  imagePullSecrets: tree('imagePullSecrets'),
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 1000,
    runAsGroup: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  containers: [
    {
      name: program,
      image: format('%s:%s', 'image.repository', 'image.tag'),
      imagePullPolicy: text('image.pullPolicy'),
      securityContext: security,
      volumeMounts: [
        { name: 'secrets', mountPath: '/run/secrets', readOnly: true },
        { name: 'tmp', mountPath: '/tmp' },
      ],
      ...container,
    },
  ],
  volumes: [
    { name: 'secrets', secret: { secretName: format(`%s-${program}`, 'secrets') } },
    { name: 'tmp', emptyDir: {} },
  ],
})

/** Never one less than there should be while versions change; a pod that ends serves until nobody is sent to it. */
export function deploymentOf({ name, main, ports, own, environment }: Program) {
  const probe = (path: string, more: object) => ({ httpGet: { path, port: own }, ...more })
  const container = {
    args: [main],
    ports: Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort })),
    env: environment,
    resources: tree(`programs.${name}.resources`),
    startupProbe: probe('/readyz', { periodSeconds: 2, failureThreshold: 90, timeoutSeconds: 5 }),
    readinessProbe: probe('/readyz', { periodSeconds: 5, failureThreshold: 2, timeoutSeconds: 3 }),
    livenessProbe: probe('/healthz', { periodSeconds: 10, failureThreshold: 2, timeoutSeconds: 10 }),
    lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } },
  }
  const spread = {
    maxSkew: 1,
    topologyKey: 'kubernetes.io/hostname',
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: labelsOf(name) },
  }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: labelsOf(name) },
    spec: {
      revisionHistoryLimit: 3,
      selector: { matchLabels: labelsOf(name) },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels: labelsOf(name) },
        spec: {
          ...podOf(name, container),
          terminationGracePeriodSeconds: 30,
          topologySpreadConstraints: [spread],
        },
      },
    },
  }
}

const serviceOf = (name: string, of: string, port: number, target: string, type: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, labels: labelsOf(of) },
  spec: { type, selector: labelsOf(of), ports: [{ name: 'http', port, targetPort: target }] },
})

/** The addresses of a program: of the gateway one for schools, and one for the platform team. */
export const addressesOf = ({ name, own }: Program) =>
  own === 'operator'
    ? [
        serviceOf(name, name, 8000, 'http', text('gateway.serviceType')),
        serviceOf('operator', name, 8001, 'operator', 'ClusterIP'),
      ]
    : [serviceOf(name, name, 8000, 'http', 'ClusterIP')]

/** One of a program's pods at a time is taken away for the upkeep of machines. */
export const disruptionOf = ({ name }: Program) => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, labels: labelsOf(name) },
  spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf(name) } },
})

/** Brings the schemas up to date before the programs of a release start. */
export const migrationJob = () => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {
    name: 'migrate',
    labels: labelsOf('migrate'),
    annotations: {
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-delete-policy': 'before-hook-creation',
    },
  },
  spec: {
    // Locks are tried again by the command itself.
    backoffLimit: 2,
    activeDeadlineSeconds: 21600,
    template: {
      metadata: { labels: labelsOf('migrate') },
      spec: {
        ...podOf('migrate', {
          args: ['packages/cli/lms.mjs', 'migrate'],
          env: [
            variable('DATABASE_URL', format('postgres://%s@%s', 'postgres.owner', 'postgres.address')),
            secretFile('DATABASE_PASSWORD', 'database-password'),
            secretFile('LMS_SECRET_KEYS', 'secret-keys'),
          ],
          resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '1Gi' } },
        }),
        restartPolicy: 'Never',
      },
    },
  },
})

/** Pods follow their processor time. */
export const scalingOf = ({ name }: Program) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name, labels: labelsOf(name) },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
    minReplicas: number(`programs.${name}.replicas`),
    maxReplicas: number(`programs.${name}.most`),
    metrics: [
      {
        type: 'Resource',
        resource: {
          name: 'cpu',
          target: { type: 'Utilization', averageUtilization: number('scaling.processor') },
        },
      },
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: 600 } },
  },
})
