// The services' parts of the Compose file and of its example environment.
import type { Service } from '@lms/service-host'
import { fillBlocks } from './blocks.ts'

const settingsOf = ({ settings = [] }: Service) => settings
const namesOf = (services: readonly Service[]) => services.map(({ contract }) => contract.service)

/** `docker-compose.yml` with a container for each service. */
export function composeWith(text: string, services: readonly Service[]): string {
  const names = namesOf(services)
  const addresses = Object.fromEntries(names.map(name => [name, `http://${name}:8000`]))
  return fillBlocks(text, {
    addresses: ['LMS_SERVICES: >-', `  ${JSON.stringify(addresses)}`],
    services: services.flatMap(service => [...containerOf(service), '']).slice(0, -1),
  })
}

function containerOf(service: Service): string[] {
  const { service: name } = service.contract
  const url = (role: string) => `postgres://${role}@\${LMS_POSTGRES:-postgres:5432/lms}`
  return [
    `${name}:`,
    '  <<: *program',
    `  command: [services/${name}/src/main.ts]`,
    '  depends_on: *after-migrations',
    '  environment:',
    '    <<: [*environment, *service]',
    ...settingsOf(service).map(
      ({ name, container }) => `    ${name}: \${${name}:-${container?.value ?? ''}}`,
    ),
    `    LMS_DATABASE_URL: ${url(`lms_${name}`)}`,
    `    LMS_SYSTEM_DATABASE_URL: ${url(`lms_${name}_system`)}`,
    '  volumes:',
    `    - ${secretsOf(name)}`,
    ...settingsOf(service).flatMap(({ container }) =>
      container?.volume ? [`    - ${container.volume}`] : [],
    ),
  ]
}

/** The mount of a program's own secrets, which fails if they have not been written yet. */
const secretsOf = (program: string) =>
  `{type: bind, source: "\${LMS_SECRETS:-./deploy/secrets}/${program}", target: /run/secrets, read_only: true, ` +
  'bind: {create_host_path: false}}'

/** `deploy/env.example` with the settings of the services. */
export function environmentExampleWith(text: string, services: readonly Service[]): string {
  const settings = new Map(services.flatMap(settingsOf).map(setting => [setting.name, setting]))
  return fillBlocks(text, {
    settings: [...settings.values()].flatMap(({ name, about, example }) => [
      `# ${about}`,
      `#${name}=${example}`,
    ]),
  })
}

/** `deploy/observe/targets.json`: where Prometheus finds the metrics of the programs in Compose. */
export const targetsFile = (services: readonly Service[]): string =>
  `${JSON.stringify(
    [
      {
        targets: [...namesOf(services).map(name => `${name}:8000`), 'gateway:8001'],
        labels: { job: 'lms' },
      },
    ],
    null,
    2,
  )}\n`
