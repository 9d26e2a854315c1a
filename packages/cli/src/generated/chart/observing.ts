// For the operators of Prometheus and KEDA, where a cluster has them.
import { file, format, number, text } from './template.ts'
import { labelsOf, type Program, partLabels } from './workloads.ts'

/** Where Prometheus finds the metrics of all programs, and the alerts. */
export const monitors = (programs: readonly Program[]) => [
  ...programs.map(({ name, own }) => ({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: { name, labels: labelsOf(name) },
    spec: {
      jobLabel: 'app.kubernetes.io/part-of',
      selector: { matchLabels: labelsOf(name) },
      podMetricsEndpoints: [
        {
          port: own,
          path: '/metrics',
          interval: '15s',
          // The alerts and the dashboards know the programs as this job.
          relabelings: [{ targetLabel: 'job', replacement: 'lms' }],
        },
      ],
    },
  })),
  {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'open-school', labels: partLabels },
    spec: file('alerts.yml'),
  },
]

/** Seconds that the oldest due task, or the first attempt of a delivery, may wait before there are more pods. */
const waiting = (name: string) =>
  name === 'webhooks'
    ? 'histogram_quantile(0.95, sum by (le) (rate(lms_delivery_delay_seconds_bucket[2m])))'
    : `max(lms_task_delay_seconds{service="${name}",queue="all"})`

/** Pods follow their processor time and what waits for them. */
export const scaledByQueue = ({ name }: Program) => ({
  apiVersion: 'keda.sh/v1alpha1',
  kind: 'ScaledObject',
  metadata: { name, labels: labelsOf(name) },
  spec: {
    scaleTargetRef: { name },
    minReplicaCount: number(`programs.${name}.replicas`),
    maxReplicaCount: number(`programs.${name}.most`),
    cooldownPeriod: 600,
    triggers: [
      { type: 'cpu', metricType: 'Utilization', metadata: { value: format('%v', 'scaling.processor') } },
      ...(name === 'gateway'
        ? []
        : [
            {
              type: 'prometheus',
              metadata: {
                serverAddress: text('scaling.prometheus'),
                query: waiting(name),
                threshold: format('%v', 'scaling.waitSeconds'),
              },
            },
          ]),
    ],
  },
})
