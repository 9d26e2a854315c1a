// The services' parts of the Compose file and of its example environment.
import type { Service } from '@lms/service-host'
import { fillBlocks } from './blocks.ts'

const upper = (name: string) => name.toUpperCase()
const settingsOf = ({ settings = [] }: Service) => settings
const namesOf = (services: readonly Service[]) => services.map(({ contract }) => contract.service)

/** `docker-compose.yml` with a container for each service. */
export function composeWith(text: string, services: readonly Service[]): string {
  const names = namesOf(services)
  const addresses = Object.fromEntries(names.map(name => [name, `http://${name}:8000`]))
  return fillBlocks(text, {
    addresses: ['LMS_SERVICES: >-', `  ${JSON.stringify(addresses)}`],
    'nats-passwords': names.map(
      name => `${upper(name)}_NATS_PASSWORD: \${${upper(name)}_NATS_PASSWORD:?see deploy/env.example}`,
    ),
    services: services.flatMap(service => [...containerOf(service), '']).slice(0, -1),
    'after-services': names.flatMap(name => [`${name}:`, '  condition: service_healthy']),
  })
}

function containerOf(service: Service): string[] {
  const { service: name } = service.contract
  const own = upper(name)
  const url = (role: string, password: string) => `postgres://${role}:\${${password}}@postgres:5432/lms`
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
    `    LMS_SIGNING_KEY: \${${own}_SIGNING_KEY:?see deploy/env.example}`,
    `    LMS_NATS_PASSWORD: \${${own}_NATS_PASSWORD}`,
    `    LMS_SECRET_KEYS: \${${own}_SECRET_KEYS:?see deploy/env.example}`,
    `    LMS_DATABASE_URL: ${url(`lms_${name}`, `${own}_DATABASE_PASSWORD`)}`,
    `    LMS_SYSTEM_DATABASE_URL: ${url(`lms_${name}_system`, `${own}_SYSTEM_DATABASE_PASSWORD`)}`,
    ...volumesOf(service),
  ]
}

function volumesOf(service: Service): string[] {
  const volumes = settingsOf(service).flatMap(({ container }) => container?.volume ?? [])
  return volumes.length > 0 ? ['  volumes:', ...volumes.map(volume => `    - ${volume}`)] : []
}

/** `deploy/env.example` with the variables of each service. */
export function environmentExampleWith(text: string, services: readonly Service[]): string {
  const names = namesOf(services)
  const settings = new Map(services.flatMap(settingsOf).map(setting => [setting.name, setting]))
  const each = (...endings: string[]) =>
    names.flatMap(name => endings.map(ending => `${upper(name)}_${ending}=`))
  return fillBlocks(text, {
    settings: [...settings.values()].flatMap(({ name, about, example }) => [
      `# ${about}`,
      `#${name}=${example}`,
    ]),
    'signing-keys': each('SIGNING_KEY'),
    'database-passwords': each('DATABASE_PASSWORD', 'SYSTEM_DATABASE_PASSWORD'),
    'key-rings': each('SECRET_KEYS'),
    'nats-passwords': each('NATS_PASSWORD'),
  })
}
